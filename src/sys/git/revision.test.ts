import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { openRepository } from './repository.ts';
import { findCommit, historyOf, subjectOf } from './revision.ts';

async function twoCommits() {
  const path = temporaryRepository();
  gitIn(path, 'commit', '--quiet', '--allow-empty', '--message', 'second: with words\n\nAnd a body.');
  gitIn(path, 'tag', '--annotate', 'v1', '--message', 'one');
  const [second = '', first = ''] = gitIn(path, 'log', '--format=%H').split('\n');
  return { path, repository: await openRepository(path), first, second };
}

describe('a commit somebody names', () => {
  it('is found by branch, tag, id, the beginning of an id, or as one before another', async () => {
    const { repository, first, second } = await twoCommits();
    for (const name of ['HEAD', 'main', 'refs/heads/main', 'v1', second, second.slice(0, 10), '@']) {
      expect(await findCommit(repository, name), name).toBe(second);
    }
    for (const name of ['HEAD~1', 'main^', 'v1~', first]) expect(await findCommit(repository, name), name).toBe(first);
  });

  it('is nothing where the text names none, or could be anything else to git', async () => {
    const { path, repository } = await twoCommits();
    writeFileSync(join(path, 'file'), 'x');
    gitIn(path, 'add', 'file');
    gitIn(path, 'commit', '--quiet', '--message', 'file');
    const wrong = [
      ...['', ' ', '-', '--all', '--git-dir=/tmp', '-h', '--output=x', 'none', 'HEAD..main', 'main...v1', '^main'],
      ...[
        'HEAD:file',
        ':/second',
        'HEAD^{/second}',
        'HEAD^{tree}',
        'main\nv1',
        'main v1',
        'a\0b',
        '*',
        'x'.repeat(300),
      ],
      ...['0'.repeat(40), '../../HEAD', '~', '\u2028main'],
    ];
    for (const text of wrong) expect(await findCommit(repository, text), JSON.stringify(text)).toBeUndefined();
  });

  it('tells its first line, and what it is made from', async () => {
    const { repository, first, second } = await twoCommits();
    expect(await subjectOf(repository, second)).toBe('second: with words');
    expect(await historyOf(repository, second, 10)).toEqual([second, first]);
    expect(await historyOf(repository, second, 1)).toEqual([second]);
  });
});
