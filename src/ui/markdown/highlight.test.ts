// Inks lose no character, and marks lie over them exactly.

import { describe, expect, it } from 'vitest';
import { highlight, languageOf, withMarks } from './highlight.ts';

const text = (spans: readonly { text: string }[]): string => spans.map((span) => span.text).join('');

describe('inks', () => {
  it('name keywords, strings, numbers and notes', () => {
    const spans = highlight('const a = "x" // 12\nreturn 0x1f', 'ts');
    expect(spans.filter(({ ink }) => ink !== undefined)).toEqual([
      { text: 'const', ink: 'k' },
      { text: '"x"', ink: 'str' },
      { text: '// 12', ink: 'note' },
      { text: 'return', ink: 'k' },
      { text: '0x1f', ink: 'n9' },
    ]);
  });

  it.each(['ts', 'py', 'sql', 'css', 'json', 'sh', 'rs', ''])('keep every character in %s', (language) => {
    const code = "/* a */ \"un'closed `x` 12.5 # -- // é 二 \u{1F6A2}\n'x";
    expect(text(highlight(code, language))).toBe(code);
  });

  it('know a language by the name of its file', () => {
    expect(['src/a.test.ts', 'Dockerfile', 'notes', 'x/.env'].map(languageOf)).toEqual([
      'ts',
      'sh',
      '',
      'env',
    ]);
  });
});

describe('marks', () => {
  it('cut inks where they begin and end', () => {
    const line = 'return new Date(text)';
    const marked = withMarks(highlight(line, 'ts'), [
      { text: 'return ', changed: false },
      { text: 'new Date', changed: true },
      { text: '(text)', changed: false },
    ]);
    expect(text(marked)).toBe(line);
    expect(text(marked.filter((span) => span.marked === true))).toBe('new Date');
  });
});
