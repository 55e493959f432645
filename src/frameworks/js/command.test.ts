import { describe, expect, it } from 'vitest';
import { findCommand, findInScript, sortArguments } from './command.ts';

const scripts = {
  test: 'npm run lint && npm run unit -- --project x',
  unit: 'cross-env TZ=UTC vitest run --config "my config.ts"',
  lint: 'biome check',
  loop: 'npm run loop',
  jest: "NODE_OPTIONS='--experimental-vm-modules --no-warnings' jest --runInBand",
  node: 'node --experimental-vm-modules node_modules/jest/bin/jest.js -c a.js',
};

describe("a framework's program", () => {
  it.each([
    [['vitest', 'run'], ['run']],
    [
      ['npx', 'vitest', 'run', '--project', 'x'],
      ['run', '--project', 'x'],
    ],
    [['npx', '--yes', 'vitest'], []],
    [['pnpm', 'exec', 'vitest', 'run'], ['run']],
    [['pnpm', 'vitest', 'run'], ['run']],
    [['yarn', 'vitest'], []],
    [['bunx', '--bun', 'vitest'], []],
    [['npm', 'exec', '--', 'vitest', 'run'], ['run']],
    [['node_modules/.bin/vitest', 'run'], ['run']],
    [['node', './node_modules/vitest/vitest.mjs', 'run'], ['run']],
    [
      ['npm', 'test'],
      ['run', '--config', 'my config.ts', '--project', 'x'],
    ],
    [
      ['npm', 't'],
      ['run', '--config', 'my config.ts', '--project', 'x'],
    ],
    [
      ['yarn', 'unit', 'src'],
      ['run', '--config', 'my config.ts', 'src'],
    ],
    [
      ['pnpm', 'run', 'unit'],
      ['run', '--config', 'my config.ts'],
    ],
  ])('is found in %j', (words, args) => {
    expect(findCommand(words, 'vitest', scripts)?.args).toEqual(args);
  });

  it.each([[['make', 'test']], [['npm', 'run', 'lint']], [['npm', 'run', 'loop']], [['npx', 'jest']], [[]], [['npm']]])(
    'is not found in %j',
    (words) => {
      expect(findCommand(words, 'vitest', scripts)).toBeUndefined();
    },
  );

  it('keeps its environment and the options of Node', () => {
    expect(findCommand(['npm', 'run', 'unit'], 'vitest', scripts)?.environment).toEqual({ TZ: 'UTC' });
    expect(findInScript(scripts.jest, 'jest', scripts)).toEqual({
      environment: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
      nodeOptions: [],
      args: ['--runInBand'],
    });
    expect(findInScript(scripts.node, 'jest', scripts)).toMatchObject({
      nodeOptions: ['--experimental-vm-modules'],
      args: ['-c', 'a.js'],
    });
  });

  it.each(['vitest run $(ls)', 'vitest run > out.txt', 'vitest run | tee x', 'echo vitest'])(
    'is not found where a shell is needed: %s',
    (script) => {
      expect(findInScript(script, 'vitest', {})).toBeUndefined();
    },
  );
});

describe('arguments', () => {
  const table = {
    dropped: new Set(['--watch', '-u']),
    droppedWithValue: new Set(['--reporter']),
    droppedWithNumber: new Set(['--bail']),
    lists: new Set(['--projects']),
    flags: new Set(['--globals']),
    subcommands: new Set(['run']),
  };

  it('lose what Baton sets itself, and filters come apart from options', () => {
    const args = [
      'run',
      '--watch',
      '--reporter',
      'json',
      '--bail=1',
      '--config',
      'a.ts',
      '--globals',
      'src',
      '--dir=lib',
      'run',
      '-u',
    ];
    expect(sortArguments(args, table)).toEqual({
      options: ['--config', 'a.ts', '--globals', '--dir=lib'],
      filters: ['src', 'run'],
    });
    expect(sortArguments(['--bail', 'src', '--bail', '1', '--projects', 'a', 'b'], table)).toEqual({
      options: ['--projects', 'a', 'b'],
      filters: ['src'],
    });
  });
});
