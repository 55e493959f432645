import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { baton, batonJson } from '../baton.ts';
import { gitIn, temporaryDirectory, temporaryRepository } from '../repository.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A repository with a tiny project committed and its packages installed. */
function committed(project: string | undefined, files: Record<string, string> = {}): string {
  const path = temporaryRepository();
  if (project !== undefined) cpSync(join(root, 'test/projects', project), path, { recursive: true });
  for (const [name, text] of Object.entries({ '.gitignore': 'node_modules\n', ...files }))
    writeFileSync(join(path, name), text);
  gitIn(path, 'add', '--all');
  gitIn(path, 'commit', '--quiet', '--message=project');
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'));
  return path;
}

describe('baton doctor', () => {
  it('tells the framework it found, and the counts of one trial run', () => {
    const told = baton(committed('vitest/failing'), 'doctor');
    expect(told.out).toMatch(/ok {3}git {8}git version/);
    expect(told.out).toMatch(/ok {3}tests {6}vitest in \. \("test": "vitest run" in package\.json/);
    expect(told.out).toMatch(
      /BAD {2}trial run {2}1 passed, 1 failed, 0 skipped, 0 files not collected; dependencies: what the checkout/,
    );
    expect(told.out).toMatch(/BAD {2}failing {4}a run does not start .*\n {5}\S+::.*: \S/);
    expect(told.out).toContain('--accept-baseline-failures');
    expect(told.code).toBe(1);
  });

  it('names files that cannot be collected, submodules that are missing and LFS files that were not fetched', () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
    const path = committed('vitest/passing', {
      'broken.test.js': "import { nothing } from './not-here.js';\n",
      'logo.png': pointer,
    });
    const commit = gitIn(path, 'rev-parse', 'HEAD');
    gitIn(path, 'update-index', '--add', '--cacheinfo', `160000,${commit},libs/one`);
    gitIn(path, 'commit', '--quiet', '--message=submodule');
    const { code, out } = baton(path, 'doctor');
    expect(code).toBe(1);
    expect(out).toMatch(/BAD {2}submodules not initialised: libs\/one\n {5}Run: git submodule update --init/);
    expect(out).toMatch(/BAD {2}lfs {8}Git LFS files that were not fetched: logo\.png\n {5}Run: git lfs/);
    expect(out).toMatch(/broken\.test\.js \(not collected\): .*not-here/);
    writeFileSync(join(path, 'logo.png'), 'the real file');
    mkdirSync(join(path, 'libs/one/.git'), { recursive: true });
    expect(baton(path, 'doctor').out).toMatch(
      /note submodules agents and tests see.*\n.*\nnote lfs {8}agents and tests/,
    );
  });

  it('and a run alike refuse a framework that the manifest says is too old, before anything is installed', () => {
    const manifest = { scripts: { test: 'mocha' }, devDependencies: { mocha: '^7.1.0' } };
    const path = committed(undefined, { 'package.json': JSON.stringify(manifest) });
    const sentence = 'mocha ^7.1.0 is not supported: Baton needs mocha 8.1.3 or later. Update it: ';
    expect(baton(path, 'doctor')).toMatchObject({
      code: 1,
      out: expect.stringContaining(`BAD  tests      ${sentence}`),
    });
    expect(baton(path, 'run', 'a', '--command', 'true')).toMatchObject({
      code: 2,
      err: expect.stringContaining(sentence),
    });
    expect(batonJson(path, 'status').runs).toEqual([]);
  });

  it('gives the same as JSON', () => {
    const { trial, findings } = batonJson(committed('node-test/passing'), 'doctor');
    expect(trial).toMatchObject({ passed: 2, failed: 0 });
    const topics = findings.map(({ topic }: { topic: string }) => topic);
    // Which other agent programs there are depends on the machine.
    expect(topics.filter((topic: string) => topic !== 'others')).toEqual([
      'git',
      'sandbox',
      'runner',
      'tests',
      'trial run',
    ]);
  });

  it('asks with the lines to write when several frameworks could be meant, and does as they say', () => {
    const manifest = JSON.stringify({ scripts: { test: 'vitest run' }, devDependencies: { vitest: '4', jest: '30' } });
    const path = committed('vitest/passing', { 'package.json': manifest, 'jest.config.js': 'module.exports = {};\n' });
    const told = baton(path, 'doctor');
    expect(told.code).toBe(1);
    expect(told.out).toContain('Baton does not guess');
    writeFileSync(join(path, 'baton.yaml'), 'tests: { framework: vitest }\n');
    expect(baton(path, 'doctor').out).toContain('vitest in . (baton.yaml)');
  });

  it('says what is missing where there are no tests, no commit or a wrong setting', () => {
    const none = baton(committed(undefined), 'doctor');
    expect([none.code, none.out]).toEqual([1, expect.stringContaining('BAD  tests')]);
    const empty = temporaryDirectory();
    gitIn(empty, 'init', '--quiet');
    expect(baton(empty, 'doctor')).toMatchObject({ code: 1, out: expect.stringContaining('there is no commit yet') });
    const wrong = committed('vitest/passing');
    writeFileSync(join(wrong, 'baton.yaml'), 'tests: { framework: vitesst }\n');
    expect(baton(wrong, 'doctor')).toMatchObject({
      code: 1,
      out: expect.stringContaining('There is no test framework "vitesst"'),
    });
  });
});
