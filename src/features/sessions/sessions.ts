// Front of the sessions feature: all that adapters, workers and the headless run use of it. The feature has no state:
// it folds, reads and walks what an EventLog holds.

export { type BranchRange, type BranchWindow, branchPath, readBranch } from './branch.ts';
export type { ExportWords } from './export-view.ts';
export { foldHead } from './head.ts';
export type { TextHit } from './search.ts';
export { readEntry } from './upcast.ts';
export type { EntryPlace, VariantPoint } from './variants.ts';

/** What is wanted now and then, loaded where it is. */
export const loadDocuments = () => import('./documents.ts');
