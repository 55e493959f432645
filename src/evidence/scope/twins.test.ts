import { expect, it } from 'vitest';
import { sampleChange, sampleMove } from '../../testing/evidence-samples.ts';
import { findTwins } from './scope.ts';

const RULES = {
  allow: [],
  protected: [],
  noTwins: ['test/**'],
  tree: ['test/make.ts', 'test/help.py', 'test/deep/index.ts', 'src/a.ts'],
};
const twins = (...changes: Parameters<typeof findTwins>[0]) => findTwins(changes, RULES).map(({ path }) => path);
const added = (path: string) => sampleChange(path, undefined, 'x');

it.each(['test/make.js', 'test/make.mts', 'test/make/index.ts', 'test/help/__init__.py', 'test/deep.ts'])(
  '%s would be found in place of another file',
  (path) => {
    expect(twins(added(path))).toEqual([path]);
  },
);

it.each(['test/make.d.ts', 'test/make.json', 'test/make.py', 'test/other.ts', 'src/a.js'])('%s would not', (path) => {
  expect(twins(added(path))).toEqual([]);
});

it('a file that takes the place of one that goes is no twin', () => {
  expect(twins(added('test/make.js'), sampleChange('test/make.ts', 'x', undefined))).toEqual([]);
  expect(twins(sampleMove('test/make.ts', 'test/make.js', 'x'))).toEqual([]);
});
