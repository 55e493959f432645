import { z } from 'zod';
import { BatonError } from '../../base/error.ts';
import type { FailureCheck, Subject } from '../../engine/test-checks.ts';
import { redactText } from '../../handoff/redact.ts';
import { nearest } from '../../protocol/nearest.ts';
import { argumentsOf, commitName, runName, textUpTo, waitSeconds } from '../arguments.ts';
import { longOutput, longWork } from '../long-work.ts';
import { type Told, type Tool, tool } from '../tool.ts';
import { checkOf, checkShape, failingOf, shortMessage, suiteOf, suiteShape, tellCheck } from './suite.ts';

const subject = {
  run: runName.optional().describe('Run whose work is looked at: its workbench while somebody works in it'),
  commit: commitName.optional().describe('Commit that is looked at. Without run and commit: the checkout as it stands'),
  wait_s: waitSeconds,
};

const fresh = z.boolean().default(false).describe('Run again, even if the result for these files is known');

const runTestSuite = tool({
  name: 'run_test_suite',
  title: 'Run the tests',
  description:
    'Runs all tests as gates do (clean directory, sandbox, canary) and gives what was seen. This is evidence; nothing you say is.',
  input: argumentsOf({ ...subject, fresh }),
  output: longOutput(suiteShape),
  effects: { readOnly: true, idempotent: true },
  call({ run, commit, wait_s: waitS, fresh: again }, calling) {
    const of = subjectOf(run, commit);
    return longWork(calling, {
      about: `the tests of ${nameOf(of)}`,
      waitS,
      endsWithCall: true,
      async run(on) {
        const suite = suiteOf(await calling.host.testChecks.run(of, { ...on, fresh: again }));
        return { data: suite, text: tellSuite(suite) };
      },
    });
  },
});

const checkTestFailure = tool({
  name: 'check_test_failure',
  title: 'Check that a test fails',
  description:
    'Says whether one test fails, whether for a reason that counts in red (an assertion, or what it tests does not exist yet), and how.',
  input: argumentsOf({
    test: textUpTo(1_000).describe('Id of the test, as run_test_suite shows it: `file::outer > name`'),
    ...subject,
    fresh,
  }),
  output: longOutput({
    test: z.string(),
    found: z.boolean().describe('Whether there is such a test'),
    fails: z.boolean(),
    for_the_right_reason: z
      .boolean()
      .describe('Whether it fails by an assertion, or because the thing does not exist yet'),
    repeats: z.boolean().describe('Whether it failed again when run a second time'),
    message: z.string().optional().describe("The framework's words"),
    reasons: z.array(z.object({ code: z.string(), message: z.string() })).describe('Why it is no failure that counts'),
    nearest: z.string().optional().describe('The test that may have been meant'),
    check: z.object(checkShape),
  }),
  effects: { readOnly: true, idempotent: true },
  call({ test, run, commit, wait_s: waitS, fresh: again }, calling) {
    const of = subjectOf(run, commit);
    return longWork(calling, {
      about: `whether a test of ${nameOf(of)} fails`,
      waitS,
      endsWithCall: true,
      run: async (on) => tellFailure(await calling.host.testChecks.failure(of, test, { ...on, fresh: again })),
    });
  },
});

const MOST_FAILING = 50;

const checkAllPass = tool({
  name: 'check_all_pass',
  title: 'Check that all tests pass',
  description:
    'Says whether every test passes, with counts and the ids of those that do not. Seen by Baton, as in gates.',
  input: argumentsOf({ ...subject, fresh }),
  output: longOutput({
    ...checkShape,
    failing: z.array(z.string()).describe(`Ids of tests that fail, ${MOST_FAILING} at most`),
  }),
  effects: { readOnly: true, idempotent: true },
  call({ run, commit, wait_s: waitS, fresh: again }, calling) {
    const of = subjectOf(run, commit);
    return longWork(calling, {
      about: `whether all tests of ${nameOf(of)} pass`,
      waitS,
      endsWithCall: true,
      async run(on) {
        const seen = await calling.host.testChecks.run(of, { ...on, fresh: again });
        const data = { ...checkOf(seen), failing: [...failingOf(seen.report, MOST_FAILING)] };
        return { data, text: [tellCheck(data), ...data.failing.map((id) => `- ${id}`)].join('\n') };
      },
    });
  },
});

export const TEST_TOOLS: readonly Tool[] = [runTestSuite, checkTestFailure, checkAllPass];

function subjectOf(run: string | undefined, commit: string | undefined): Subject {
  if (run !== undefined && commit !== undefined) {
    throw new BatonError('invalid_input', 'Name a run or a commit, not both: they may hold different files.');
  }
  if (run !== undefined) return { kind: 'run', run };
  return commit === undefined ? { kind: 'checkout' } : { kind: 'commit', commit };
}

function nameOf(of: Subject): string {
  if (of.kind === 'run') return `the run ${of.run}`;
  return of.kind === 'commit' ? `the commit ${of.commit}` : 'the checkout';
}

const MOST_TOLD = 10;

function tellSuite(suite: ReturnType<typeof suiteOf>): string {
  const wrong = suite.tests.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored');
  const lines = [
    ...wrong.map(({ id, failure }) => `- ${id}: ${firstLine(failure?.message)}`),
    ...suite.uncollected.map(({ file, failure }) => `- ${file} could not be collected: ${firstLine(failure.message)}`),
    ...suite.run_errors.map((error) => `- ${firstLine(error)}`),
  ];
  const more = lines.length - MOST_TOLD;
  return [tellCheck(suite), ...lines.slice(0, MOST_TOLD), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** Cut only when it is clean, as `shortMessage` is. */
function firstLine(message: string | undefined): string {
  return (
    redactText(message ?? 'no message')
      .text.split('\n', 1)[0]
      ?.slice(0, 300) ?? ''
  );
}

function tellFailure(found: FailureCheck) {
  const { test, fails, forTheRightReason, repeats, message, reasons, check } = found;
  const near = found.found
    ? undefined
    : nearest(
        test,
        check.report.tests.slice(0, MOST_COMPARED).map(({ id }) => id),
      );
  const data = {
    test,
    found: found.found,
    fails,
    for_the_right_reason: forTheRightReason,
    repeats,
    ...(message === undefined ? {} : { message: shortMessage(message) }),
    reasons: reasons.map((reason) => ({ code: reason.code, message: shortMessage(reason.message) })),
    ...(near === undefined ? {} : { nearest: near }),
    check: checkOf(check),
  };
  return { data, text: failureWords(found, near) } satisfies Told<unknown>;
}

const MOST_COMPARED = 2_000;

function failureWords(
  { found, fails, forTheRightReason, repeats, message, reasons }: FailureCheck,
  near?: string,
): string {
  const why = reasons.map((reason) => reason.message).join(' ');
  if (!found)
    return `There is no such test.${near === undefined ? ' run_test_suite lists them.' : ` Did you mean ${near}?`} ${why}`;
  if (!fails) return `It does not fail. ${why}`;
  const judged = forTheRightReason ? 'It fails as it must in red' : 'It fails, but not as it must in red';
  const again = repeats ? 'and again on a second run' : 'but not again on a second run';
  return `${judged}, ${again}. ${why} ${shortMessage(message ?? '')}`.trim();
}
