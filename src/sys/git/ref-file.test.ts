import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn, temporaryDirectory, temporaryRepository } from '../../../test/repository.ts';
import { listRefs, listRefTexts, readRef, resolveRefName } from './ref-file.ts';
import { openRepository } from './repository.ts';

async function opened(path = temporaryRepository()) {
  const write = (ref: string, text: string) => {
    mkdirSync(join(path, '.git', ref, '..'), { recursive: true });
    writeFileSync(join(path, '.git', ref), text);
  };
  return { path, repository: await openRepository(path), write };
}

describe('symbolic refs', () => {
  it('of an ordinary clone lead to the commit that git finds there, packed or not', async () => {
    const clone = join(temporaryDirectory(), 'clone');
    gitIn('.', 'clone', '--quiet', temporaryRepository(), clone);
    gitIn(clone, 'pack-refs', '--all');
    const { repository } = await opened(clone);
    const main = gitIn(clone, 'rev-parse', 'main');
    expect(readRef(repository, 'refs/remotes/origin/HEAD')).toBe(main);
    expect(resolveRefName(repository, 'refs/remotes/origin/HEAD')).toBe('refs/remotes/origin/main');
    expect(listRefs(repository, 'refs/').get('refs/remotes/origin/HEAD')).toBe(main);
    expect(listRefTexts(repository, 'refs/').get('refs/remotes/origin/HEAD')).toBe('ref: refs/remotes/origin/main');
  });

  it('are followed through others, as far as git does', async () => {
    const { path, repository } = await opened();
    for (let n = 1; n <= 6; n++) {
      gitIn(path, 'symbolic-ref', `refs/heads/a${n}`, n === 1 ? 'refs/heads/main' : `refs/heads/a${n - 1}`);
    }
    for (let n = 1; n <= 6; n++) {
      const seenByGit = gitIn(path, 'for-each-ref', '--format=%(objectname)', `refs/heads/a${n}`) || undefined;
      expect([n, readRef(repository, `refs/heads/a${n}`)]).toEqual([n, seenByGit]);
    }
  });

  it('that lead nowhere, in a circle or out of refs have no value and stop nothing', async () => {
    const { repository, write } = await opened();
    write('refs/remotes/origin/HEAD', 'ref: refs/remotes/origin/gone\n');
    write('refs/heads/here', 'ref: refs/heads/there\n');
    write('refs/heads/there', 'ref: refs/heads/here\n');
    write('refs/heads/out', 'ref: refs/../config\n');
    write('refs/heads/nothing', 'ref:\n');
    for (const name of ['remotes/origin/HEAD', 'heads/here', 'heads/there', 'heads/out', 'heads/nothing']) {
      expect(readRef(repository, `refs/${name}`)).toBeUndefined();
    }
    expect([...listRefs(repository, 'refs/').keys()]).toEqual(['refs/heads/main']);
    expect(listRefTexts(repository, 'refs/').size).toBe(6);
  });

  it('and broken refs of the user are left out of a list, Baton’s own are reported as damage', async () => {
    const { repository, write } = await opened();
    write('refs/heads/empty', '');
    write('refs/heads/.DS_Store', '\0\0\0\u0001Bud1');
    expect([...listRefs(repository, 'refs/').keys()]).toEqual(['refs/heads/main']);
    expect(() => readRef(repository, 'refs/heads/empty')).toThrow('refs/heads/empty holds ""');
    write('refs/baton/runs/one', 'ref: refs/heads/main\n');
    expect(() => readRef(repository, 'refs/baton/runs/one')).toThrow(
      'refs/baton/runs/one holds "ref: refs/heads/main"',
    );
    expect(() => listRefs(repository, 'refs/baton/')).toThrow('instead of an object id');
  });
});
