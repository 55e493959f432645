import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory, temporaryRepository } from '../../../test/repository.ts';
import { git, runGit } from './git.ts';

const OWN_GROUP = execFileSync('ps', ['-o', 'pgid=', '-p', String(process.pid)], { encoding: 'utf8' }).trim();

describe('a git command', () => {
  it('that stays in the repository is in a process group of its own, so Ctrl-C in a terminal does not end it', async () => {
    const shown = await git({ cwd: temporaryRepository() }, ['-c', 'alias.group=!ps -o pgid= -p $$', 'group']);
    expect(shown.trim()).toMatch(/^\d+$/);
    expect(shown.trim()).not.toBe(OWN_GROUP);
  });

  it('that Ctrl-C reached before it was in that group is started again', async () => {
    const times = join(temporaryDirectory(), 'times');
    const script = `alias.interrupted=!echo x >> '${times}'; test $(wc -l < '${times}') -gt 2 || kill -INT $PPID; echo done`;
    expect(await git({ cwd: temporaryRepository() }, ['-c', script, 'interrupted'])).toBe('done\n');
    expect(readFileSync(times, 'utf8')).toBe('x\nx\nx\n');
  });

  it('that talks to a remote keeps the terminal, to ask for a password and to be ended by Ctrl-C', async () => {
    const group = join(temporaryDirectory(), 'group');
    const ssh = `core.sshCommand=ps -o pgid= -p $$ > '${group}'; false`;
    await runGit({ cwd: temporaryRepository() }, ['-c', ssh, 'ls-remote', 'ssh://example.com/nothing']);
    expect(readFileSync(group, 'utf8').trim()).toBe(OWN_GROUP);
  });
});
