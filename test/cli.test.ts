import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BatonError, ERROR_CODES, type ErrorCode } from '../src/base/error.ts';
import { exitCodeFor } from '../src/cli/exit-code.ts';
import { type Output, tellError } from '../src/cli/output.ts';
import { VERBS } from '../src/cli/verbs.ts';
import { program } from './cli-program.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

const baton = (...argv: string[]) => program(root, ...argv);

describe('the command line', () => {
  it('tells its version and its help', async () => {
    expect(await baton('--version')).toEqual({ code: 0, out: '1.2.3', err: '' });
    const help = await baton('--help');
    expect(help.code).toBe(0);
    expect(help.out).toContain('Usage: baton');
    expect(help.out).toContain('Exit codes: 0 done, 1 failed or refused');
    expect((await baton('demo', '--help')).out).toContain('Examples:\n  baton demo');
  });

  it('shows help and exits with 2 when nothing is asked', async () => {
    const { code, err } = await baton();
    expect(code).toBe(2);
    expect(err).toContain('Usage: baton');
  });

  it('answers an unknown verb or flag with what was meant', async () => {
    expect(await baton('dmo')).toEqual({
      code: 2,
      out: '',
      err: "baton: unknown command 'dmo' (Did you mean demo?). See `baton --help`.",
    });
    expect(await baton('demo', '--jsno')).toMatchObject({ code: 2 });
  });

  it('tells errors as JSON when asked', async () => {
    const { code, err } = await baton('nonsense', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'usage' } });
  });

  it('plays a whole run in the demo, catches the agents that cheat, and keeps the repository', () => {
    const main = `${root}dist/cli/main.js`;
    const { status, stdout } = spawnSync(main, ['demo', '--json'], { encoding: 'utf8' });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { path, run, state } = lines.at(-1);
    onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    expect([status, state]).toEqual([0, 'completed']);
    for (let command = 0; command < 2; command++) {
      const later = spawnSync(main, ['status', '--json'], { cwd: path, encoding: 'utf8' });
      expect(JSON.parse(later.stdout)).toMatchObject({ runs: [{ run }] });
    }
    const refused = lines.filter(({ type }) => type === 'gate.refused').map(({ data }) => data.reasons[0].code);
    expect(refused).toEqual(['test_passes_before_implementation', expect.stringMatching(/out_of_scope|tests_changed/)]);
  });

  it('asks for what a verb needs, and names its help [R001-40]', async () => {
    expect(await baton('run')).toEqual({
      code: 2,
      out: '',
      err: "baton: missing required argument 'request'. See `baton run --help`.",
    });
    expect(await baton('mcp', 'extra')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/[^.]\. See `baton mcp --help`\.$/),
    });
    expect(await baton('run', '  ')).toMatchObject({ code: 2, err: expect.stringContaining('baton run "a stack') });
    expect(await baton('handoff', 'accept')).toMatchObject({
      code: 2,
      err: expect.stringContaining('See `baton handoff accept --help`.'),
    });
    expect(await baton('reject', 'ask-1')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--reason is missing'),
    });
    expect(await baton('decide', 'ask-1', 'rtry')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean retry?'),
    });
    expect(await baton('completion', 'tcsh')).toMatchObject({
      code: 2,
      err: expect.stringContaining('bash, zsh, fish'),
    });
  });

  it('has a help for every verb: what it does, its options and examples', async () => {
    for (const { name, examples, options = [] } of VERBS) {
      const { code, out } = await baton(name, '--help');
      expect(code).toBe(0);
      expect(out).toContain(`Examples:\n  ${examples[0]}`);
      for (const [flags] of options) expect(out).toContain(flags);
    }
    const help = await baton('run', '--help');
    expect(help.out).toContain('Exit codes:\n  0    the list is done');
    expect((await baton('history', '--help')).out).toContain('Usage: baton log|history');
  });

  it('runs as a program', () => {
    const main = `${root}dist/cli/main.js`;
    expect(execFileSync(main, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`);
    expect(spawnSync(main, ['nonsense']).status).toBe(2);
  });
});

it('every error code has an exit code, and only bad input is 2', () => {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  expect(codes.filter((code) => exitCodeFor(code) === 1)).toContain('lost_race');
  expect(codes.filter((code) => exitCodeFor(code) === 3)).toContain('not_a_repository');
  expect(exitCodeFor('invalid_handoff')).toBe(2);
  for (const code of codes) expect([1, 2, 3]).toContain(exitCodeFor(code));
});

it('a defect shows its stack; a told error does not', () => {
  const lines: string[] = [];
  const output: Output = { out: () => undefined, err: (text) => lines.push(text), interactive: false };
  expect(tellError(new Error('boom'), output, false)).toBe(1);
  expect(lines.join('\n')).toMatch(/baton: boom\nError: boom\n {4}at /);
  lines.length = 0;
  expect(tellError(new BatonError('usage', 'Say it again.'), output, false)).toBe(2);
  expect(tellError('text', output, true)).toBe(1);
  expect(lines).toEqual(['baton: Say it again.', '{"error":{"code":"internal","message":"text","data":{}}}']);
});
