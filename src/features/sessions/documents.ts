// What of sessions is wanted now and then: files of them, forks, variants, search, titles. A chunk of its own.

export { readTitle, titleRequest, wantsTitle } from './auto-title.ts';
export { toHtml } from './export-html.ts';
export { readJsonl, toJsonl } from './export-jsonl.ts';
export { toMarkdown } from './export-markdown.ts';
export { fileNameOf, sectionsOf } from './export-view.ts';
export { forkEntries } from './fork.ts';
export { textQuery } from './search.ts';
export { leafOf, seqOf, variantPoints } from './variants.ts';
