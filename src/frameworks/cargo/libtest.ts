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
export function readLibtest(lines: Iterable<string>, listed?: readonly string[]): LibtestRun {
  const known = listed === undefined ? undefined : new Set(listed);
  const outcomes = new Map<string, LibtestResult['outcome']>();
  const summaries: LibtestSummary[] = [];
  let contradiction: string | undefined;
  const printed = collectPrinted(outcomes);
  let pending: string | undefined;
  const tell = (name: string, outcome: LibtestResult['outcome']) => {
    if (outcomes.has(name)) contradiction ??= `the result of ${name} is told twice`;
    outcomes.set(name, outcome);
    pending = undefined;
  };
  for (const line of lines) {
    printed.add(line);
    const found = resultIn(line, known);
    if (found !== undefined) tell(found.name, found.outcome);
    else if (pending !== undefined && /^(ok|FAILED)$/.test(line)) tell(pending, line === 'ok' ? 'passed' : 'failed');
    else pending = begunIn(line, known) ?? pending;
    const summary = SUMMARY.exec(line);
    if (summary !== null) summaries.push(summaryOf(summary));
  }
  const results = [...outcomes].map(([name, outcome]) => ({ name, outcome, printed: printed.of(name) }));
  const summary = totalOf(summaries, known === undefined);
  return { results, summary, contradiction: contradiction ?? disagreement(results, summary) };
}

const RESULT =
  /^test (.+?)(?: - (?:should panic|compile fail|compile))* \.\.\. (ok|FAILED|ignored(?:, .*)?|bench: .*)$/;
const RESULT_BEHIND = /test (\S+)(?: - should panic)? \.\.\. (ok|FAILED|ignored(?:, .*)?)$/;
const SUMMARY = /^test result: \S+ (\d+) passed; (\d+) failed; (\d+) ignored; \d+ measured; (\d+) filtered out/;
const LONGEST_LINE = 100_000;

/** The result that a line tells; one of a known test may stand behind noise. */
function resultIn(line: string, known: ReadonlySet<string> | undefined) {
  const plain = line.slice(-LONGEST_LINE).replace(/ <[\d.]+s>$/, '');
  const whole = RESULT.exec(plain);
  const [, name = '', told = ''] =
    known === undefined || known.has(whole?.[1] ?? '') ? (whole ?? []) : (RESULT_BEHIND.exec(plain) ?? []);
  if (told === '' || (known !== undefined && !known.has(name))) return undefined;
  const outcome = told === 'FAILED' ? 'failed' : told.startsWith('ignored') ? 'skipped' : 'passed';
  return { name, outcome } as const;
}

/** With one thread a test's name is printed before it runs, and its noise before its result. */
function begunIn(line: string, known: ReadonlySet<string> | undefined): string | undefined {
  const name = /^test (\S+)(?: - should panic)? \.\.\. /.exec(line)?.[1];
  return name !== undefined && known?.has(name) ? name : undefined;
}

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
function collectPrinted(outcomes: ReadonlyMap<string, string>) {
  const blocks = new Map<string, string[]>();
  let current: string[] | undefined;
  return {
    add(line: string): void {
      const name = /^---- (.+) stdout ----$/.exec(line)?.[1];
      if (name !== undefined && outcomes.get(name) === 'failed' && !blocks.has(name)) {
        current = [];
        blocks.set(name, current);
      } else if (line === 'failures:') current = undefined;
      else if (current !== undefined && current.length < MOST_LINES) current.push(line);
    },
    of: (name: string) => (blocks.get(name) ?? []).join('\n').slice(0, LONGEST_TEXT).trim(),
  };
}

const MOST_LINES = 400;
const LONGEST_TEXT = 16_000;
