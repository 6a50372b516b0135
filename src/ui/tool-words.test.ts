// Tool lines in words: what the call is about and what came of it.

import { beforeAll, describe, expect, it } from 'vitest';
import { asId } from '../engine/ids.ts';
import type { ResultSummary, ToolResult } from '../engine/messages.ts';
import type { CallView } from '../features/sessions/fold.ts';
import { wholeSpeech } from './i18n/text.ts';
import { lineName, resultOf, targetOf, verbOf } from './tool-words.ts';

beforeAll(wholeSpeech);

const result = (summary: ResultSummary, more: Partial<ToolResult> = {}): ToolResult => ({
  callId: asId('c'),
  tool: 'x',
  ok: true,
  text: '',
  provenance: 'workspace',
  summary,
  ...more,
});
const call = (tool: string, more: Partial<CallView> = {}): CallView => ({
  type: 'call',
  key: 'k',
  run: asId('r'),
  tool,
  input: {},
  argumentsText: '',
  state: 'done',
  ...more,
});

describe('the name of a line', () => {
  it('starts with Tool and the name of the tool', () => {
    expect(lineName(call('read_file', { input: { path: 'src/app.tsx' } }))).toBe(
      'Tool read_file src/app.tsx',
    );
    expect(lineName(call('grep_files', { input: { pattern: 'a+' } }))).toBe('Tool grep_files a+');
    expect(lineName(call('list_files'))).toBe('Tool list_files the whole workspace');
    expect(lineName(call('weather', { input: { city: 'Bremen' } }))).toBe('Tool weather');
  });

  it('knows the root by its other names', () => {
    expect(targetOf(call('list_files', { input: { path: '.' } }))).toBe('the whole workspace');
  });
});

describe('the result', () => {
  it.each<[string, CallView, string]>([
    ['matches', call('grep_files', { result: result({ matches: 11, files: 4 }) }), '11 matches in 4 files'],
    ['one match', call('grep_files', { result: result({ matches: 1, files: 1 }) }), '1 match in 1 file'],
    ['no match', call('grep_files', { result: result({ matches: 0, files: 0 }) }), 'nothing found'],
    ['lines', call('read_file', { result: result({ lines: 41 }) }), '41 lines'],
    ['a range', call('read_file', { result: result({ fromLine: 1, toLine: 80, lines: 80 }) }), 'lines 1–80'],
    [
      'a new file',
      call('write_file', { result: result({}), change: { path: 'a', added: 31, removed: 0, created: true } }),
      'new, 31 lines',
    ],
    [
      'a failure',
      call('edit_file', { state: 'failed', result: result({}, { ok: false, failure: 'stale' }) }),
      'it changed in the meantime',
    ],
    ['files', call('list_files', { result: result({ files: 3 }) }), '3 files'],
    [
      'files and folders',
      call('list_files', { result: result({ files: 1, folders: 4 }) }),
      '1 file, 4 folders',
    ],
    ['folders alone', call('list_files', { result: result({ files: 0, folders: 2 }) }), '2 folders'],
    ['an empty folder', call('list_files', { result: result({ files: 0, folders: 0 }) }), '0 files'],
    [
      'a shortened list',
      call('search_files', { result: result({ files: 3, cut: true }) }),
      '3 files, shortened',
    ],
    [
      'a refusal',
      call('edit_file', { state: 'denied', answer: { type: 'deny', by: 'person' } }),
      'you said no',
    ],
    [
      'nobody to ask',
      call('edit_file', { state: 'denied', answer: { type: 'deny', by: 'no-channel' } }),
      'nobody was there to ask',
    ],
    [
      'what a person said of an unknown call',
      call('edit_file', { state: 'interrupted', ran: true }),
      'it ran',
    ],
  ])('says %s', (_, view, words) => {
    expect(resultOf(view)).toBe(words);
  });
});

describe('the verb', () => {
  it.each<[CallView['state'], Partial<CallView>, string]>([
    ['done', {}, 'Wrote'],
    ['running', {}, 'Writing'],
    ['failed', {}, 'Did not write'],
    ['denied', {}, 'Did not write'],
    ['interrupted', {}, 'Writing'],
    ['interrupted', { ran: true }, 'Wrote'],
    ['interrupted', { ran: false }, 'Did not write'],
    ['unknown', {}, 'Writing'],
  ])('of a write that is %s %o', (state, more, verb) => {
    expect(verbOf(call('write_file', { state, ...more }))).toBe(verb);
  });

  it('of a tool that is not known says that it was called, also where it failed', () => {
    expect(verbOf(call('weather', { state: 'failed' }))).toBe('Called');
    expect(verbOf(call('weather', { state: 'denied' }))).toBe('Did not call');
  });

  it('and the result of what was cut off make a sentence', () => {
    const cut = call('write_file', { state: 'interrupted' });
    expect(`${verbOf(cut)} a.txt ${resultOf(cut)}`).toBe('Writing a.txt was interrupted');
  });
});
