// A session's active branch as a Markdown document. Pure; images are named, not embedded.

import type { Entry } from '../../engine/events.ts';
import { type Block, type ExportWords, sectionsOf, stampOf } from './export-view.ts';

export function toMarkdown(title: string, branch: readonly Entry[], words: ExportWords): string {
  const parts = [`# ${inline(title === '' ? words.untitled : title)}`];
  for (const { by, at, model, blocks } of sectionsOf(branch)) {
    const who = [words[by], ...(model === undefined || model === '' ? [] : [model]), stampOf(at)];
    parts.push(`## ${who.map(inline).join(' · ')}`, ...blocks.map((block) => markdownOf(block, words)));
  }
  return `${parts.join('\n\n')}\n`;
}

function markdownOf(block: Block, words: ExportWords): string {
  switch (block.type) {
    case 'text':
      return block.withdrawn ? `_(${words.withdrawn})_\n\n${quote(block.text)}` : block.text.trim();
    case 'reasoning':
      return `**${words.reasoning}**\n\n${quote(block.text)}`;
    case 'image':
      return `_(${words.image}: ${block.mediaType}, ${block.blob})_`;
    case 'file':
      return `_(${inline(block.name)}: ${inline(block.mediaType)})_`;
    case 'call':
      return [
        `**${code(block.tool)}** ${code(block.state)}`,
        fence(block.argumentsText),
        ...(block.result === undefined ? [] : [fence(block.result)]),
      ].join('\n\n');
  }
}

const quote = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
const inline = (text: string): string => text.replace(/\s+/g, ' ').replace(/([\\`*_[\]<>#])/g, '\\$1');
const code = (text: string): string => `\`${text.replace(/[`\s]+/g, ' ')}\``;

/** Longer than any fence within. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}\n${text}\n${ticks}`;
}
