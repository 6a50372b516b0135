// Code, tables and formulas in what is said, in English.

export const drawn = {
  'text.code': 'Code',
  'text.copy': 'Copy',
  'text.copied': 'Copied',
  'text.notCopied': 'The browser did not let it be copied.',
  'text.wrap': 'Wrap lines',
  'text.download': 'Download',
  'text.markdown': 'Copy as Markdown',
  'text.csv': 'Copy as CSV',
  'text.source': 'Show source',
  'text.diagram': 'Diagram: {what}',
  'text.diagram.wrong': 'This diagram can’t be drawn; its source stands below.',
  'text.diagram.not':
    'The part that draws diagrams did not load. The source stands below; it is tried again when the message is shown anew.',
  'text.formula': 'This formula can’t be set: {why}',
} as const;
