import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BatonError, ERROR_CODES, type ErrorCode } from '../src/base/error.ts';
import { exitCodeFor } from '../src/cli/exit-code.ts';
import { type Output, tellError } from '../src/cli/output.ts';
import { runProgram } from '../src/cli/program.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

async function baton(...argv: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const output: Output = { out: (text) => out.push(text), err: (text) => err.push(text), interactive: false };
  const code = await runProgram({ argv, cwd: root, version: '1.2.3', output });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

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

  it('walks a handoff through its life in the demo', async () => {
    const told = await baton('demo');
    expect(told.code).toBe(0);
    expect(told.out).toContain('accepting it again: false');
    expect(told.out).not.toContain('correct-horse');
    const json = JSON.parse((await baton('demo', '--json')).out);
    expect(json.handoff).toMatchObject({ status: 'completed', version: '1.0.0' });
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
