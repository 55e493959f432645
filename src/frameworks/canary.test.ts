import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/repository.ts';
import { type TestCase, withIds } from '../evidence/report.ts';
import {
  type Canary,
  type CanaryText,
  likelyPlace,
  placeBeside,
  placeInGlob,
  plantCanary,
  takeCanary,
} from './canary.ts';

const text: CanaryText = (tests) => JSON.stringify(tests);
const root = { folder: '', prefix: '', ending: '.test.js' };

describe('a canary on disk', () => {
  it('has a file and two tests with names nobody can guess, and goes without a trace', () => {
    const directory = temporaryDirectory();
    const canary = plantCanary(directory, { folder: 'new/deep', prefix: 'test-', ending: '.spec.ts' }, text);
    const names = readdirSync(join(directory, 'new/deep'));
    expect(names).toEqual([expect.stringMatching(/^test-baton-[0-9a-f]{12}\.spec\.ts$/)]);
    const { nonce, file, passing, failing, remove } = canary as Canary;
    expect(JSON.parse(readFileSync(join(directory, file), 'utf8'))).toEqual([
      { title: failing, actual: 'canary', expected: nonce },
      { title: passing, actual: nonce, expected: nonce },
    ]);
    expect([nonce, failing, passing].join()).toMatch(/^n[0-9a-f]{24},first [0-9a-f]{12},second [0-9a-f]{12}$/);
    remove();
    remove();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('leaves a folder that was there', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'test'));
    writeFileSync(join(directory, 'test/own.test.js'), '');
    plantCanary(directory, { ...root, folder: 'test' }, text)?.remove();
    expect(readdirSync(join(directory, 'test'))).toEqual(['own.test.js']);
  });

  it('does not follow a link out of the project', () => {
    const [directory, outside] = [temporaryDirectory(), temporaryDirectory()];
    symlinkSync(outside, join(directory, 'test'));
    expect(plantCanary(directory, { ...root, folder: 'test' }, text)).toBeUndefined();
    expect([readdirSync(outside), existsSync(join(directory, 'test'))]).toEqual([[], true]);
  });
});

describe('a canary in a report', () => {
  const canary: Canary = {
    nonce: 'n123',
    file: 'c.test.js',
    passing: 'first',
    failing: 'second',
    remove: () => undefined,
  };
  const own: Omit<TestCase, 'id'> = { file: 'a.test.js', path: ['a'], outcome: 'passed' };
  const passed: Omit<TestCase, 'id'> = { file: 'c.test.js', path: ['first'], outcome: 'passed' };
  const failed: Omit<TestCase, 'id'> = {
    file: 'c.test.js',
    path: ['second'],
    outcome: 'failed',
    failure: { kind: 'assertion', message: "expected 'canary' to be 'n123'" },
  };
  const take = (...tests: Omit<TestCase, 'id'>[]) => takeCanary({ tests: withIds(tests), uncollected: [] }, canary);

  it('is seen when one passes and one fails with the nonce, and is taken out', () => {
    const { tests, why } = take(own, passed, failed);
    expect([tests.map(({ file }) => file), why]).toEqual([['a.test.js'], undefined]);
    expect(take(passed, passed, failed, failed).why).toBeUndefined();
  });

  it.each([
    ['neither was run', [own]],
    ['only one was run', [passed]],
    ['the failing one passed', [passed, { ...failed, outcome: 'passed' as const, failure: undefined }]],
    [
      'the failing one failed for another reason',
      [passed, { ...failed, failure: { kind: 'assertion' as const, message: 'no' } }],
    ],
    ['the failing one died', [passed, { ...failed, failure: { kind: 'other' as const, message: 'n123' } }]],
    ['the passing one was skipped', [{ ...passed, outcome: 'skipped' as const }, failed]],
    ['there is a test too many', [passed, failed, { ...passed, path: ['more'] }]],
    ['of two times one lacks a test', [passed, failed, failed]],
  ])('is not seen when %s', (_, tests) => {
    const { why, tests: left } = take(...(tests as Omit<TestCase, 'id'>[]));
    expect(why).toMatch(/^Baton's own/);
    expect(left.every(({ file }) => file === 'a.test.js')).toBe(true);
  });

  it('that was not found says so', () => {
    expect([take(own).unmet, take(own, passed).unmet]).toEqual([true, false]);
  });
});

describe('a place for a canary', () => {
  it.each([
    ['src/a.test.ts', 'src', '', '.test.ts'],
    ['src/a.unit.test.ts', 'src', '', '.unit.test.ts'],
    ['a_test.js', '', '', '_test.js'],
    ['test/test-a.js', 'test', 'test-', '-a.js'],
    ['test/StackTest.js', 'test', '', 'Test.js'],
    ['src/__tests__/a.js', 'src/__tests__', '', '.js'],
  ])('beside %s has names like it', (file, folder, prefix, ending) => {
    expect(placeBeside(file)).toEqual({ folder, prefix, ending });
  });

  it('is where most tests are, as high up as they go', () => {
    const files = ['e2e/a.spec.ts', 'src/deep/b.test.ts', 'src/b.test.ts', 'src/deep/c.test.ts'];
    expect(likelyPlace(files)).toEqual({ folder: 'src', prefix: '', ending: '.test.ts' });
    expect(likelyPlace([])).toBeUndefined();
  });

  it.each([
    ['**/*.{test,spec}.?(c|m)[jt]s?(x)', '', '', '.test.js'],
    ['checks/**/*.check.{ts,js}', 'checks', '', '.check.ts'],
    ['packages/*/test/test_*.mjs', 'packages/baton/test', 'test_', '.mjs'],
    ['**/__tests__/**/*.?([mc])[jt]s?(x)', '__tests__', '', '.js'],
  ])('in the glob %s is one that it accepts', (glob, folder, prefix, ending) => {
    expect(placeInGlob(glob)).toEqual({ folder, prefix, ending });
  });

  it.each(['test/only.js', '../other/*.test.js', '**/!(x).js'])('in the glob %s is not to be had', (glob) => {
    expect(placeInGlob(glob)).toBeUndefined();
  });
});
