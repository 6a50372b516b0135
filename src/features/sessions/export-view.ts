// The active branch as blocks for a document: who spoke, when, and what. Shared by Markdown and HTML; words come from
// the page, since they are the reader's.

import type { Entry } from '../../engine/events.ts';
import { type BlobHash, USER } from '../../engine/ids.ts';
import { createSessionFold } from './fold.ts';
import type { CallView, PartView } from './view.ts';

/** In the reader's language. */
export interface ExportWords {
  readonly person: string;
  readonly agent: string;
  readonly reasoning: string;
  readonly image: string;
  /** Text that was cut off or taken back. */
  readonly withdrawn: string;
  readonly untitled: string;
}

export type Block =
  | { readonly type: 'text'; readonly text: string; readonly withdrawn: boolean }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly blob: BlobHash }
  | { readonly type: 'file'; readonly name: string; readonly mediaType: string }
  | {
      readonly type: 'call';
      readonly tool: string;
      readonly argumentsText: string;
      readonly state: string;
      readonly result?: string;
    };

export interface Section {
  readonly by: 'person' | 'agent';
  readonly at: number;
  readonly model?: string;
  readonly blocks: readonly Block[];
}

export function sectionsOf(branch: readonly Entry[]): readonly Section[] {
  const fold = createSessionFold();
  for (const entry of branch) fold.entry(entry);
  return fold.view().items.flatMap((item): readonly Section[] => {
    if (item.type === 'said') {
      const blocks = item.parts.flatMap((part): readonly Block[] => {
        if (part.type === 'text') return [{ type: 'text', text: part.text, withdrawn: false }];
        if (part.type === 'image') return [{ type: 'image', mediaType: part.mediaType, blob: part.blob }];
        return [{ type: 'file', name: part.name, mediaType: part.mediaType }];
      });
      return [{ by: item.by === USER ? 'person' : 'agent', at: item.at, blocks }];
    }
    if (item.type !== 'work') return [];
    const blocks = item.parts.flatMap(blocksOf);
    return blocks.length === 0 ? [] : [{ by: 'agent', at: item.at, model: item.model, blocks }];
  });
}

function blocksOf(part: PartView): readonly Block[] {
  if (part.type === 'text')
    return [{ type: 'text', text: part.text, withdrawn: part.withdrawn !== undefined }];
  if (part.type === 'reasoning') return [{ type: 'reasoning', text: part.text }];
  if (part.type === 'call') return [callOf(part)];
  return part.type === 'reads' ? part.calls.map(callOf) : [];
}

function callOf({ tool, argumentsText, state, result }: CallView): Block {
  return {
    type: 'call',
    tool,
    argumentsText,
    state,
    ...(result === undefined ? {} : { result: result.text }),
  };
}

/** `2026-11-30 21:05 UTC`: a file is read anywhere. */
export function stampOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The name of a file for a session, without its ending. */
export function fileNameOf(title: string, at: number): string {
  const words = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${new Date(at).toISOString().slice(0, 10)}-${Array.from(words).slice(0, 40).join('') || 'session'}`;
}
