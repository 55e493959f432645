/** How one test of a Rust test program ended, by what the program printed. */
export interface LibtestResult {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** What a failed test printed. */
  readonly printed: string;
}

export interface LibtestRun {
  readonly results: readonly LibtestResult[];
  readonly summary: LibtestSummary | undefined;
  /** Why what was printed cannot be believed; nothing if it adds up. */
  readonly contradiction: string | undefined;
}

export interface LibtestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly ignored: number;
  readonly filtered: number;
}

/**
 * Reads what Rust's test harness prints for people; there is no other form on stable. With the names known beforehand
 * (`--list`), lines about others are noise and a result is found behind noise in its line. A name told twice, or numbers
 * that differ from the summary's, are a contradiction: then somebody else printed such lines.
 */
export function readLibtest(text: string, listed?: readonly string[]): LibtestRun {
  const lines = text.split(/\r?\n/);
  const known = listed === undefined ? undefined : new Set(listed);
  const outcomes = new Map<string, LibtestResult['outcome']>();
  const summaries: LibtestSummary[] = [];
  let contradiction: string | undefined;
  for (const line of lines) {
    const found = resultIn(line, known);
    if (found !== undefined) {
      if (outcomes.has(found.name)) contradiction ??= `the result of ${found.name} is told twice`;
      outcomes.set(found.name, found.outcome);
    }
    const summary = SUMMARY.exec(line);
    if (summary !== null) summaries.push(summaryOf(summary));
  }
  const printed = printedByFailed(lines, outcomes);
  const results = [...outcomes].map(([name, outcome]) => ({ name, outcome, printed: printed.get(name) ?? '' }));
  const summary = totalOf(summaries, known === undefined);
  return { results, summary, contradiction: contradiction ?? disagreement(results, summary) };
}

const RESULT = /(?:^|.)test (\S.*?)(?: - (?:should panic|compile fail|compile))* \.\.\. (ok|FAILED|ignored(?:, .*)?|bench: .*)( <[\d.]+s>)?$/;
const SUMMARY = /^test result: \S+ (\d+) passed; (\d+) failed; (\d+) ignored; \d+ measured; (\d+) filtered out/;

function resultIn(line: string, known: ReadonlySet<string> | undefined) {
  if (line.length > LONGEST_LINE && known === undefined) return undefined;
  const from = known === undefined ? 0 : Math.max(0, line.lastIndexOf('test ') - 1);
  const [whole, name = '', told = ''] = RESULT.exec(line.slice(from)) ?? [];
  if (whole === undefined || (known === undefined ? !whole.startsWith('test ') : !known.has(name))) return undefined;
  const outcome = told === 'FAILED' ? 'failed' : told.startsWith('ignored') ? 'skipped' : 'passed';
  return { name, outcome } as const;
}

const LONGEST_LINE = 10_000;

function summaryOf([, passed, failed, ignored, filtered]: RegExpExecArray): LibtestSummary {
  return { passed: Number(passed), failed: Number(failed), ignored: Number(ignored), filtered: Number(filtered) };
}

/** Of one program the last summary is its own; documentation tests may be told in several parts. */
function totalOf(summaries: readonly LibtestSummary[], parts: boolean): LibtestSummary | undefined {
  if (!parts || summaries.length === 0) return summaries.at(-1);
  const sum = (key: keyof LibtestSummary) => summaries.reduce((total, one) => total + one[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), ignored: sum('ignored'), filtered: sum('filtered') };
}

function disagreement(results: readonly LibtestResult[], summary: LibtestSummary | undefined): string | undefined {
  if (summary === undefined) return undefined;
  const count = (outcome: LibtestResult['outcome']) => results.filter((one) => one.outcome === outcome).length;
  const seen = [count('passed'), count('failed'), count('skipped')];
  const told = [summary.passed, summary.failed, summary.ignored];
  if (seen.join() === told.join()) return undefined;
  return `the summary tells ${told.join(', ')} passed, failed, ignored, and the lines ${seen.join(', ')}`;
}

/** What stands under `---- name stdout ----`, for failed tests only; the same heading in it is part of the text. */
function printedByFailed(lines: readonly string[], outcomes: ReadonlyMap<string, string>): Map<string, string> {
  const printed = new Map<string, string>();
  const start = lines.lastIndexOf('failures:', lines.lastIndexOf('failures:') - 1);
  let current: string | undefined;
  let block: string[] = [];
  const finish = () => {
    if (current !== undefined) printed.set(current, block.slice(0, MOST_LINES).join('\n').slice(0, LONGEST_TEXT).trim());
    block = [];
  };
  for (const line of start < 0 ? [] : lines.slice(start + 1)) {
    const name = /^---- (.+) stdout ----$/.exec(line)?.[1];
    if (name !== undefined && outcomes.get(name) === 'failed' && !printed.has(name) && name !== current) {
      finish();
      current = name;
    } else if (line === 'failures:') break;
    else block.push(line);
  }
  finish();
  return printed;
}

const MOST_LINES = 400;
const LONGEST_TEXT = 16_000;
