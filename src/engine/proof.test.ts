import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { proverFor, scriptFramework, scriptProject } from '../../test/engine/script-project.ts';
import { gitIn, temporaryDirectory } from '../../test/repository.ts';
import { BatonError } from '../base/error.ts';
import type { Framework, RunRequest } from '../frameworks/framework.ts';
import { openRepository } from '../sys/git/repository.ts';
import { openWorkbench } from './workbench.ts';

describe('a proof', () => {
  it('runs the tests on the files of the tree, without .git, and leaves nothing behind', async () => {
    let place = '';
    const { path, tree } = await scriptProject('ls -A; cat data.txt; pwd', { 'data.txt': 'from the tree' });
    writeFileSync(join(path, 'data.txt'), 'changed in the checkout');
    const framework = scriptFramework(({ directory }) => {
      place = directory;
    });
    const { report, cached } = await (await proverFor(path, { framework })).prove(tree);
    expect(report.output).toContain('from the tree');
    expect(report.output).not.toContain('.git\n');
    expect([report.exitCode, cached]).toEqual([0, false]);
    expect(existsSync(place)).toBe(false);
  });

  it('names every other place where files of the repository lie: work trees, and workbenches of runs', async () => {
    const { path, tree } = await scriptProject('true');
    const [linked, repository] = [join(temporaryDirectory(), 'linked'), await openRepository(path)];
    gitIn(path, 'worktree', 'add', '--quiet', '--detach', linked);
    const bench = await openWorkbench(repository, 'run-1');
    onTestFinished(() => bench.destroy());
    for (const from of [path, linked]) {
      let checkouts: readonly string[] = [];
      const framework = scriptFramework((request) => {
        checkouts = request.checkouts ?? [];
      });
      await (await proverFor(from, { framework })).prove(tree, { fresh: true });
      expect([...checkouts].sort()).toEqual([path, linked, bench.path].sort());
    }
  });

  it('has a repository of its own round the files where tests need one', async () => {
    const { path, tree } = await scriptProject('git status --porcelain; git log --format=%s; git ls-files', {
      'data.txt': 'from the tree',
    });
    const { report } = await (await proverFor(path, { git: true })).prove(tree);
    expect(report.output).toBe('The files under test\ndata.txt\ntest.sh\n');
    expect((await (await proverFor(path)).prove(tree)).report.exitCode).not.toBe(0);
  });

  it('is known the second time, and made again on request or for another tree', async () => {
    let runs = 0;
    const framework = scriptFramework(() => {
      runs += 1;
    });
    const { path, tree } = await scriptProject('true');
    const cache = temporaryDirectory();
    const first = await (await proverFor(path, { framework, cache })).prove(tree);
    const second = await (await proverFor(path, { framework, cache })).prove(tree);
    expect([first.cached, second.cached, runs]).toEqual([false, true, 1]);
    expect(second.report).toEqual(first.report);
    await (await proverFor(path, { framework, cache })).prove(tree, { fresh: true });
    expect(runs).toBe(2);
    await (await proverFor(path, { framework, cache })).prove(tree, { selection: { files: ['a'] } });
    expect(runs).toBe(3);
  });

  it('of a tree that was altered for an experiment gets a few times what other trees took', async () => {
    const deadlines: number[] = [];
    const framework = scriptFramework(({ timeoutMs }) => void deadlines.push(timeoutMs));
    const { path, tree } = await scriptProject('true');
    const prover = await proverFor(path, { framework, timeoutMs: 600_000 });
    const altered = { altered: true, fresh: true };
    await prover.prove(tree, altered);
    await prover.prove(tree, altered);
    await prover.prove(tree, { fresh: true });
    expect(deadlines).toEqual([600_000, 20_000, 600_000]);
  });

  it('waits for its turn where others keep all processors busy', async () => {
    let [running, most] = [0, 0];
    const base = scriptFramework();
    const framework: Framework = {
      ...base,
      async run(request) {
        most = Math.max(most, ++running);
        return base.run(request).finally(() => running--);
      },
    };
    const { path, tree } = await scriptProject('sleep 0.2');
    const prover = await proverFor(path, { framework });
    const all = Array.from({ length: availableParallelism() + 2 }, () => prover.prove(tree, { fresh: true }));
    expect((await Promise.all(all)).map(({ report }) => report.exitCode)).toEqual(all.map(() => 0));
    expect(most).toBe(availableParallelism());
  });

  it('of some files has canaries only where they are asked for', async () => {
    const asked: boolean[] = [];
    const framework = scriptFramework(({ canary }) => void asked.push(canary));
    const { path, tree } = await scriptProject('true');
    const prover = await proverFor(path, { framework });
    await prover.prove(tree);
    await prover.prove(tree, { selection: { files: ['a'] } });
    await prover.prove(tree, { selection: { files: ['a'] }, canary: true });
    expect(asked).toEqual([true, false, true]);
  });

  it('is not believed from a damaged memory', async () => {
    const { path, tree } = await scriptProject('true');
    const cache = temporaryDirectory();
    await (await proverFor(path, { cache })).prove(tree);
    const memory = join(path, '.git/baton/proofs');
    for (const file of readdirSync(memory)) writeFileSync(join(memory, file), '{"report": {"tests": []}}');
    expect((await (await proverFor(path, { cache })).prove(tree)).cached).toBe(false);
    for (const file of readdirSync(memory)) writeFileSync(join(memory, file), '{');
    expect((await (await proverFor(path, { cache })).prove(tree)).cached).toBe(false);
  });

  it('that ran out of time is not remembered', async () => {
    const { path, tree } = await scriptProject('sleep 30');
    const short = await proverFor(path, { timeoutMs: 300 });
    expect((await short.prove(tree)).report.incomplete).toBe('timeout');
    expect((await short.prove(tree)).cached).toBe(false);
  });

  it('has taken too long, too, where what the framework asks first did', async () => {
    const { path, tree } = await scriptProject('sleep 60');
    const asking = async ({ start }: RunRequest) => {
      await start(['sh', 'test.sh'], {});
      throw new BatonError('project_misconfigured', 'cannot be read');
    };
    const framework = { ...scriptFramework(), run: asking };
    const { report } = await (await proverFor(path, { framework, timeoutMs: 300 })).prove(tree);
    expect(report).toMatchObject({ framework: 'script', incomplete: 'timeout', tests: [] });
  });

  it('of a package that the tree does not have is refused with the setting to mend', async () => {
    const { path, tree } = await scriptProject('true');
    await expect((await proverFor(path, { directory: 'packages/none' })).prove(tree)).rejects.toMatchObject({
      code: 'project_misconfigured',
      message: expect.stringMatching(/no directory packages\/none .* tests\.directory/),
    });
  });

  it('tells what is to be mended without the directory it was made in', async () => {
    const { path, tree } = await scriptProject('true');
    const framework: Framework = {
      ...scriptFramework(),
      run: ({ directory }) => {
        throw new BatonError('missing_program', `Nothing is installed in ${directory}: see ${directory}/a.txt.`);
      },
    };
    await expect((await proverFor(path, { framework })).prove(tree)).rejects.toMatchObject({
      code: 'missing_program',
      message: 'Nothing is installed in the project: see a.txt.',
    });
  });

  it('sees no variables and no home of the user', async () => {
    const { path, tree } = await scriptProject('env; echo home=$HOME');
    process.env.BATON_TEST_TOKEN = 'secret-token';
    const { report } = await (await proverFor(path)).prove(tree);
    delete process.env.BATON_TEST_TOKEN;
    expect(report.output).not.toContain('secret-token');
    expect(report.output).toContain('CI=true');
    expect(report.output).toMatch(/home=.*baton-proof-/);
  });

  it('forbids no colours, which code under test may ask about, and takes them out of what was printed', async () => {
    const { path, tree } = await scriptProject('printf "\\033[31mred\\033[0m"; env | grep -c ^NO_COLOR=');
    expect((await (await proverFor(path)).prove(tree)).report.output).toBe('red0\n');
  });
});

describe('a series of runs', () => {
  const script = 'ls left 2> /dev/null; touch left; echo "$WORD"; echo "$WORD" > "$RECORDING"';
  const runs = ['one', 'two', 'three'].map((WORD) => ({ environment: { WORD }, recording: 'RECORDING' }));

  it('gives a proof for each set of variables, in their order, with what the code recorded', async () => {
    const { path, tree } = await scriptProject(script);
    for (const buildsNothing of [true, false]) {
      const prover = await proverFor(path, { framework: { ...scriptFramework(), buildsNothing } });
      const proofs = await prover.series(tree, {}, ({ run }) => run(runs));
      expect(proofs.map(({ recorded }) => recorded?.trim())).toEqual(['one', 'two', 'three']);
    }
  });

  it('stays in one directory where something is built, or where nothing contains them', async () => {
    const { path, tree } = await scriptProject(script);
    for (const options of [{ buildsNothing: false }, { buildsNothing: true, sandbox: 'off' as const }]) {
      const framework = { ...scriptFramework(), buildsNothing: options.buildsNothing };
      const prover = await proverFor(path, { framework, ...options });
      const [width, proofs] = await prover.series(tree, {}, async (series) => [series.width, await series.run(runs)]);
      expect([width, proofs.filter(({ report }) => report.output.startsWith('left')).length]).toEqual([1, 2]);
    }
  });
});
