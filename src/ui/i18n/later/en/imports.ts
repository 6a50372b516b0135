// What an import says beyond its counts, in English.

export const imports = {
  'import.copies': {
    one: '{n} of them is here already and differs: it came in beside that one, as a copy marked “(2)”.',
    other: '{n} of them are here already and differ: they came in beside those, as copies marked “(2)”.',
  },
  'import.more': 'and {n} more',
  'import.backup':
    'This file is a backup, or comes from the recovery page. Nothing was taken from it. To bring it back, choose it under Settings, Storage and backup, Restore.',
  'import.foreign':
    'This file is no session export that can be read here: it is neither JSON nor JSON lines, nor a zip of them. Nothing was taken from it. Choose a file of Bowline (JSONL), ChatGPT, Claude or pi.',
} as const;
