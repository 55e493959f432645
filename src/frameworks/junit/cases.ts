import type { XmlHandler } from '../../formats/xml.ts';
import { broken } from '../../formats/xml-tag.ts';

/** One `<testcase>` of a JUnit report, as it is written there. */
export interface JunitCase {
  /** Names of the suites around it, from the outermost. */
  readonly suites: readonly string[];
  readonly className: string;
  readonly name: string;
  readonly file: string | undefined;
  readonly seconds: number | undefined;
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'todo';
  readonly problem: JunitProblem | undefined;
}

/** A `<failure>` or an `<error>`. */
export interface JunitProblem {
  readonly element: 'failure' | 'error';
  readonly type: string;
  readonly message: string;
  readonly text: string;
}

/** Reports may be long; what of them is kept is not. */
const LONGEST_TEXT = 16_000;
const MOST_KEPT = 32_000_000;
const MOST_CASES = 500_000;

interface Suite {
  readonly name: string;
  readonly file: string | undefined;
  readonly tests: number;
  readonly failing: number;
  seen: number;
  seenFailing: number;
  nested: boolean;
}

type Open = { -readonly [K in keyof JunitCase]: JunitCase[K] };

/** Gathers the cases of a report while it is read, and whether its own numbers agree with them. */
export function collectCases(): XmlHandler & {
  readonly cases: JunitCase[];
  isOther(): boolean;
  wrongCount(): string | undefined;
} {
  const cases: JunitCase[] = [];
  const suites: Suite[] = [];
  let root: string | undefined;
  let current: Open | undefined;
  let problem: { -readonly [K in keyof JunitProblem]: JunitProblem[K] } | undefined;
  let miscounted: string | undefined;
  let kept = 0;
  const keep = (text: string) => {
    if (kept > MOST_KEPT) return '';
    kept += text.length;
    return ownCopy(text.slice(0, LONGEST_TEXT));
  };

  return {
    cases,
    isOther: () => root !== undefined && !ROOTS.has(root),
    wrongCount: () => miscounted,

    open(name, attributes) {
      root ??= name;
      const attribute = (key: string) => keep(attributes.get(key) ?? '');
      if (name === 'testsuite') {
        const outer = suites.at(-1);
        if (outer !== undefined) outer.nested = true;
        suites.push(suiteOf(attributes, keep, outer));
      }
      if (name === 'testcase') {
        if (cases.length >= MOST_CASES) throw broken(`it holds more than ${MOST_CASES} tests`);
        current = {
          suites: suites.map((suite) => suite.name),
          className: attribute('classname'),
          name: attribute('name'),
          file: attributes.has('file') ? attribute('file') : suites.at(-1)?.file,
          seconds: secondsOf(attributes.get('time')),
          outcome: 'passed',
          problem: undefined,
        };
      }
      if (current === undefined) return;
      if (name === 'failure' || name === 'error') {
        const told = { element: name, type: attribute('type'), message: attribute('message'), text: '' } as const;
        if (current.problem === undefined) {
          problem = { ...told };
          current.problem = problem;
        }
        if (current.outcome !== 'todo') current.outcome = 'failed';
      }
      if (name === 'skipped' && current.outcome === 'passed') {
        current.outcome = attributes.get('type') === 'todo' ? 'todo' : 'skipped';
      }
    },

    text(piece) {
      if (problem === undefined || problem.text.length >= LONGEST_TEXT) return;
      problem.text += keep(piece);
    },

    close(name) {
      if (name === 'failure' || name === 'error') problem = undefined;
      if (name === 'testcase' && current !== undefined) {
        const suite = suites.at(-1);
        if (suite !== undefined) {
          suite.seen++;
          if (current.outcome === 'failed') suite.seenFailing++;
        }
        cases.push(current);
        current = undefined;
      }
      if (name === 'testsuite') miscounted ??= miscountOf(suites.pop());
    },
  };
}

const ROOTS = new Set(['testsuites', 'testsuite']);

function suiteOf(
  attributes: ReadonlyMap<string, string>,
  keep: (text: string) => string,
  outer: Suite | undefined,
): Suite {
  const file = attributes.get('file') ?? attributes.get('filepath');
  return {
    name: keep(attributes.get('name') ?? ''),
    file: file === undefined ? outer?.file : keep(file),
    tests: countOf(attributes.get('tests')),
    failing: (countOf(attributes.get('failures')) || 0) + (countOf(attributes.get('errors')) || 0),
    seen: 0,
    seenFailing: 0,
    nested: false,
  };
}

function countOf(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text);
}

/** A suite's own numbers must be those of its tests. Where suites hold suites, writers count in different ways. */
function miscountOf(suite: Suite | undefined): string | undefined {
  if (suite === undefined || suite.nested) return undefined;
  const name = JSON.stringify(suite.name.slice(0, 80));
  if (!Number.isNaN(suite.tests) && suite.tests !== suite.seen) {
    return `The suite ${name} says it has ${suite.tests} tests and holds ${suite.seen}.`;
  }
  if (suite.failing > suite.seenFailing) {
    return `The suite ${name} says ${suite.failing} tests failed and shows ${suite.seenFailing}.`;
  }
  return undefined;
}

function secondsOf(text: string | undefined): number | undefined {
  const seconds = Number(text?.replaceAll(',', ''));
  return text !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/** The same text in memory of its own: a piece cut out of a long string would keep the whole of it. */
function ownCopy(text: string): string {
  return text === '' ? '' : Buffer.from(text, 'utf8').toString('utf8');
}
