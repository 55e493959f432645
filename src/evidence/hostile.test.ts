import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failed, passed, SAMPLE_ROLES, sampleChange, sampleReport } from '../testing/evidence-samples.ts';
import { sampleSource } from '../testing/sample-source.ts';
import { judgeGreen } from './green/judge-green.ts';
import { isManifest, judgeManifests } from './manifests/judge-manifests.ts';
import { NO_OPTIONS } from './plan/list-item.ts';
import { readTestList } from './plan/test-list.ts';
import type { ProofInput } from './proof.ts';
import { REFUSAL_CODES, type Verdict } from './reasons.ts';
import { judgeRed } from './red/judge-red.ts';
import { judgeRefactor } from './refactor/judge-refactor.ts';
import type { TestReport } from './report.ts';
import { phaseScope } from './scope/phases.ts';
import { judgeScope } from './scope/scope.ts';
import { findSuspicions } from './suspicions/suspicions.ts';

/** Text made of what code is made of, in any order, so that nothing fits together. */
const PIECES = [
  "'",
  '"',
  '`',
  '${',
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '/',
  '//',
  '/*',
  '*/',
  '#',
  '\\',
  '\n',
  ' ',
  '\t',
  'test',
  'it',
  'def test_a',
  'import',
  'from',
  'describe',
  '.each',
  '@Test',
  '#[test]',
  'fn',
  'func TestA',
  'class',
  'x',
  '1',
  ',',
  ';',
  ':',
  '=',
  '=>',
  '<',
  '>',
  '\u0000',
  '\ud800',
  '😀',
  'f"',
  "r#'",
];
const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((parts) => parts.join(''));
const LANGUAGES = [
  'a.test.ts',
  'a.test.js',
  'test_a.py',
  'a_test.go',
  'tests/a.rs',
  'ATest.java',
  'src/lib.rs',
  'a_spec.rb',
];
const MANIFESTS = [
  'package.json',
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'pyproject.toml',
  'setup.cfg',
  'Cargo.toml',
  'Cargo.lock',
  'pom.xml',
  'go.mod',
  'go.sum',
  'requirements.txt',
];

describe('no text makes a reader fail', () => {
  it('of code', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LANGUAGES), soup, soup, (path, before, after) => {
        const input = { ...honest(), changes: [sampleChange(path, before, after)] };
        judgeRed(input);
        judgeGreen({ ...input, red: { newTests: [], masked: [], idle: [], redFiles: [] } });
        judgeRefactor({ ...input, newTests: [] });
        findSuspicions({ changes: input.changes, roles: SAMPLE_ROLES, redChanges: input.changes });
      }),
      { numRuns: 1000 },
    );
  });

  it('of manifests and lists', () => {
    fc.assert(
      fc.property(fc.constantFrom(...MANIFESTS), soup, soup, (path, before, after) => {
        expect(isManifest(path)).toBe(true);
        judgeManifests([sampleChange(path, before, after)], { needs: ['x'], frozen: 'keys' });
        judgeManifests([sampleChange(path, before, after)], { needs: ['x'], frozen: 'all' });
        readTestList(after, readTestList(before).list);
      }),
      { numRuns: 1000 },
    );
  });

  it('of paths', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string(),
        fc.constantFrom('100644', '120000', '160000'),
        (path, target, mode) => {
          const change = sampleChange(path, undefined, target, { modeAfter: mode as '100644' });
          judgeScope([change], phaseScope('green', { tests: [], support: [], config: [] }));
        },
      ),
    );
  });
});

it('large texts are read in their time', () => {
  const many = Array.from({ length: 5000 }, (_, at) => `test('t${at}', () => { expect(f(${at})).toBe(${at}) });`).join(
    '\n',
  );
  expect(sampleSource('a.test.ts', many)?.found.tests.length).toBe(5000);
  expect(sampleSource('a.test.ts', many.replaceAll('\n', ' '))?.found.tests.length).toBe(5000);
  const input = {
    ...honest(),
    changes: [sampleChange('a.test.ts', many, `${many}\ntest('new', () => { expect(1).toBe(2) });`)],
  };
  expect(judgeRed(input).verdict).toBe('passed');
});

function honest(): ProofInput {
  const before = sampleReport([passed('a.test.ts', 'old')]);
  const after = sampleReport([passed('a.test.ts', 'old'), failed('a.test.ts', 'new')]);
  return {
    before,
    after,
    repeat: after,
    changes: [sampleChange('a.test.ts', '', "test('new', () => { expect(1).toBe(2) })")],
    roles: SAMPLE_ROLES,
    item: NO_OPTIONS,
    knownFailing: [],
  };
}

describe('a report that proves nothing passes nothing', () => {
  const spoil: fc.Arbitrary<Partial<TestReport>> = fc.constantFrom<Partial<TestReport>>(
    { incomplete: 'cut off' },
    { incomplete: 'timeout' },
    { canary: 'missing' },
    { focused: true },
    { runErrors: ['unhandled'] },
    { signal: 'SIGKILL', exitCode: null },
    { uncollected: [{ file: 'b.test.ts', failure: { kind: 'syntax', message: 'x' } }] },
    { tests: [] },
  );
  const refused = (verdict: Verdict<unknown>) => {
    expect(verdict.verdict).toBe('refused');
    for (const { code, message } of verdict.reasons) {
      expect(Object.keys(REFUSAL_CODES)).toContain(code);
      expect(message).toMatch(/^[^\n]+[.)]$/);
    }
  };

  it('in any phase', () => {
    fc.assert(
      fc.property(spoil, spoil, (one, other) => {
        const base = honest();
        const green = sampleReport([passed('a.test.ts', 'old'), passed('a.test.ts', 'new')]);
        const newTests = ['a.test.ts::new'];
        refused(judgeRed({ ...base, after: { ...base.after, ...one, ...other } }));
        refused(judgeRed({ ...base, repeat: { ...base.after, ...one, ...other, uncollected: [], tests: [] } }));
        const after = { ...green, ...one, ...other };
        refused(
          judgeGreen({
            ...base,
            before: base.after,
            after,
            changes: [],
            red: { newTests, masked: [], idle: [], redFiles: [] },
          }),
        );
        refused(judgeRefactor({ ...base, before: green, after, changes: [], newTests }));
      }),
    );
  });
});
