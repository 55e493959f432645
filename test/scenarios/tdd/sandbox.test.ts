import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSandbox } from '../../../src/sys/sandbox.ts';
import { askOf } from './asks.ts';
import { baton, launch, RUN, runWords, startRun } from './command.ts';
import { newProject, type Project } from './project.ts';
import { recordOf } from './record.ts';
import { ONE_TEST } from './sum.ts';

const WARNING = 'cannot create namespaces here (no namespaces). Agents and tests run with your permissions. Allow';

describe.concurrent('without a sandbox', { timeout: 240_000 }, () => {
  it('every start and resume says so, and so do status, show and the record of each proof', async () => {
    const project = newProject([ONE_TEST]);
    const contained = (await findSandbox()).kind !== 'none';
    const started = await startRun(project, '--approvals', 'plan,red');
    expect(started.code).toBe(4);
    if (contained) expect(started.err).not.toContain('sandbox');
    const resumed = await withoutSandbox(project, 'approve', await askOf(project), '--resume');
    expect(resumed).toMatchObject({ code: 4, err: expect.stringContaining(WARNING) });
    if (contained) expect(resumed.err).toContain('The sandbox that contained this run before is gone');
    const gates = (await recordOf(project)).of('gate.passed').filter(({ data }) => data.gate === 'red');
    expect(gates).toMatchObject([{ data: { sandbox: 'none' } }]);
    for (const words of [['status'], ['status', RUN], ['show', RUN]]) {
      const { out } = await withoutSandbox(project, ...words);
      if (words[0] === 'status') expect(out).toContain(WARNING);
      if (words.length > 1 && contained)
        expect(out).toContain('1 of 2 sessions and 1 of 2 proofs ran without a sandbox');
    }
    const { runs, sandbox } = JSON.parse((await withoutSandbox(project, 'status', '--json')).out);
    expect(sandbox).toEqual({ sandbox: 'none', warning: expect.stringContaining(WARNING) });
    if (contained)
      expect(runs[0].contained).toEqual({ sessions: { all: 2, contained: 1 }, proofs: { all: 2, contained: 1 } });
  });

  it('a run that requires one is refused before it is created, with what to do', async () => {
    const project = newProject([ONE_TEST]);
    const refused = await withoutSandbox(project, ...runWords(project), '--sandbox', 'require');
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^baton: A sandbox is required \(sandbox: require\), but bubblewrap cannot create namespaces.*Allow unprivileged user namespaces/,
      ),
    });
    expect(await baton(project, 'status', '--names')).toMatchObject({ out: '' });
  });
});

/** Runs a command where bubblewrap is installed but may not do its work. */
function withoutSandbox(project: Project, ...words: string[]) {
  const bin = join(project.beside, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'bwrap'), '#!/bin/sh\necho no namespaces >&2\nexit 1\n');
  chmodSync(join(bin, 'bwrap'), 0o755);
  return launch(project, words, { PATH: `${bin}:${process.env.PATH}` }).ended;
}
