// Pins what models read of the file tools: a changed word is a decision, made here too.

import { describe, expect, it } from 'vitest';
import { hashOf, openDesk } from './fixtures/desk.ts';
import { FIELD_TEXT, TOOL_TEXT } from './prompts.ts';

const tools = openDesk().workspace.tools;

describe('the file tools', () => {
  it('take these parameters, flat', () => {
    const parameters = tools.map(({ name, input }) => {
      const required = new Set(Array.isArray(input.json['required']) ? input.json['required'] : []);
      const fields = Object.keys(input.json['properties'] ?? {}).map((key) =>
        required.has(key) ? key : `${key}?`,
      );
      return `${name} {${fields.join(', ')}}`;
    });
    expect(parameters).toEqual([
      'read_file {path, from?, to?}',
      'stat_file {path}',
      'list_files {path?}',
      'search_files {pattern, path?}',
      'grep_files {pattern, path?, context?}',
      'write_file {path, content}',
      'edit_file {path, old, new, all?}',
    ]);
  });

  it('say what they do to the gate and to each other', () => {
    const traits = tools.map(({ name, effect, concurrency }) => `${name} ${effect} ${concurrency}`);
    expect(traits).toEqual([
      'read_file read shared',
      'stat_file read shared',
      'list_files read shared',
      'search_files read shared',
      'grep_files read shared',
      'write_file write exclusive',
      'edit_file write exclusive',
    ]);
  });

  it('describe every tool and every field, in exactly these words', () => {
    for (const { description, input } of tools) {
      expect(description.length).toBeGreaterThan(40);
      for (const field of Object.values(input.json['properties'] ?? {}))
        expect(field).toHaveProperty('description');
    }
    expect(hashOf(JSON.stringify([TOOL_TEXT, FIELD_TEXT]))).toBe(
      'c7c9823c4677212f623a791170e2fa429a63c81fe902ec319f3f69f627634dba',
    );
  });
});
