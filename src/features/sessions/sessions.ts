// Front of the sessions feature: all that adapters, workers and the headless run use of it. The feature has no state:
// it folds, reads and walks what an EventLog holds.

export { type BranchRange, type BranchWindow, branchPath, readBranch } from './branch.ts';
export { readTitle, titleRequest, wantsTitle } from './auto-title.ts';
export { toHtml } from './export-html.ts';
export { readJsonl, toJsonl } from './export-jsonl.ts';
export { toMarkdown } from './export-markdown.ts';
export { type ExportWords, fileNameOf, sectionsOf } from './export-view.ts';
export { forkEntries } from './fork.ts';
export { foldHead } from './head.ts';
export { type TextHit, textQuery } from './search.ts';
export { readEntry } from './upcast.ts';
export { type EntryPlace, leafOf, seqOf, type VariantPoint, variantPoints } from './variants.ts';
