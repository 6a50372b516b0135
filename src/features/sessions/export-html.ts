// A session's active branch as one HTML file that stands alone: no script, no request to anywhere, every character of
// the session escaped. Its own policy says so too, in case something slipped through.

import type { Entry } from '../../engine/events.ts';
import type { BlobHash } from '../../engine/ids.ts';
import { type Block, type ExportWords, sectionsOf, stampOf } from './export-view.ts';
import { escapeHtml, htmlOf } from './html-text.ts';

export interface HtmlOptions {
  readonly title: string;
  readonly language: string;
  readonly words: ExportWords;
  /** Of images: `data:` addresses; what is missing is named instead. */
  readonly images: ReadonlyMap<BlobHash, string>;
}

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } header { font-weight: 600; margin-top: 2rem; } header small { font-weight: 400; opacity: .7; }
section.person { border-inline-start: 3px solid #3b82a8; padding-inline-start: 1rem; }
pre { overflow: auto; padding: .75rem; border: 1px solid #8884; border-radius: 6px; font-size: .85rem; }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid #8886; opacity: .85; }
table { border-collapse: collapse; } td, th { border: 1px solid #8886; padding: .25rem .5rem; } img { max-width: 100%; }
.task { list-style: none; } details { margin: .75rem 0; } .withdrawn { opacity: .6; }
`;

export function toHtml(branch: readonly Entry[], { title, language, words, images }: HtmlOptions): string {
  const name = escapeHtml(title === '' ? words.untitled : title);
  const sections = sectionsOf(branch).map(({ by, at, model, blocks }) => {
    const about = [...(model === undefined || model === '' ? [] : [model]), stampOf(at)].join(' · ');
    const body = blocks.map((block) => blockOf(block, words, images)).join('\n');
    return `<section class="${by}"><header>${escapeHtml(words[by])} <small>${escapeHtml(about)}</small></header>\n${body}</section>`;
  });
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${name}</title><style>${STYLE}</style></head>
<body><h1 dir="auto">${name}</h1>
${sections.join('\n')}
</body></html>
`;
}

function blockOf(block: Block, words: ExportWords, images: ReadonlyMap<BlobHash, string>): string {
  switch (block.type) {
    case 'text':
      if (!block.withdrawn) return htmlOf(block.text);
      return `<div class="withdrawn"><p>(${escapeHtml(words.withdrawn)})</p>${htmlOf(block.text)}</div>`;
    case 'reasoning':
      return `<details><summary>${escapeHtml(words.reasoning)}</summary>${htmlOf(block.text)}</details>`;
    case 'image': {
      const data = images.get(block.blob);
      const label = escapeHtml(`${words.image}: ${block.mediaType}`);
      return data === undefined
        ? `<p>(${label})</p>`
        : `<p><img src="${escapeHtml(data)}" alt="${label}"></p>`;
    }
    case 'file':
      return `<p>(${escapeHtml(`${block.name}: ${block.mediaType}`)})</p>`;
    case 'call': {
      const result = block.result === undefined ? '' : `<pre dir="ltr">${escapeHtml(block.result)}</pre>`;
      return `<details><summary><code>${escapeHtml(block.tool)}</code> ${escapeHtml(block.state)}</summary><pre dir="ltr">${escapeHtml(block.argumentsText)}</pre>${result}</details>`;
    }
  }
}
