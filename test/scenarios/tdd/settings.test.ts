import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { askOf } from './asks.ts';
import { baton, RUN, startRun } from './command.ts';
import { newProject, writeFiles } from './project.ts';
import { ONE_TEST } from './sum.ts';

describe.concurrent('a setting of baton.yaml', { timeout: 240_000 }, () => {
  it('notify: the command is called when the run waits for a person, and when it has ended', async () => {
    const log = 'echo "$BATON_RUN $BATON_STATE $BATON_PHASE $BATON_CYCLE $BATON_ASK" >> "$NOTICES"';
    const project = newProject([ONE_TEST], { 'baton.yaml': `notify: '${log}'\n` });
    const notices = join(project.beside, 'notices');
    const told = { ...project, environment: { ...project.environment, NOTICES: notices } };
    await startRun(told, '--approvals', 'red');
    const ask = await askOf(project);
    expect(readFileSync(notices, 'utf8')).toBe(`${RUN} waiting red 1 ${ask}\n`);
    // Nothing new, nobody to tell.
    expect(await baton(told, 'resume', RUN)).toMatchObject({ code: 4 });
    expect(await baton(told, 'approve', ask, '--resume')).toMatchObject({ code: 0 });
    expect(readFileSync(notices, 'utf8').split('\n').slice(1)).toEqual([`${RUN} completed plan 2 `, '']);
  });

  it('notify: a command that fails harms nothing', async () => {
    const project = newProject([ONE_TEST], { 'baton.yaml': 'notify: [no-such-program]\n' });
    expect(await startRun(project)).toMatchObject({ code: 0 });
  });

  it('commit.sign: every commit of the run is signed, or the run says why it cannot go on', async () => {
    const project = newProject([ONE_TEST], { 'baton.yaml': 'commit: { sign: true }\n' });
    gitIn(project.path, 'config', 'gpg.program', 'false');
    const refused = await startRun(project);
    expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('Git cannot sign the commit') });
    writeFiles(project.beside, { signer: SIGNER });
    const signer = join(project.beside, 'signer');
    chmodSync(signer, 0o755);
    gitIn(project.path, 'config', 'gpg.program', signer);
    expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 0 });
    const commits = gitIn(project.path, 'rev-list', `main..baton/${RUN}`).split('\n');
    expect(commits.length).toBe(5);
    for (const commit of commits) expect(gitIn(project.path, 'cat-file', 'commit', commit)).toContain('gpgsig');
  });
});

const SIGNER = `#!/bin/sh
cat > /dev/null
echo "[GNUPG:] SIG_CREATED x" >&2
echo "-----BEGIN PGP SIGNATURE-----"
`;
