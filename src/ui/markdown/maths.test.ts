// What is a formula, and what only looks like one.

import { Marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { mathsOf, withoutMaths } from './maths.ts';

const parserOf = (growing: boolean): Marked =>
  new Marked({ extensions: [...mathsOf({ growing })], hooks: { emStrongMask: withoutMaths } });
const settled = parserOf(false);
const growing = parserOf(true);

/** The formulas of a text, each with how it is shown. */
function formulasIn(source: string, parser = settled): readonly (readonly [string, string])[] {
  const html = parser.parse(source, { async: false });
  return [...html.matchAll(/<var class="tex (\w+)">([\s\S]*?)<\/var>/g)].map(([, look = '', raw = '']) => [
    look,
    raw,
  ]);
}

describe('formulas', () => {
  it.each([
    ['$x$', [['inline', '$x$']]],
    [
      'let $a_1*b$ and $c*d_2$ be',
      [
        ['inline', '$a_1*b$'],
        ['inline', '$c*d_2$'],
      ],
    ],
    [
      'the $n$th and $x$-axis, $y$.',
      [
        ['inline', '$n$'],
        ['inline', '$x$'],
        ['inline', '$y$'],
      ],
    ],
    ['\\(a+b\\) inside', [['inline', '\\(a+b\\)']]],
    ['\\[\nE = mc^2\n\\]', [['display', '\\[\nE = mc^2\n\\]']]],
    ['$$\na\n- b\n$$', [['display', '$$\na\n- b\n$$']]],
    ['so $$a^2$$ it is', [['display', '$$a^2$$']]],
    ['设$x$为实数', [['inline', '$x$']]],
    [
      '- $5x$\n- **$k$**',
      [
        ['inline', '$5x$'],
        ['inline', '$k$'],
      ],
    ],
    ['| a |\n| - |\n| $x^2$ |', [['inline', '$x^2$']]],
    ['$\\text{cost } \\$5$', [['inline', '$\\text{cost } \\$5$']]],
  ])('are found in %j', (source, formulas) => {
    expect(formulasIn(source)).toEqual(formulas);
  });

  it.each([
    '$5 and $10',
    'between $5 and $10, or US$20.',
    '5$ to 10$',
    '$5-$10',
    'It is $5 for me, and 7$.',
    'echo $HOME/$USER',
    '$ a $',
    '`$x$` and ``\\(y\\)``',
    '```\n$$x$$\n```',
    '    $x$',
    '\\$x\\$',
    'see \\[1\\] and \\(optional\\)',
    '$$',
    '$a\n\nb$',
    '[price](https://example.org/$a$b)',
  ])('are not seen in %j', (source) => {
    expect(formulasIn(source)).toEqual([]);
  });

  it('keep stars and underscores to themselves', () => {
    expect(settled.parse('*a $x*y$ b*', { async: false })).toContain('<em>a <var');
  });

  it('that have not ended stand as they were written, to the end of what is here', () => {
    const source = 'so $$\\frac{a_1}{b_2} + *c';
    expect(formulasIn(source, growing)).toEqual([['open', '$$\\frac{a_1}{b_2} + *c']]);
    expect(formulasIn('so $a_1 + b', growing)).toEqual([['open', '$a_1 + b']]);
    expect(formulasIn('\\[\n- a', growing)).toEqual([['open', '\\[\n- a']]);
    expect(formulasIn('so $5 and *more*', growing)).toEqual([]);
    expect(formulasIn(source)).toEqual([]);
  });

  it('are looked for in time that grows with the text alone', () => {
    const before = performance.now();
    for (const piece of ['$', '$$', '\\[', '\\(', '$a_', '$$a']) formulasIn(piece.repeat(5_000), growing);
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});
