// The command line: what runs, what is wrong, and that the sentence names it.
import { describe, expect, it } from 'vitest';
import { parseArguments } from './headless-arguments.ts';

const parse = (line: string) => parseArguments(line.split(' ').map((word) => word.replaceAll('_', ' ')));

describe('a command line', () => {
  it('needs a task, a folder and a model; the mode is "ask"', () => {
    expect(parse('Do_it --cwd dir --model a/b')).toEqual({
      type: 'run',
      options: { task: 'Do it', cwd: 'dir', model: 'a/b', mode: 'ask' },
    });
  });

  it('takes every option, in any order and with "="', () => {
    expect(
      parse(
        '--mode=full --model a/b:c/d --max-turns 7 --cwd=dir --state /tmp/s --base-url=http://127.0.0.1:9/v1/ Do_it',
      ),
    ).toEqual({
      type: 'run',
      options: {
        task: 'Do it',
        cwd: 'dir',
        model: 'a/b:c/d',
        baseUrl: 'http://127.0.0.1:9/v1',
        mode: 'full',
        maxTurns: 7,
        state: '/tmp/s',
      },
    });
  });

  it.each([['--help'], ['-h'], ['Do_it --help'], ['--help --mode nonsense']])(
    'asks for help by "%s"',
    (line) => {
      expect(parse(line)).toEqual({ type: 'help' });
    },
  );

  it.each([
    ['--cwd d --model m', 'task'],
    ['Do two --cwd d --model m', 'quotes'],
    ['Do --model m', '--cwd'],
    ['Do --cwd d', '--model'],
    ['Do --cwd d --model m --mode yolo', 'read-only, ask, auto, full, not "yolo"'],
    ['Do --cwd d --model m --max-turns 0', '--max-turns'],
    ['Do --cwd d --model m --max-turns 2.5', '"2.5"'],
    ['Do --cwd d --model m --max-turns ten', '"ten"'],
    ['Do --cwd d --model m --base-url 127.0.0.1:80', '--base-url'],
    ['Do --cwd d --model m --base-url ftp://x', '"ftp://x"'],
    ['Do --cwd d --model m --speed 9', '--speed'],
    ['Do --cwd d --model', '--model'],
    ['Do --cwd d --model m --state=', '--state'],
  ])('"%s" is wrong, and the sentence names %s', (line, named) => {
    expect(parse(line)).toEqual({ type: 'wrong', message: expect.stringContaining(named) });
  });
});
