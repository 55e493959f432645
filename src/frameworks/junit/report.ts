import type { TestCase, Uncollected } from '../../evidence/report.ts';
import { plainFailure } from '../plain-failure.ts';
import type { SourceIndex } from '../source-index.ts';
import type { JunitCase } from './junit-xml.ts';

export type UnnamedTest = Omit<TestCase, 'id'>;

export interface JunitTests {
  readonly tests: readonly UnnamedTest[];
  readonly uncollected: readonly Uncollected[];
}

/** Turns the cases of a report into tests. An entry about a file as a whole is no test: it says that it did not load. */
export function testsOfJunit(cases: readonly JunitCase[], sources: SourceIndex, near = ''): JunitTests {
  const tests: UnnamedTest[] = [];
  const uncollected: Uncollected[] = [];
  for (const one of cases) {
    const wholeFile = wholeFileOf(one, sources, near);
    if (wholeFile === undefined) tests.push(testOf(one, sources, near));
    else if (one.problem !== undefined) {
      const told = { ...one.problem, collecting: true, file: wholeFile };
      const failure = plainFailure(told, sources);
      const ended = /\bexitCode: (?!0|1\b)\d+|\bsignal: '/.test(one.problem.text);
      uncollected.push({ file: wholeFile, failure: ended ? { ...failure, kind: 'crash' } : failure });
    }
  }
  return { tests, uncollected };
}

/** The file an entry is about if it stands for the file and not for a test in it. */
function wholeFileOf({ className, name, problem, file }: JunitCase, sources: SourceIndex, near: string) {
  // A test may be called after a file; the file itself goes by its whole path, or by one name for class and test.
  if (name.startsWith('/') || name === className) {
    const whole = sources.fileAt(name);
    if (whole !== undefined) return whole;
  }
  if (problem === undefined || !/^(collection failure|test file failed to (load|run))/i.test(problem.message)) {
    return undefined;
  }
  const found = sources.fileOf(className === '' ? name : `${className}.${name}`, near) ?? sources.fileOf(name, near);
  return found?.file ?? file ?? name;
}

function testOf(one: JunitCase, sources: SourceIndex, near: string): UnnamedTest {
  const { file, path } = placeOf(one, sources, near);
  const failure =
    one.outcome === 'failed' && one.problem !== undefined
      ? plainFailure({ ...one.problem, expectation: one.problem.element === 'failure', file }, sources)
      : undefined;
  return {
    file,
    path,
    // A failure without a test's name is that of a hook around all tests of the class.
    outcome: one.outcome === 'failed' && one.name === '' ? 'errored' : one.outcome,
    ...(failure === undefined ? {} : { failure }),
    ...(one.seconds === undefined ? {} : { durationMs: one.seconds * 1000 }),
  };
}

/** Where a test is: in the file that the report names, else in the one of its class, else nowhere but under its names. */
function placeOf({ suites, className, name, file }: JunitCase, sources: SourceIndex, near: string) {
  const names = name === '' ? [] : name.split(' > ');
  const told = file === undefined ? undefined : sources.fileAt(file);
  const found = sources.fileOf(className, near);
  if (told !== undefined) {
    const inner = found?.file === told ? found.rest : suites.filter((suite) => sources.fileAt(suite) === undefined);
    return { file: told, path: named([...inner, ...names], className) };
  }
  if (found !== undefined) return { file: found.file, path: named([...found.rest, ...names], className) };
  const outer = suites.filter((suite) => suite !== className);
  return { file: className === '' ? (suites[0] ?? '') : className, path: named([...outer, ...names], className) };
}

function named(path: readonly string[], fallback: string): string[] {
  return path.length > 0 ? [...path] : [fallback];
}
