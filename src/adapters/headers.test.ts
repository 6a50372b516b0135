// What each of the app's own responses may do: the table, read as a browser would.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { headerRows, headersFor } from './headers.ts';

function policy(path: string): Map<string, string> {
  const parts = (headersFor(path)['content-security-policy'] ?? '').split('; ');
  return new Map(parts.map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]));
}

describe('security headers', () => {
  it('let the page talk to its own origin only, and run no inline script, style or string', () => {
    for (const path of ['', 'index.html']) {
      const page = policy(path);
      expect(page.get('default-src')).toBe("'none'");
      expect(page.get('script-src')).toBe("'self'");
      expect(page.get('style-src')).toBe("'self'");
      expect(page.get('connect-src')).toBe("'self'");
      expect(page.get('require-trusted-types-for')).toBe("'script'");
      expect(page.get('frame-ancestors')).toBe("'none'");
    }
  });

  it('let the harness alone reach any host', () => {
    expect(policy('workers/harness-Ab-12_x.js').get('connect-src')).toBe("'self' http: https: ws: wss:");
    const narrow = [
      '',
      'sw.js',
      'workers/knowledge-x.js',
      'workers/harnessed-x.js',
      'assets/harness-x.js',
      'x/workers/harness-x.js',
    ];
    for (const path of narrow) expect(policy(path).get('connect-src') ?? "'none'").toMatch(/^'(self|none)'$/);
  });

  it('let a sandbox worker reach nobody, not even our origin', () => {
    for (const path of ['workers/scan-x.js', 'workers/shell-x.js', 'workers/model-x.js'])
      expect(policy(path).get('connect-src')).toBe("'none'");
  });

  it('let what draws diagrams reach nobody, belong to nobody and run one script that is known', () => {
    const diagram = policy('diagram.html');
    expect(diagram.get('default-src')).toBe("'none'");
    expect(diagram.get('sandbox')).toBe('allow-scripts');
    expect(diagram.get('frame-ancestors')).toBe("'self'");
    expect([...diagram.keys()].filter((name) => name.endsWith('-src'))).toEqual([
      'default-src',
      'script-src',
      'style-src',
    ]);
    const html = readFileSync('public/diagram.html', 'utf8');
    const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(diagram.get('script-src')).toBe(`'sha256-${hash}' blob:`);
  });

  it('allow wasm in workers that need it and eval nowhere', () => {
    for (const { headers } of headerRows()) {
      expect(headers['content-security-policy']).not.toMatch(/'unsafe-eval'/);
      expect(headers['content-security-policy']).not.toMatch(/(script|default)-src[^;]*'unsafe-inline'/);
    }
  });

  it('isolate, sniff nothing, refer nobody: on every response', () => {
    for (const { headers } of headerRows()) {
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'credentialless',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  it('keep only what has a hash in its name', () => {
    const kept = ['assets/index-x.js', 'workers/scan-x.js', 'index.html', 'sw.js', 'icons/icon.svg'].filter(
      (path) => headersFor(path)['cache-control']?.includes('immutable'),
    );
    expect(kept).toEqual(['assets/index-x.js', 'workers/scan-x.js']);
  });

  it('are the same as data', () => {
    const path = 'workers/harness-x.js';
    const row = headerRows().find(({ match }) => new RegExp(match).test(path));
    expect(row?.headers).toEqual(headersFor(path));
  });
});
