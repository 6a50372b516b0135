import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlOf } from './html-text.ts';

const FINE =
  /<\/(?:p|h[3-6]|pre|code|blockquote|[uo]l|li|table|tr|td|th|strong|em|del|a)>|<(?:tr|strong|em|del|hr|br)>|<(?:p|h[3-6]) dir="auto">|<(?:pre|code) dir="ltr">|<(?:ul|ol(?: start="\d+")?|li(?: class="task")?|blockquote|table) dir="(?:ltr|rtl)">|<t[dh] dir="auto"(?: style="text-align:(?:left|right|center)")?>|<a href="(?:https?:\/\/|mailto:)[^"<>]*" rel="noreferrer noopener">/gi;
/** What is left once every element that may be there is taken away. */
const rest = (html: string): string => html.replace(FINE, '');

test('what Markdown means comes out as elements', () => {
  expect(htmlOf('# A\n\n**b** *c* `d` ~~e~~\n\n1. x\n\n> q\n\n[l](https://a.example/?x=1&y="2")')).toBe(
    '<h3 dir="auto">A</h3>\n\n<p dir="auto"><strong>b</strong> <em>c</em> <code dir="ltr">d</code> <del>e</del></p>\n\n<ol dir="ltr"><li dir="ltr">x</li></ol>\n\n<blockquote dir="ltr"><p dir="auto">q</p></blockquote>\n\n<p dir="auto"><a href="https://a.example/?x=1&amp;y=&quot;2&quot;" rel="noreferrer noopener">l</a></p>',
  );
  expect(htmlOf('|a|b|\n|-|-|\n|1|<i>|')).toContain('<th dir="auto">a</th>');
});

test.each([
  ['\\(x^2\\,dx\\)', '<p dir="auto"><code dir="ltr">\\(x^2\\,dx\\)</code></p>'],
  ['so \\[a_1\\,b_2\\] it is', '<p dir="auto">so <code dir="ltr">\\[a_1\\,b_2\\]</code> it is</p>'],
  [
    '\\[\n\\int_0^1 x\\,dx\n\\]\n\nend',
    '<pre dir="ltr">\\[\n\\int_0^1 x\\,dx\n\\]</pre>\n<p dir="auto">end</p>',
  ],
  ['$$\na\n\n- b\n$$', '<pre dir="ltr">$$\na\n\n- b\n$$</pre>'],
  ['$a*b*c\\,d$', '<p dir="auto"><code dir="ltr">$a*b*c\\,d$</code></p>'],
  ['from $5 to $10, *all* of it', '<p dir="auto">from $5 to $10, <em>all</em> of it</p>'],
])('the source of a formula stays letter for letter: %j', (text, html) => expect(htmlOf(text)).toBe(html));

test('a diagram stays its source', () => {
  expect(htmlOf('```mermaid\ngraph TD; A-->B\n```')).toBe('<pre dir="ltr">graph TD; A--&gt;B</pre>');
});

test('tasks have their boxes, columns their side', () => {
  const tasks = htmlOf('- [ ] open\n- [x] done');
  expect(tasks).not.toContain('<pre');
  expect(tasks.replace(/\s+/g, ' ')).toBe(
    '<ul dir="ltr"><li class="task" dir="ltr">☐ open</li><li class="task" dir="ltr">☑ done</li></ul>',
  );
  const table = htmlOf('|a|b|c|\n|:-|-:|:-:|\n|1|2|3|');
  for (const side of ['left', 'right', 'center'])
    expect(table.split(`style="text-align:${side}"`)).toHaveLength(3);
});

test('each block has the direction of its own words', () => {
  expect(htmlOf('English\n\nمرحبا')).toBe('<p dir="auto">English</p>\n\n<p dir="auto">مرحبا</p>');
  expect(htmlOf('- مرحبا\n- one')).toBe('<ul dir="rtl"><li dir="rtl">مرحبا</li><li dir="ltr">one</li></ul>');
  expect(htmlOf('> שלום')).toBe('<blockquote dir="rtl"><p dir="auto">שלום</p></blockquote>');
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
    '$',
    '$$',
    '\\(',
    '\\)',
    '- [ ] ',
    '|-:|',
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
