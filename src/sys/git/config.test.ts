import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn, temporaryDirectory, temporaryRepository } from '../../../test/repository.ts';
import { openGitConfig } from './config.ts';
import { openRepository } from './repository.ts';

describe('the settings of git', () => {
  it('are read with all their values, and none where nothing is set', async () => {
    const path = temporaryRepository();
    const config = openGitConfig(await openRepository(path));
    expect(await config.read('notes.rewriteRef')).toEqual([]);
    gitIn(path, 'config', '--add', 'notes.rewriteRef', 'refs/notes/a');
    gitIn(path, 'config', '--add', 'notes.rewriteRef', 'two\nlines');
    expect(await config.read('notes.rewriteRef')).toEqual(['refs/notes/a', 'two\nlines']);
  });

  it('get a value once, however often it is added, and keep the others', async () => {
    const path = temporaryRepository();
    const config = openGitConfig(await openRepository(path));
    gitIn(path, 'config', 'notes.rewriteRef', 'refs/notes/x-handoffs');
    await config.add('notes.rewriteRef', 'refs/notes/*-handoffs');
    await config.add('notes.rewriteRef', 'refs/notes/*-handoffs');
    expect(await config.read('notes.rewriteRef')).toEqual(['refs/notes/x-handoffs', 'refs/notes/*-handoffs']);
  });

  it('are set for all work trees of a repository', async () => {
    const path = temporaryRepository();
    const linked = join(temporaryDirectory(), 'linked');
    gitIn(path, 'worktree', 'add', '--quiet', '--detach', linked);
    await openGitConfig(await openRepository(linked)).add('notes.displayRef', 'refs/notes/*-handoffs');
    expect(gitIn(path, 'config', 'notes.displayRef')).toBe('refs/notes/*-handoffs');
  });

  it('that cannot be read or written are an error with a sentence', async () => {
    const path = temporaryRepository();
    const config = openGitConfig(await openRepository(path));
    writeFileSync(join(path, '.git/config.lock'), '');
    await expect(config.add('notes.displayRef', 'x')).rejects.toThrow(/git config failed: could not lock config file/);
    writeFileSync(join(path, '.git/config'), '[broken');
    await expect(config.read('notes.displayRef')).rejects.toMatchObject({ code: 'git_failed' });
  });
});
