// A pasted `.env` block: which lines become accounts, and which never do.

import { expect, it } from 'vitest';
import { readEnvBlock } from './env-block.ts';

it('each known key is a candidate, with the address it belongs to', () => {
  const block = `
# keys of the team
ANTHROPIC_API_KEY=sk-ant-1
export OPENAI_API_KEY="sk-2" # main
GEMINI_API_KEY='AIza3'
OPENROUTER_API_KEY = sk-or-4
MISTRAL_API_KEY=m5;
  "DEEPSEEK_API_KEY": "d6",
XAI_API_KEY=x7
GROQ_API_KEY=g8
DATABASE_URL=postgres://user:secret@host/db
AWS_SECRET_ACCESS_KEY=not-ours
GITHUB_TOKEN=not-ours-either
`;
  expect(readEnvBlock(block).map(({ provider, key }) => [provider, key])).toEqual([
    ['anthropic', 'sk-ant-1'],
    ['openai', 'sk-2'],
    ['google', 'AIza3'],
    ['openrouter', 'sk-or-4'],
    ['mistral', 'm5'],
    ['deepseek', 'd6'],
    ['xai', 'x7'],
    ['groq', 'g8'],
  ]);
  expect(readEnvBlock(block)[0]).toEqual({
    provider: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    key: 'sk-ant-1',
    name: 'ANTHROPIC_API_KEY',
  });
});

it('a key with an address of its own goes there and nowhere else', () => {
  expect(readEnvBlock('OPENAI_API_KEY=k\nOPENAI_BASE_URL=https://proxy.example/v1/')).toMatchObject([
    { provider: 'openai-compatible', baseUrl: 'https://proxy.example/v1', key: 'k' },
  ]);
  expect(readEnvBlock('ANTHROPIC_BASE_URL=https://claude.example\nANTHROPIC_API_KEY=k')).toMatchObject([
    { provider: 'anthropic', baseUrl: 'https://claude.example' },
  ]);
});

it('a server of this machine needs no key', () => {
  expect(readEnvBlock('OLLAMA_HOST=0.0.0.0:11500')).toEqual([
    { provider: 'ollama', baseUrl: 'http://127.0.0.1:11500', name: 'OLLAMA_HOST' },
  ]);
  expect(readEnvBlock('OLLAMA_HOST=box.local')).toMatchObject([{ baseUrl: 'http://box.local:11434' }]);
});

it('several keys of one provider are several candidates, the same key is one', () => {
  const block = 'OPENAI_API_KEY=a\nOPENAI_API_KEY_2=b\nOPENAI_KEY=a';
  expect(readEnvBlock(block).map(({ key }) => key)).toEqual(['a', 'b']);
});

it.each([
  '',
  'hello',
  'OPENAI_API_KEY=',
  'OPENAI_API_KEY=your-key-here',
  '# OPENAI_API_KEY=k',
  'OPENAI_API_KEY=<key>',
])('%j holds none', (block) => {
  expect(readEnvBlock(block)).toEqual([]);
});
