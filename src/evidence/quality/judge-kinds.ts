import { matchAny } from '../../base/glob.ts';
import { isExecuted } from '../compare.ts';
import { type Reason, reason } from '../reasons.ts';
import type { TestReport } from '../report.ts';

/** Where tests of a kind lie, unless a project says otherwise. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  unit: ['**'],
  integration: ['**/{integration,it}/**', '**/*{.,-,_}{integration,int}{.,-,_}*', '**/*{_,-}integration.*'],
  e2e: ['**/{e2e,end-to-end,acceptance}/**', '**/*{.,-,_}{e2e,acceptance}{.,-,_}*', '**/*{_,-}e2e.*'],
};

/** Which files hold tests of which kind, as globs. */
export type KindGlobs = Readonly<Record<string, readonly string[]>>;

/** The kinds of tests that ran: every kind that has globs and at least one test. */
export function kindsOf({ tests }: TestReport, own: KindGlobs = {}): readonly string[] {
  const ran = tests.filter(isExecuted).map(({ file }) => file);
  const globs = { ...KINDS, ...own };
  return Object.entries(globs).flatMap(([kind, those]) => (ran.some(matchAny(those)) ? [kind] : []));
}

/** Judges that at least one test of each kind ran. */
export function judgeKinds(wanted: readonly string[], report: TestReport, own: KindGlobs = {}): readonly Reason[] {
  const ran = new Set(kindsOf(report, own));
  const globs = { ...KINDS, ...own };
  return wanted
    .filter((kind) => !ran.has(kind))
    .map((kind) => {
      const places = Object.hasOwn(globs, kind) ? (globs[kind] ?? []).join(', ') : 'nowhere yet';
      const message = `No ${kind} test ran, and the tier asks for one. Tests count as that where their file matches ${places}; \`tests.kinds.${kind}\` in baton.yaml says otherwise.`;
      return reason('test_kind_missing', message);
    });
}
