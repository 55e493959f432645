import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../test/repository.ts';
import { onFaultPoint } from '../base/fault-point.ts';
import { cleanEnvironment } from './environment.ts';
import { MARK, type ProgramRequest, runProgram } from './program.ts';

function run(script: string, more: Partial<ProgramRequest> = {}) {
  const cwd = temporaryDirectory();
  const environment = cleanEnvironment({ home: cwd, temporary: cwd });
  return runProgram({ program: ['sh', '-c', script], cwd, environment, timeoutMs: 20_000, ...more });
}

describe('a program that was run', () => {
  it('tells its exit code, its signal and what it printed, both streams in order', async () => {
    expect(await run('echo one; echo two >&2; exit 3')).toMatchObject({
      exitCode: 3,
      signal: null,
      timedOut: false,
      output: expect.stringMatching(/one\n[\s\S]*two\n|two\n[\s\S]*one\n/),
    });
    expect(await run('kill -TERM $$')).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
  });

  it('reads its input and hears itself while it runs', async () => {
    const heard: string[] = [];
    const { output } = await run('cat', { input: 'hello', onOutput: (piece) => heard.push(piece) });
    expect([output, heard.join('')]).toEqual(['hello', 'hello']);
  });

  it('that is lost while it is being started is told as that, although its input goes nowhere', async () => {
    onTestFinished(() => onFaultPoint(undefined));
    onFaultPoint((point) => {
      if (point === 'program.started') throw new Error('lost');
    });
    await expect(run('cat', { input: 'x'.repeat(1_000_000) })).rejects.toThrow('lost');
  });

  it('is heard by stream, with no letter torn apart between two pieces', async () => {
    const heard = { stdout: '', stderr: '' };
    const script = 'printf "\\303"; sleep 0.2; printf "\\244"; echo warned >&2';
    const { output } = await run(script, { onOutput: (piece, stream) => (heard[stream] += piece) });
    expect(heard).toEqual({ stdout: 'ä', stderr: 'warned\n' });
    expect(output).toContain('ä');
  });

  it('is made known by its mark before it runs', async () => {
    const file = join(temporaryDirectory(), 'known');
    const onStarting = (mark: string) => writeFileSync(file, mark);
    const { output } = await run(`cat ${file}; echo " $${MARK}"`, { onStarting });
    expect(output).toMatch(/^(\S+) \1\n$/);
  });

  it('is not ended at once by a time that no timer can hold', async () => {
    expect(await run('sleep 0.2; echo done', { timeoutMs: 2 ** 40 })).toMatchObject({ exitCode: 0, output: 'done\n' });
  });

  it('is ended at once if that was asked for before it began', async () => {
    const signal = AbortSignal.abort();
    expect(await run('sleep 60', { signal })).toMatchObject({ exitCode: null, signal: 'SIGKILL', timedOut: false });
  });

  it('is ended with everything it started when its time is up', async () => {
    const cwd = temporaryDirectory();
    const environment = cleanEnvironment({ home: cwd, temporary: cwd });
    const program = ['sh', '-c', 'sleep 60 & setsid sleep 61 & echo $$ > pid; sleep 62'];
    const result = await runProgram({ program, cwd, environment, timeoutMs: 300 });
    expect(result).toMatchObject({ exitCode: null, timedOut: true });
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    expect(() => process.kill(-pid, 0)).toThrow();
  });

  it.skipIf(process.platform !== 'linux')('leaves no daemon behind that left its group', async () => {
    const cwd = temporaryDirectory();
    const environment = cleanEnvironment({ home: cwd, temporary: cwd });
    const script = '(setsid sh -c "sleep 1; echo late > late.txt" > /dev/null 2>&1 < /dev/null &); exit 0';
    await runProgram({ program: ['sh', '-c', script], cwd, environment, timeoutMs: 20_000 });
    await sleep(1500);
    expect(existsSync(join(cwd, 'late.txt'))).toBe(false);
  });

  it('is not waited for by output that a child keeps open', async () => {
    expect(await run('sleep 30 & echo done')).toMatchObject({ exitCode: 0, output: 'done\n' });
  });

  it('can say a hundred megabytes and leaves its ends', async () => {
    const script = 'echo begin; head -c 100000000 /dev/zero | tr "\\0" x; echo end';
    const { output, exitCode } = await run(script, { keepOutput: 1000 });
    expect(exitCode).toBe(0);
    expect(output.length).toBeLessThan(1100);
    expect(output).toMatch(/^begin\nx+\n\[\.\.\. \d+ characters left out \.\.\.\]\nx+end\n$/);
  });

  it('is ended early on request', async () => {
    const ending = new AbortController();
    const running = run('sleep 60', { signal: ending.signal });
    ending.abort();
    expect(await running).toMatchObject({ exitCode: null, signal: 'SIGKILL', timedOut: false });
  });

  it('sees none of the variables of its starter', async () => {
    const cwd = temporaryDirectory();
    const from = { PATH: process.env.PATH, MY_API_KEY: 'x', LANG: 'C' };
    const environment = cleanEnvironment({ home: cwd, temporary: cwd }, { CI: '1' }, from);
    expect(environment).toEqual({ PATH: process.env.PATH, LANG: 'C', HOME: cwd, TMPDIR: cwd, CI: '1' });
  });

  it('is named when it cannot be started', async () => {
    await expect(run('', { program: ['baton-no-such-program'] })).rejects.toMatchObject({
      code: 'missing_program',
      message: expect.stringContaining('baton-no-such-program'),
    });
  });
});
