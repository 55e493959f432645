import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gitIn, temporaryDirectory } from '../../test/repository.ts';
import { type Baton, openBaton } from '../open.ts';

const TEST = 'test/double.test.js';

const DOUBLES = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { double } from '../src/double.js';

test('doubles', () => {
  assert.equal(double(2), 4);
});
`;

const RIGHT = 'export const double = (number) => number * 2;\n';
const WRONG = 'export const double = (number) => number;\n';

interface Place {
  readonly path: string;
  readonly baton: Baton;
}

const opened: Baton[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const baton of opened.splice(0)) baton.close();
});

async function place(files: Readonly<Record<string, string>> = {}): Promise<Place> {
  const root = temporaryDirectory();
  for (const [name, folder] of [
    ['TMPDIR', 'temporary'],
    ['XDG_CACHE_HOME', 'cache'],
  ] as const) {
    mkdirSync(join(root, folder));
    vi.stubEnv(name, join(root, folder));
  }
  const path = join(root, 'checkout');
  gitIn(root, 'init', '--quiet', '--initial-branch=main', path);
  write(path, { 'package.json': '{ "name": "tiny", "type": "module", "scripts": { "test": "node --test" } }\n' });
  write(path, { [TEST]: DOUBLES, 'src/double.js': RIGHT, '.gitignore': 'ignored.js\n', ...files });
  commit(path);
  const baton = await openBaton({ cwd: path });
  opened.push(baton);
  return { path, baton };
}

function write(path: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
}

function commit(path: string): string {
  gitIn(path, 'add', '--all');
  gitIn(path, 'commit', '--quiet', '--message', 'work');
  return gitIn(path, 'rev-parse', 'HEAD');
}

/** What of a repository is its user's. */
function look(path: string): string {
  return [
    gitIn(path, 'for-each-ref'),
    gitIn(path, '--no-optional-locks', 'status', '--porcelain=v2', '--ignored', '--untracked-files=all'),
    gitIn(path, 'ls-files', '--stage'),
    gitIn(path, 'stash', 'list'),
  ].join('\n');
}

const CHECKOUT = { kind: 'checkout' } as const;

describe('the tests of a checkout', () => {
  it('are run as they stand, with what is in no commit, and known the second time [R001-68] [R001-70]', async () => {
    const { path, baton } = await place();
    const before = await baton.testChecks.run(CHECKOUT);
    expect(before).toMatchObject({
      framework: 'node-test',
      evidence: 'strong',
      doubts: [],
      allPass: true,
      cached: false,
    });
    expect(before.totals).toMatchObject({ passed: 1, failed: 0, total: 1 });
    expect(await baton.testChecks.run(CHECKOUT)).toMatchObject({ cached: true, tree: before.tree });
    write(path, { 'src/double.js': WRONG, 'test/more.test.js': DOUBLES.replace('doubles', 'doubles again') });
    gitIn(path, 'add', 'test/more.test.js');
    const seen = look(path);
    const after = await baton.testChecks.run(CHECKOUT);
    expect(after).toMatchObject({ allPass: false, cached: false, told: 'the checkout as it stands' });
    expect(after.totals).toMatchObject({ passed: 0, failed: 2 });
    expect(look(path), 'nothing of the user changes').toBe(seen);
    expect(await baton.testChecks.run(CHECKOUT, { fresh: true })).toMatchObject({ cached: false });
  });

  it('leave out what is ignored, dependencies, and repositories within', async () => {
    const { path, baton } = await place();
    const broken = "import 'nowhere';\n";
    write(path, {
      'ignored.js': broken,
      'node_modules/a.test.js': broken,
      'own.test.js': broken,
      'inner/inner.test.js': broken,
      '.gitignore': 'ignored.js\nown.test.js\n',
    });
    gitIn(path, 'init', '--quiet', join(path, 'inner'));
    const { tree, allPass } = await baton.testChecks.run(CHECKOUT);
    const files = gitIn(path, 'ls-tree', '-r', '--name-only', tree).split('\n');
    expect(files).toEqual(['.gitignore', 'package.json', 'src/double.js', TEST]);
    expect(allPass).toBe(true);
  });

  it('can be run before the first commit', async () => {
    const { path, baton } = await place();
    gitIn(path, 'update-ref', '-d', 'HEAD');
    expect(await baton.testChecks.run(CHECKOUT)).toMatchObject({ allPass: true });
  });

  it('show nothing where none ran, or where the report does not stand', async () => {
    const { path, baton } = await place();
    write(path, { [TEST]: '' });
    const none = await baton.testChecks.run(CHECKOUT);
    expect(none).toMatchObject({ allPass: false });
    write(path, { [TEST]: `${DOUBLES}process.exit(0);\n` });
    const cut = await baton.testChecks.run(CHECKOUT);
    expect(cut.allPass).toBe(false);
    expect([...cut.doubts, ...cut.report.uncollected].length).toBeGreaterThan(0);
  });

  it('end when nobody waits for them any more', async () => {
    const { path, baton } = await place();
    write(path, { [TEST]: `${DOUBLES}await new Promise((done) => setTimeout(done, 60_000));\n` });
    const leaving = new AbortController();
    const running = baton.testChecks.run(CHECKOUT, {
      signal: leaving.signal,
      onProgress: (sentence) => sentence.startsWith('running') && leaving.abort(),
    });
    const next = baton.testChecks.run(CHECKOUT, { signal: leaving.signal });
    await expect(running).rejects.toMatchObject({ code: 'interrupted' });
    await expect(next).rejects.toMatchObject({ code: 'interrupted' });
  });
});

describe('the tests of a commit', () => {
  it('are those of any commit that can be named, by the settings of the checkout', async () => {
    const { path, baton } = await place();
    const good = gitIn(path, 'rev-parse', 'HEAD');
    write(path, { 'src/double.js': WRONG });
    commit(path);
    expect(await baton.testChecks.run({ kind: 'commit', commit: 'HEAD' })).toMatchObject({ allPass: false });
    const check = await baton.testChecks.run({ kind: 'commit', commit: 'main~1' });
    expect(check).toMatchObject({ allPass: true, told: `the commit ${good.slice(0, 12)}` });
  });

  it('are refused where the text names none, or could be an option of git', async () => {
    const { baton } = await place();
    for (const text of ['--help', 'none', '', 'HEAD:src', '-c', 'a b', '\n']) {
      const refused = baton.testChecks.run({ kind: 'commit', commit: text });
      await expect(refused, JSON.stringify(text)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('one test', () => {
  const id = `${TEST}::doubles`;

  it('fails for the right reason by an assertion, each time [R001-69]', async () => {
    const { baton } = await place({ 'src/double.js': WRONG });
    const check = await baton.testChecks.failure(CHECKOUT, id);
    expect(check).toMatchObject({ test: id, found: true, fails: true, forTheRightReason: true, repeats: true });
    expect(check.message).toMatch(/2 !== 4|Expected values/);
    expect(await baton.testChecks.failure(CHECKOUT, 'doubles'), 'by its name').toMatchObject({ fails: true });
  });

  it('fails for the right reason where what it tests does not exist yet', async () => {
    const { path, baton } = await place();
    gitIn(path, 'rm', '--quiet', 'src/double.js');
    const check = await baton.testChecks.failure(CHECKOUT, id);
    expect(check).toMatchObject({ found: true, fails: true, forTheRightReason: true, repeats: true, reasons: [] });
  });

  it('that passes, fails otherwise, or is not there is told so', async () => {
    const { path, baton } = await place();
    expect(await baton.testChecks.failure(CHECKOUT, id)).toMatchObject({
      ...{ found: true, fails: false, forTheRightReason: false, repeats: false },
      reasons: [{ code: 'test_passes_before_implementation' }],
    });
    expect(await baton.testChecks.failure(CHECKOUT, 'test/double.test.js::halves')).toMatchObject({
      ...{ found: false, fails: false, forTheRightReason: false },
      reasons: [{ code: 'no_new_test', message: expect.stringContaining(id) }],
    });
    write(path, { [TEST]: DOUBLES.replace('assert.equal(double(2), 4)', "throw new RangeError('far')") });
    const other = await baton.testChecks.failure(CHECKOUT, id);
    expect(other).toMatchObject({ fails: true, forTheRightReason: false, reasons: [{ code: 'wrong_failure_reason' }] });
  });
});
