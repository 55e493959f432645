import { describe, expect, it } from 'vitest';
import { NO_COUNT } from '../../formats/coverage/file-coverage.ts';
import { passed, sampleReport, sampleTest } from '../../testing/evidence-samples.ts';
import { judgeKinds, kindsOf } from './judge-kinds.ts';
import { judgeQuality, type QualityInput } from './judge-quality.ts';

const file = (path: string, covered: number) => {
  const lines = { total: 100, covered };
  return { path, lines, statements: lines, branches: NO_COUNT, functions: NO_COUNT };
};
const told = (input: QualityInput) => judgeQuality(input).reasons.map(({ code, message }) => `${code}: ${message}`);

describe('coverage', () => {
  it('passes where it is reached, and is told', () => {
    const judged = judgeQuality({ targets: { coverage: 0.8 }, coverage: { value: [file('src/a.ts', 80)] } });
    expect(judged).toEqual({
      reasons: [],
      facts: { coverage: { lines: 80, statements: 80, branches: 100, functions: 100 } },
    });
  });

  it('is refused below, with the figure, the target and the files that miss most', () => {
    const files = [file('src/a.ts', 90), file('src/b.ts', 60)];
    const judged = judgeQuality({ targets: { coverage: 0.8 }, coverage: { value: files } });
    expect(judged.reasons).toEqual([
      {
        code: 'quality_too_low',
        message:
          'Tests run 75 % of the lines, and 80 % are asked for. Least is run of: src/b.ts 60 %, src/a.ts 90 %. Write tests for what is not run.',
        paths: ['src/b.ts', 'src/a.ts'],
      },
    ]);
  });

  it('is refused where it cannot be measured, with why', () => {
    const targets = { coverage: 0.8 };
    expect(told({ targets, coverage: { unknown: 'install c8.' } })).toEqual([
      'quality_unknown: How much of the code the tests run is not known: install c8.',
    ]);
    expect(told({ targets, coverage: { value: [] } })[0]).toContain('names no line of code');
    expect(told({ targets })[0]).toContain('quality_unknown');
  });
});

describe('other figures', () => {
  const targets = { accuracy: 0.95, false_positives: 0.05 };

  it('pass at their bounds and are kept, numbers only', () => {
    const figures = { value: { accuracy: 0.95, false_positives: 0.05, cases: 40, model: 'x', worst: Number.NaN } };
    expect(judgeQuality({ targets, figures })).toEqual({
      reasons: [],
      facts: { figures: { accuracy: 0.95, false_positives: 0.05, cases: 40 } },
    });
  });

  it.each([
    ['too low an accuracy', { accuracy: 0.9, false_positives: 0 }, 'quality_too_low: accuracy is 0.9'],
    ['too many false alarms', { accuracy: 1, false_positives: 0.1 }, 'quality_too_low: false_positives is 0.1'],
    ['a missing figure', { accuracy: 1 }, 'quality_unknown: false_positives is not known'],
    ['a figure that is no share', { accuracy: 95, false_positives: 0 }, 'quality_unknown: accuracy is not known'],
    ['a figure that is no number', { accuracy: '1', false_positives: 0 }, 'quality_unknown: accuracy is not known'],
  ])('refuse %s', (_, value, expected) => {
    expect(told({ targets, figures: { value } })).toEqual([expect.stringContaining(expected)]);
  });

  it('say what to set where there is no command for them', () => {
    expect(told({ targets: { accuracy: 0.9 } })).toEqual([expect.stringContaining('`figures.command`')]);
  });
});

describe('kinds of tests', () => {
  const report = sampleReport([
    passed('src/a.test.ts', 'a'),
    passed('test/integration/b.test.ts', 'b'),
    sampleTest('skipped', 'test/e2e/c.test.ts', 'c'),
  ]);

  it('are told by where their files lie, and only if one ran', () => {
    expect(kindsOf(report)).toEqual(['unit', 'integration']);
    expect(kindsOf(sampleReport([passed('a.e2e.test.ts', 'a'), passed('tests/test_login_e2e.py', 'b')]))).toContain(
      'e2e',
    );
    expect(kindsOf(sampleReport([passed('store_integration_test.go', 'a')]))).toContain('integration');
  });

  it('are refused where one is missing, with the places it would count in', () => {
    expect(judgeKinds(['unit', 'integration', 'e2e'], report)).toMatchObject([
      { code: 'test_kind_missing', message: expect.stringContaining('**/{e2e,end-to-end,acceptance}/**') },
    ]);
    expect(judgeKinds(['unit'], sampleReport([]))).toMatchObject([{ code: 'test_kind_missing' }]);
  });

  it('are where a project says they are', () => {
    const own = { e2e: ['src/*.test.ts'], load: ['load/**'] };
    expect(judgeKinds(['unit', 'integration', 'e2e'], report, own)).toEqual([]);
    expect(judgeKinds(['load'], report, own)).toMatchObject([{ code: 'test_kind_missing' }]);
  });
});
