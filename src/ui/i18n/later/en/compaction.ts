// Notes on compactions, in English.

export const compaction = {
  'note.compacted': 'Older messages are summed up from here on: {n} messages, {before} → {after} tokens.',
  'note.folded': 'Older messages left out from here on: {n} messages that no model could sum up.',
  'note.compacted.undone': 'Summed up, and taken back: the messages stand in full again.',
  'note.compacted.show': 'Show the summary',
  'note.compacted.undo': 'Take back',
  'note.compacted.running': 'It can be taken back when the run is over.',
  'note.compacted.overtaken': 'A later summary stands on this one; take that one back first.',
  'note.compacted.too-large': 'In full, these messages no longer fit into the model’s window.',
  'note.not-compacted.tail-fills-window': 'The newest step fills the window; there is nothing to sum up.',
  'note.not-compacted.frees-too-little': 'Summing up would free too little; nothing was asked of a model.',
  'note.not-compacted.failed': 'The older messages could not be summed up; they stay as they are for now.',
} as const;
