import { expect, it } from 'vitest';
import { failed, passed, sampleReport } from '../testing/evidence-samples.ts';
import { carryOver, inFolder, withIds } from './report.ts';

it('tests of the same names get numbers', () => {
  expect(withIds([passed('a', 'x'), passed('a', 'x'), passed('b', 'x')]).map(({ id }) => id)).toEqual([
    'a::x',
    'a::x#2',
    'b::x',
  ]);
});

it('the report of a package is named from the top of the repository', () => {
  const failure = {
    kind: 'missing' as const,
    message: 'x',
    location: { file: 'test/a.ts', line: 1 },
    diagnostics: [
      { what: 'module' as const, name: './x', file: 'test/a.ts' },
      { what: 'other' as const, name: 'y' },
      { what: 'file' as const, name: 'data/x.json' },
    ],
  };
  const report = sampleReport([passed('test/a.ts', 'x'), failed('test/a.ts', 'y', failure)], {
    uncollected: [{ file: '/elsewhere/b.ts', failure: { kind: 'syntax', message: 'x' } }],
  });
  expect(inFolder(report, 'packages/p')).toMatchObject({
    tests: [
      { id: 'packages/p/test/a.ts::x', file: 'packages/p/test/a.ts' },
      {
        failure: {
          location: { file: 'packages/p/test/a.ts', line: 1 },
          diagnostics: [{ file: 'packages/p/test/a.ts' }, { name: 'y' }, { name: 'packages/p/data/x.json' }],
        },
      },
    ],
    uncollected: [{ file: '/elsewhere/b.ts' }],
  });
  expect(inFolder(report, '.')).toBe(report);
});

it('a run of some files is completed by what an earlier report showed of the others', () => {
  const before = sampleReport([passed('a', 'x'), passed('b', 'gone'), failed('c', 'known')], {
    runErrors: ['earlier'],
  });
  const after = sampleReport([passed('b', 'y')]);
  const whole = carryOver(before, after, (file) => file === 'b');
  expect(whole.tests.map(({ id }) => id)).toEqual(['a::x', 'c::known', 'b::y']);
  expect([whole.carriedOver, whole.runErrors]).toEqual([['a', 'c'], []]);
});
