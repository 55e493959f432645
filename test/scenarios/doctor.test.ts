import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
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
      /ok {3}trial run {2}1 passed, 1 failed, 0 skipped, 0 files not collected; dependencies: what the checkout/,
    );
    expect(told.code).toBe(0);
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
    expect(told.code).toBe(2);
    expect(told.out).toContain('Baton does not guess');
    writeFileSync(join(path, 'baton.yaml'), 'tests: { framework: vitest }\n');
    expect(baton(path, 'doctor').out).toContain('vitest in . (baton.yaml)');
  });

  it('says what is missing where there are no tests, no commit or a wrong setting', () => {
    const none = baton(committed(undefined), 'doctor');
    expect([none.code, none.out]).toEqual([2, expect.stringContaining('BAD  tests')]);
    const empty = temporaryDirectory();
    gitIn(empty, 'init', '--quiet');
    expect(baton(empty, 'doctor')).toMatchObject({ code: 2, out: expect.stringContaining('there is no commit yet') });
    const wrong = committed('vitest/passing');
    writeFileSync(join(wrong, 'baton.yaml'), 'tests: { framework: vitesst }\n');
    expect(baton(wrong, 'doctor')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no test framework "vitesst"'),
    });
  });
});
