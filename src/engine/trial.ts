import { isFailing } from '../evidence/compare.ts';
import { holdsTests, rolesByGlobs } from '../evidence/file-roles.ts';
import { holdsMixedTests } from '../evidence/files/mixed-file.ts';
import { type TestReport, type Totals, totalsOf } from '../evidence/report.ts';
import type { Config } from '../protocol/config-schema.ts';
import type { Head } from '../sys/git/head.ts';
import { openReader } from '../sys/git/reader.ts';
import { count } from '../workflow/story/amounts.ts';
import type { Finding } from './finding.ts';
import { openProjectTests, type TestParts } from './project-tests.ts';
import type { Pinned } from './run/pinned.ts';
import type { PinnedTests } from './run/start/choose-tests.ts';

export interface TrialOptions extends TestParts {
  readonly head: Head;
  readonly pinned: PinnedTests;
  readonly config: Config;
  readonly onProgress: (sentence: string) => void;
}

/** Runs the tests of the last commit once, as the settings say, and tells what that showed. */
export async function tryTests(
  options: TrialOptions,
): Promise<{ readonly trial: Totals; readonly found: readonly Finding[] }> {
  const { head, pinned, config, onProgress } = options;
  const { tests } = pinned;
  const { prover } = await openProjectTests(options, { ...pinned, sandbox: config.sandbox ?? 'auto' });
  // A run's own branch holds what agents wrote.
  const trusted = head.branch?.startsWith('baton/') !== true;
  const proof = await prover.prove(head.tree, { onProgress, trusted });
  const trial = totalsOf(proof.report);
  const { report } = proof;
  const counts = `${trial.passed} passed, ${trial.failed + trial.errored} failed, ${trial.skipped + trial.todo} skipped, ${count(trial.uncollected, 'file')} not collected`;
  const told = `${counts}; dependencies: ${proof.dependencies}; sandbox: ${proof.sandbox}; command: ${report.command.join(' ')}`;
  if (report.incomplete === null) {
    const failing = failingFindings(report);
    const ran: Finding = { topic: 'trial run', state: failing.length === 0 ? 'good' : 'bad', told };
    const unnamed = await withoutMixed(unnamedFiles(report, tests), options);
    return { trial, found: [ran, ...failing, ...errorFindings(report), ...unnamedFindings(unnamed)] };
  }
  const remedy = report.output.slice(-1500);
  const bad: Finding = {
    topic: 'trial run',
    state: 'bad',
    told: `proves nothing: ${report.incomplete} (${told})`,
    remedy,
  };
  return { trial, found: [bad] };
}

/** Tests that fail before a run begins, each with its first error: such a run stops at its baseline. */
function failingFindings({ tests, uncollected }: TestReport): Finding[] {
  const failing = [
    ...uncollected.map(({ file, failure }) => `${file} (not collected)${firstLine(failure.message)}`),
    ...tests.filter(isFailing).map(({ id, failure }) => `${id}${firstLine(failure?.message)}`),
  ];
  if (failing.length === 0) return [];
  const more = failing.length > MOST_NAMED ? [`and ${failing.length - MOST_NAMED} more`] : [];
  const remedy = [
    ...failing.slice(0, MOST_NAMED),
    ...more,
    'Fix them first. To accept them as they are, pass --accept-baseline-failures to `baton run`.',
  ];
  const told = `a run does not start while tests fail or files cannot be collected (${failing.length})`;
  return [{ topic: 'failing', state: 'bad', told, remedy: remedy.join('\n') }];
}

/** Errors outside of any test do not keep a run from starting, but from being accepted. */
function errorFindings({ runErrors: [first, ...more] }: TestReport): Finding[] {
  if (first === undefined) return [];
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return [{ topic: 'errors', state: 'limited', told: `errors outside of any test${others}${firstLine(first)}` }];
}

const MAX_ERROR_LENGTH = 300;

function firstLine(message = ''): string {
  const line = message.split('\n').find((one) => one.trim() !== '');
  return line === undefined ? '' : `: ${line.trim().slice(0, MAX_ERROR_LENGTH)}`;
}

/** Files with tests that do not count as test files. */
function unnamedFiles({ tests }: TestReport, pinned: Pinned['tests']): readonly string[] {
  const { files: named, support, config, mixed } = pinned;
  const roles = rolesByGlobs({ tests: named, support, config, mixed });
  const files = [...new Set(tests.map(({ file }) => file))];
  return files.filter((file) => !holdsTests(file, roles)).sort();
}

/**
 * All but sources that hold tests in their text, such as examples in documentation, which would be frozen as test files,
 * and what is no file of the project: built files, or the name a report has for tests whose files are unknown.
 */
async function withoutMixed(
  files: readonly string[],
  { repository, head }: Pick<TrialOptions, 'repository' | 'head'>,
): Promise<readonly string[]> {
  const reader = openReader(repository);
  try {
    const kept: string[] = [];
    for (const file of files) {
      // A name with a line break cannot be asked for.
      const found = file.includes('\n') ? undefined : await reader.read(`${head.tree}:${file}`);
      if (found !== undefined && !holdsMixedTests(file, found.content.toString('utf8'))) kept.push(file);
    }
    return kept;
  } finally {
    reader.close();
  }
}

/** Gates would take such files for sources, which any agent may change. */
function unnamedFindings(unnamed: readonly string[]): Finding[] {
  if (unnamed.length === 0) return [];
  const more = unnamed.length > MOST_NAMED ? ` and ${unnamed.length - MOST_NAMED} more` : '';
  const told = `tests ran in files that are not taken for test files: ${unnamed.slice(0, MOST_NAMED).join(', ')}${more}`;
  return [{ topic: 'tests.files', state: 'limited', told, remedy: 'Name them with tests.files in baton.yaml.' }];
}

const MOST_NAMED = 5;
