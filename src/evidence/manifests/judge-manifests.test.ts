import { describe, expect, it } from 'vitest';
import { matchAny } from '../../base/glob.ts';
import { sampleChange, sampleMove } from '../../testing/evidence-samples.ts';
import { isManifest, judgeManifests, type ManifestRules } from './judge-manifests.ts';
import { MANIFEST_FILES } from './manifest-kinds.ts';

const GREEN: ManifestRules = { needs: [], frozen: 'keys', hasTests: (directory) => directory !== 'packages/new' };
const RED: ManifestRules = { needs: [], frozen: 'all' };

const json = (value: unknown) => JSON.stringify(value);
const TEST = json({ scripts: { test: 'vitest' } });

describe('in green', () => {
  it.each([
    ['a dependency is added', [sampleChange('package.json', '{}', json({ dependencies: { a: '1' } }))]],
    ['a new package brings its own manifest', [sampleChange('packages/new/package.json', undefined, TEST)]],
    ['a manifest without frozen keys is deleted', [sampleChange('package.json', json({ version: '1' }), undefined)]],
    ['another file changes', [sampleChange('src/a.ts', 'a', 'b')]],
    ['a list of requirements grows', [sampleChange('requirements-dev.txt', 'a', 'a\nb')]],
    ['an unknown lock stays the same', [sampleChange('bun.lockb', 'a', 'a')]],
  ])('nothing is said when %s', (_, changes) => {
    expect(judgeManifests(changes, GREEN)).toEqual([]);
  });

  it.each([
    [
      'the test script changes',
      [sampleChange('package.json', TEST, json({ scripts: { test: 'true' } }))],
      'package.json',
      'scripts.test',
    ],
    [
      'a manifest appears above tests',
      [sampleChange('test/package.json', undefined, json({ type: 'commonjs' }))],
      'test/package.json',
      'type',
    ],
    ['a manifest is deleted', [sampleChange('package.json', TEST, undefined)], 'package.json', 'scripts.test'],
    [
      'a manifest is moved away',
      [sampleMove('package.json', 'packages/new/package.json', TEST)],
      'package.json',
      'scripts.test',
    ],
    ['a manifest is moved here', [sampleMove('other.json', 'package.json', TEST)], 'package.json', 'scripts.test'],
    ['it is no longer JSON', [sampleChange('a/package.json', '{}', '{')], 'a/package.json', 'cannot be read'],
    ['an unknown lock changes', [sampleChange('bun.lockb', 'a', 'b')], 'bun.lockb', 'format is not known'],
    [
      'its text is not known',
      [
        sampleChange('package.json', undefined, undefined, {
          kind: 'modified',
          modeBefore: '100644',
          modeAfter: '100644',
        }),
      ],
      'package.json',
      'text is not known',
    ],
    [
      'it becomes a link',
      [sampleChange('package.json', '{}', 'other.json', { kind: 'typechange', modeAfter: '120000' })],
      'package.json',
      'text is not known',
    ],
    [
      'a pinned test package changes',
      [sampleChange('requirements.txt', 'pytest==7', 'pytest==8')],
      'requirements.txt',
      'pytest',
    ],
  ])('it is refused when %s', (_, changes, path, words) => {
    const reasons = judgeManifests(changes, GREEN);
    expect(reasons).toEqual([expect.objectContaining({ code: 'test_config_changed', paths: [path] })]);
    expect(reasons[0]?.message).toContain(words);
  });
});

describe('in red', () => {
  it('a manifest may not change without a need', () => {
    expect(judgeManifests([sampleChange('package.json', '{}', json({ version: '2' }))], RED)).toEqual([
      expect.objectContaining({ code: 'test_config_changed', message: expect.stringContaining('(needs: name)') }),
    ]);
  });

  it('a needed dev dependency may be added, with its lock, and nothing else', () => {
    const rules = { ...RED, needs: ['nock'] };
    const manifest = sampleChange('package.json', '{}', json({ devDependencies: { nock: '1' } }));
    const lock = sampleChange(
      'package-lock.json',
      json({ packages: {} }),
      json({ packages: { 'node_modules/nock': { version: '1' } } }),
    );
    expect(judgeManifests([manifest, lock], rules)).toEqual([]);
    const more = sampleChange('package.json', '{}', json({ devDependencies: { nock: '1' }, scripts: { lint: 'x' } }));
    expect(judgeManifests([more], rules)).toEqual([expect.objectContaining({ paths: ['package.json'] })]);
    expect(judgeManifests([sampleChange('pyproject.toml', '', 'a = 1')], rules).length).toBe(1);
    expect(judgeManifests([sampleChange('go.mod', '', 'replace a => b')], rules).length).toBe(1);
  });
});

it('the files judged by key are known by path', () => {
  expect(['package.json', 'a/go.mod', 'requirements.txt', 'requirements/dev.txt', 'bun.lock'].map(isManifest)).toEqual(
    Array(5).fill(true),
  );
  expect(['package.json.ts', 'src/a.ts', 'constructor'].map(isManifest)).toEqual([false, false, false]);
  expect(matchAny(MANIFEST_FILES)('a/b/Cargo.toml')).toBe(true);
});
