import { describe, expect, it } from 'vitest';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { openRepository } from './repository.ts';
import { commitsWithTrailers, phaseTrailers, trailersOf } from './trailers.ts';

function commit(path: string, message: string): string {
  gitIn(path, 'commit', '--quiet', '--allow-empty', '--message', message);
  return gitIn(path, 'rev-parse', 'HEAD');
}

describe('the trailers of phase commits', () => {
  it('are found on all branches, of one run or of all', async () => {
    const path = temporaryRepository();
    const first = commit(path, `test: a\n\nwhy\n\n${phaseTrailers({ run: 'r1', phase: 'red', cycle: 2 })}`);
    gitIn(path, 'checkout', '--quiet', '-b', 'other', 'HEAD~1');
    const second = commit(path, `feat: b\n\n${phaseTrailers({ run: 'r10', phase: 'green', cycle: 11 })}`);
    gitIn(path, 'checkout', '--quiet', 'main');
    commit(path, 'feat: without');
    const repository = await openRepository(path);
    expect(await commitsWithTrailers(repository, 'r1')).toEqual([{ commit: first, run: 'r1', phase: 'red', cycle: 2 }]);
    const all = await commitsWithTrailers(repository);
    expect(all).toHaveLength(2);
    expect(all).toContainEqual({ commit: second, run: 'r10', phase: 'green', cycle: 11 });
  });

  it('are no phase when they stand in the text, twice, or say no number', async () => {
    const path = temporaryRepository();
    commit(path, 'x\n\nBaton-Run: r1 is what I mean\n\nmore text');
    commit(path, `x\n\n${phaseTrailers({ run: 'r1', phase: 'red', cycle: 1 })}\nBaton-Phase: green`);
    commit(path, 'x\n\nBaton-Run: r1\nBaton-Cycle: -1');
    const found = await commitsWithTrailers(await openRepository(path));
    expect(found.map(({ run, phase, cycle }) => ({ run, phase, cycle }))).toEqual([
      { run: 'r1', phase: undefined, cycle: undefined },
      { run: 'r1', phase: 'red\u001fgreen', cycle: 1 },
      { run: undefined, phase: undefined, cycle: undefined },
    ]);
  });

  it('are read of given commits, on a branch or not; missing ones are left out', async () => {
    const path = temporaryRepository();
    const repository = await openRepository(path);
    const away = commit(path, `x\n\n${phaseTrailers({ run: 'r1', phase: 'plan', cycle: 1 })}`);
    gitIn(path, 'reset', '--quiet', '--hard', 'HEAD~1');
    const plain = gitIn(path, 'rev-parse', 'HEAD');
    const tree = gitIn(path, 'rev-parse', 'HEAD^{tree}');
    expect(await trailersOf(repository, [away, 'f'.repeat(40), tree, plain])).toEqual([
      { commit: away, run: 'r1', phase: 'plan', cycle: 1 },
      { commit: plain, run: undefined, phase: undefined, cycle: undefined },
    ]);
    expect(await trailersOf(repository, [])).toEqual([]);
    expect(await commitsWithTrailers(repository)).toEqual([]);
  });

  it('are looked for in vain where there is no branch yet', async () => {
    const path = temporaryRepository();
    gitIn(path, 'update-ref', '-d', 'refs/heads/main');
    expect(await commitsWithTrailers(await openRepository(path))).toEqual([]);
  });
});
