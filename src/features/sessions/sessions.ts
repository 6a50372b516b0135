// Front of the sessions feature: all that adapters, workers and the headless run use of it. The feature has no state:
// it folds, reads and walks what an EventLog holds.

export { type BranchRange, type BranchWindow, branchPath, readBranch } from './branch.ts';
export { foldHead } from './head.ts';
export { readEntry } from './upcast.ts';
