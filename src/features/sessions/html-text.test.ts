import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlOf } from './html-text.ts';

const FINE =
  /<\/?(?:p|h[3-6]|pre|code|blockquote|ul|li|table|tr|td|th|strong|em|del)>|<ol(?: start="\d+")?>|<\/ol>|<(?:hr|br)>|<a href="(?:https?:\/\/|mailto:)[^"<>]*" rel="noreferrer noopener">|<\/a>/gi;
/** What is left once every element that may be there is taken away. */
const rest = (html: string): string => html.replace(FINE, '');

test('what Markdown means comes out as elements', () => {
  expect(htmlOf('# A\n\n**b** *c* `d` ~~e~~\n\n1. x\n\n> q\n\n[l](https://a.example/?x=1&y="2")')).toBe(
    '<h3>A</h3>\n\n<p><strong>b</strong> <em>c</em> <code>d</code> <del>e</del></p>\n\n<ol><li>x</li></ol>\n\n<blockquote><p>q</p></blockquote>\n\n<p><a href="https://a.example/?x=1&amp;y=&quot;2&quot;" rel="noreferrer noopener">l</a></p>',
  );
  expect(htmlOf('|a|b|\n|-|-|\n|1|<i>|')).toContain('<th>a</th>');
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>1</script>)',
  '![x](https://spy.example/pixel.png)',
  '<https://a.example/"onmouseover="x>',
  '[a](https://x.example "onclick=alert(1)")',
  '```html\n</code></pre><script>1</script>\n```',
  '- [ ] <svg onload=1>',
  '<!-- --><style>*{}</style>',
  '&lt;script&gt;',
  'a\u0000<b',
])('%j gives nothing that acts', (text) => expect(rest(htmlOf(text))).not.toMatch(/[<>"']/));

test('whatever the text is, only the named elements come out', () => {
  const pieces = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '&',
    '`',
    '*',
    '_',
    '[',
    ']',
    '(',
    ')',
    '!',
    '|',
    '\n',
    '- ',
    '# ',
    '<a href=',
    'javascript:',
    'https://a.b',
    'x',
    ' ',
    '\\',
    '&#60;',
    '~~',
    '\n\n',
    '1. ',
    '> ',
    '<img ',
    '-->',
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(pieces, fc.string({ maxLength: 4, unit: 'binary' })), { maxLength: 40 }),
      (parts) => {
        expect(rest(htmlOf(parts.join('')))).not.toMatch(/[<>"']/);
      },
    ),
    { numRuns: 500 },
  );
});
