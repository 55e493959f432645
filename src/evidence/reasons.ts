import { z } from 'zod';
import { trimMiddle } from '../base/trim.ts';
import type { Failure } from './report.ts';

/**
 * Every code a gate can refuse with, and when. A refusal is an expected outcome, not an error: the reasons go into the
 * journal and into the package of the next attempt.
 */
export const REFUSAL_CODES = {
  out_of_scope: 'A file was changed that the phase may not change.',
  protected_file: 'A file was changed that steers agents, Baton or CI.',
  unsafe_path: 'A path, link or file mode that could mean another file than it seems to, or leave the tree.',
  secret_in_diff: 'A changed line holds a credential.',
  no_new_test: 'Red or green has no test that was not there before.',
  test_passes_before_implementation: 'A new test passes although nothing was implemented.',
  already_implemented:
    'The agent says that the item is implemented already, and its new test passes on the existing code: a person decides.',
  not_implemented: 'The agent says that the item is implemented already, but its new test fails.',
  wrong_failure_reason:
    'A new test fails, but neither by an assertion nor because the thing under test does not exist yet.',
  missing_snapshot: 'A test expects a stored snapshot that red did not make; green may not add it.',
  not_collected: 'A changed test file could not be loaded, for another reason than the missing thing under test.',
  suite_broken: 'A file that nobody touched can no longer be loaded, or the run as a whole reported errors.',
  no_tests_executed: 'Not one test ran.',
  existing_test_changed: 'A test that was there before was edited without the list saying so.',
  existing_test_removed: 'A test that was there before is gone without the list saying so.',
  newly_skipped: 'A test that ran before, or a new one, is skipped or a todo.',
  newly_expected_to_fail: 'A test passes because it is now expected to fail.',
  newly_focused: 'Something restricts which tests run (`.only`, `fit`).',
  fewer_tests_executed: 'A test that must run was not among those that ran.',
  regression: 'A test that passed before fails, also when run again.',
  still_failing: 'A test of this cycle still fails.',
  tests_changed_after_red: 'Tests, fixtures, helpers or snapshots differ from what red left.',
  test_config_changed:
    'Something that decides how tests run differs: configuration, a frozen key of a manifest, a locked package.',
  canary_missing:
    "Baton's own test was not seen: the runner, its reporter or its assertions were replaced, or tests filtered.",
  refactored_test_is_hollow:
    'A test changed in refactor was not shown to fail any more when the implementation is wrong.',
  answers_differently: 'A call that tests make returns something else after a refactoring.',
  export_removed: 'A refactoring took away a name that others may use.',
  expectation_ignored: 'A test passes even when it is made to expect something else.',
  result_unchecked: 'What a function returns may be another value of the same type, and no test notices.',
  function_unchecked: 'A function that tests reach may do nothing, and no test notices.',
  notices_nothing: 'A new test passes with every wrong version of the code that was tried.',
  mutant_survived:
    'No test notices when a line that was written now is wrong; asked only where the mutation gate is on.',
  suspicious_code: 'Code that looks as if it treated tests differently; refused only where the mutation gate is on.',
  tests_rewritten: 'A test file was written or touched while the tests ran.',
  flaky: 'A test of this cycle gives different results on the same files.',
  timeout: 'A test or the run took too long.',
  incomplete_report: 'The report is not whole, and so proves nothing.',
  list_unreadable: 'The test list cannot be read, or has no item.',
  list_lost_items: 'A completed item of the test list is gone, reworded or no longer ticked.',
  list_ticked_items: 'An item was ticked by somebody else than Baton.',
  forged_agent: 'The result names another agent than the one whose session it is.',
  missing_trigger: 'The phase ends by a trigger only, and none was raised.',
  unknown_trigger: 'Nobody knows the trigger, or the phase does not have it.',
  unauthorised_trigger: 'The agent does not declare this handoff, or may not hand to that agent.',
  context_missing: 'A field that the handoff has to carry is not there.',
  context_invalid: 'A field of the context has another type than declared.',
  context_too_large: 'The context is larger than a handoff may be.',
  secret_in_context: 'The context holds a credential, and the project refuses instead of redacting.',
  quality_too_low: 'A figure such as coverage is not reached.',
  quality_unknown: 'A figure that has to be reached cannot be measured.',
  test_kind_missing: 'No test of a kind that the tier asks for ran.',
  command_failed: 'A command that has to succeed did not.',
  artifact_missing: 'The document that the phase has to leave is not there, is empty, or was not touched.',
  artifact_invalid: "The document does not end in a result that can be read, or in another one than the session's.",
  result_unreadable: 'The result of the session cannot be read, so the document has none to end in.',
  finding_invalid: 'A finding cannot be read, or contradicts one that is known.',
  finding_open: 'An approval was given while a finding is open that the tier does not allow.',
  criterion_unchecked: 'A criterion by which a fix is verified was not checked off.',
} as const;

export type RefusalCode = keyof typeof REFUSAL_CODES;

export const reasonSchema = z.object({
  code: z.enum(Object.keys(REFUSAL_CODES) as [RefusalCode, ...RefusalCode[]]),
  /** What is wrong, where, and what to do: read by the agent that must repair it and by a person. */
  message: z.string(),
  paths: z.array(z.string()).readonly().optional(),
  tests: z.array(z.string()).readonly().optional(),
  /** Whether the code is at fault or the tests are, where an experiment showed it and the code of the reason does not say. */
  fault: z.enum(['code', 'tests']).optional(),
  /** How the tests or files it is about failed, each as the framework reports it: expected, actual, location. */
  failures: z
    .array(z.object({ name: z.string(), text: z.string() }))
    .readonly()
    .optional(),
});
export type Reason = Readonly<z.infer<typeof reasonSchema>>;

/** `rerun`: nothing is wrong so far, but the facts name runs or checks whose results are needed to decide. */
export interface Verdict<Facts> {
  readonly verdict: 'passed' | 'refused' | 'rerun';
  readonly reasons: readonly Reason[];
  readonly facts: Facts;
}

/** A verdict from reasons: any refuses; else whatever is still wanted must be had first. */
export function decide<Facts>(reasons: readonly Reason[], facts: Facts, wanting = false): Verdict<Facts> {
  if (reasons.length > 0) return { verdict: 'refused', reasons, facts };
  return { verdict: wanting ? 'rerun' : 'passed', reasons, facts };
}

/** What a reason is about. Long lists are cut: the message says how many there are. */
export interface About {
  readonly paths?: readonly string[];
  readonly tests?: readonly string[];
  readonly failures?: readonly ShownFailure[];
}

type ShownFailure = NonNullable<Reason['failures']>[number];

export function reason(code: RefusalCode, message: string, about: About = {}): Reason {
  return {
    code,
    message,
    ...(about.paths === undefined || about.paths.length === 0 ? {} : { paths: about.paths.slice(0, MOST_LISTED) }),
    ...(about.tests === undefined || about.tests.length === 0 ? {} : { tests: about.tests.slice(0, MOST_LISTED) }),
    ...(about.failures === undefined || about.failures.length === 0
      ? {}
      : { failures: about.failures.slice(0, MAX_FAILURES) }),
  };
}

/** No reason at all where the list is empty, else one about the whole list. */
export function reasonFor(
  code: RefusalCode,
  kind: 'paths' | 'tests',
  list: readonly string[],
  message: (named: string) => string,
  failures: readonly ShownFailure[] = [],
): readonly Reason[] {
  return list.length === 0 ? [] : [reason(code, message(nameSome(list)), { [kind]: list, failures })];
}

/** A failure as a person or an agent reads it: the whole message, where it was raised, trimmed in the middle. */
export function showFailure(name: string, failure: Failure | undefined): ShownFailure {
  if (failure === undefined) return { name, text: 'no message' };
  const { file, line } = failure.location ?? {};
  const where = file === undefined ? '' : `\nat ${file}${line === undefined ? '' : `:${line}`}`;
  return { name, text: `${trimMiddle(failure.message.trimEnd(), MAX_FAILURE_TEXT)}${where}` };
}

/** The first few of a list in one sentence: `a, b, c and 9 more`. Names come from agents: quoted and on one line. */
export function nameSome(list: readonly string[]): string {
  const named = list.slice(0, MOST_NAMED).map(showName).join(', ');
  const more = list.length - MOST_NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}

const MAX_FAILURES = 5;
const MAX_FAILURE_TEXT = 2_000;
const MOST_LISTED = 100;
const MOST_NAMED = 5;
const LONGEST_NAME = 200;

/** A path or name as it may stand in a message: control characters escaped, not too long. */
export function showName(name: string): string {
  const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}...` : name;
  return PLAIN.test(short) ? short : JSON.stringify(short).replace(UNPRINTABLE, escapeCharacter);
}

const PLAIN = /^[^\p{C}\u2028\u2029]*$/u;
const UNPRINTABLE = /[\p{C}\u2028\u2029]/gu;

function escapeCharacter(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
