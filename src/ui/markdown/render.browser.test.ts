// Markdown that nobody vouches for: what may come through, and what must not.

import { describe, expect, it } from 'vitest';
import { renderBlock } from './render.ts';

const wording = { image: 'not loaded', embedded: 'not shown' };

function drawn(source: string, definitions = ''): HTMLElement {
  const box = document.createElement('div');
  box.append(renderBlock(source, definitions, wording));
  return box;
}

describe('pictures', () => {
  it.each([
    '![a tide](https://example.org/t.png?q=secret)',
    '<img src="https://example.org/t.png?q=secret" alt="a tide">',
    '<p><img alt="a tide" src=//example.org/t.png></p>',
  ])('from elsewhere are never fetched: %s', async (source) => {
    const before = performance.getEntriesByType('resource').length;
    const box = drawn(source);
    document.body.append(box);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    box.remove();
    expect(box.querySelector('img, [src], [srcset], [style]')).toBeNull();
    expect(box.textContent).toContain('a tide');
    expect(
      performance
        .getEntriesByType('resource')
        .slice(before)
        .filter(({ name }) => name.includes('example.org')),
    ).toEqual([]);
  });

  it('show their whole address', () => {
    expect(drawn('![x](https://example.org/t.png?q=secret)').textContent).toContain(
      'https://example.org/t.png?q=secret',
    );
  });

  it('of data and blob addresses are words only', () => {
    expect(drawn('![x](data:image/png;base64,AAAA)').querySelector('a, img')).toBeNull();
  });
});

describe('links', () => {
  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,hi)',
    '[x](vbscript:x)',
    '[x](blob:https://a/b)',
    '<a href="javascript:alert(1)">x</a>',
    '[x](//example.org/a)',
    '[x](file:///etc/passwd)',
  ])('of other kinds lose their target: %s', (source) => {
    const box = drawn(source);
    expect(box.textContent).toContain('x');
    expect([...box.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([]);
  });

  it('to the web open elsewhere, without opener and referrer', () => {
    const link = drawn('[x](https://ex\u0430mple.org/a)').querySelector('a');
    expect(link?.rel).toBe('noopener noreferrer');
    expect(link?.target).toBe('_blank');
    expect(link?.getAttribute('href')).toMatch(/^https:\/\/xn--/);
  });

  it('to files of the workspace keep their path', () => {
    expect(drawn('[x](./src/a%20b.ts#L3)').querySelector('a')?.dataset['path']).toBe('src/a b.ts');
  });

  it('find definitions that stand in another block', () => {
    expect(drawn('see [x]', '[x]: https://example.org/').querySelector('a')?.href).toBe(
      'https://example.org/',
    );
  });
});

describe('markup', () => {
  it.each([
    '<script>alert(1)</script>',
    '<style>*{display:none}</style>',
    '<iframe src="https://example.org"></iframe>',
    '<form action="https://example.org"><button>x</button></form>',
    '<svg><animate onbegin=alert(1) /></svg>',
    '<p onclick="alert(1)" style="position:fixed" id="message" class="btn primary">x</p>',
    '<input type="text" name="key">',
    '<dialog open>x</dialog>',
  ])('that could act or pretend is gone: %s', (source) => {
    const box = drawn(source);
    expect(
      box.querySelector(
        'script, style, iframe, form, button, svg, dialog, [onclick], [style], [id], [class~="btn"], input',
      ),
    ).toBeNull();
  });

  it('keeps tables, lists, code', () => {
    const box = drawn('| a | b |\n| - | - |\n| 1 | 2 |\n\n- x\n- [ ] y\n\n```ts\nconst a = 1;\n```');
    expect(box.querySelectorAll('td')).toHaveLength(2);
    expect([...box.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['x', '☐ y']);
    expect(box.querySelector('pre .k')?.textContent).toBe('const');
    expect(box.querySelector('pre')?.textContent).toBe('const a = 1;\n');
  });
});

describe('HTML', () => {
  it('is shown as it was written, handlers and styles never parsed', () => {
    const source =
      'a <b onmouseover="x()">bold</b> word\n\n<form style="color:red"><button>Go</button></form>';
    const box = drawn(source);
    expect(box.querySelector('b, form, button, [style], [onmouseover]')).toBeNull();
    expect(box.textContent).toContain('<b onmouseover="x()">bold</b>');
    expect(box.textContent).toContain('<form style="color:red"><button>Go</button></form>');
  });

  it('breaks a line where it says so', () => {
    expect(drawn('one<br>two').querySelector('br')).not.toBeNull();
  });
});

it('a task has its box and no bullet', () => {
  const items = [...drawn('- [ ] look\n- [x] done\n- plain').querySelectorAll('li')];
  expect(items.map((item) => item.className)).toEqual(['task', 'task', '']);
  expect(items[1]?.textContent).toContain('☑');
});
