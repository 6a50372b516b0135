// Markdown as words.

import { describe, expect, it } from 'vitest';
import { plainWords } from './plain.ts';

describe('the words of Markdown', () => {
  it.each([
    ['a heading', '## What I found\n\nThe **tide** turns.', 'What I found. The tide turns.'],
    ['emphasis', 'It is *very* __much__ ~~not~~ `so()`', 'It is very much not so()'],
    ['names with underscores', 'Read read_file and parse_date.ts', 'Read read_file and parse_date.ts'],
    ['a list', '- one\n- two\n1. three\n- [x] four', 'one two three four'],
    ['a link and a picture', 'See [the log](a/b.md) and ![a chart](x.png).', 'See the log and a chart.'],
    ['code', 'Before\n\n```ts\nconst a = 1;\n```\n\nafter', 'Before after'],
    ['code that is not closed yet', 'Before\n\n```ts\nconst a', 'Before'],
    ['a table', '| port | dues |\n| --- | --- |\n| east | 5 |', 'port, dues, east, 5'],
    ['a quote and a rule', '> said\n\n---\n\ndone', 'said done'],
    ['a heading that is underlined', 'Tides\n=====\n\nThey turn.', 'Tides. They turn.'],
    ['a footnote', 'It turns[^1] late.\n\n[^1]: At six.', 'It turns late.'],
    ['a picture that is a link', '[![a chart](x.png)](y.md) shows', 'a chart shows'],
    ['formulas', 'With $a_1 + b$ and $$c^2$$ it costs $5 or $6.', 'With a_1 + b and c^2 it costs $5 or $6.'],
    ['emphasis that is not closed', 'It is **so', 'It is so'],
    ['an entity', 'Tom &amp; Ann', 'Tom & Ann'],
    ['signs that were escaped', '2 \\* 3', '2 * 3'],
    ['tags', 'a<br>b', 'a b'],
    ['sums', '2 * 3 * 4', '2 * 3 * 4'],
    ['Russian and Chinese', '**Готово**: прилив в *06:12*。**潮汐**', 'Готово: прилив в 06:12。潮汐'],
  ])('%s', (_, markdown, words) => {
    expect(plainWords(markdown)).toBe(words);
  });
});
