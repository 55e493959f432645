import { join, posix } from 'node:path';
import type { Failure, Frame, TestCase } from '../../evidence/report.ts';
import type { ProgramResult } from '../framework.ts';
import type { ProjectText } from '../project-text.ts';
import type { GoRun, GoTest } from './events.ts';
import { type GoModule, type GoPackage, testFunctionsOf } from './packages.ts';

type Test = Omit<TestCase, 'id'>;

export interface GoTestsContext {
  readonly module: GoModule;
  readonly text: ProjectText;
  readonly result: Pick<ProgramResult, 'timedOut'>;
}

/** The tests of one package: those without subtests, and those that failed by themselves. */
export function goTests(run: GoRun, one: GoPackage, { module, text, result }: GoTestsContext): Test[] {
  const files = new Map(
    one.testFiles.flatMap((file) => testFunctionsOf(module.read(file)).map((name) => [name, file])),
  );
  // Subtests are the cases of a function; Go gives no place for each.
  const declared = (name: string, file: string) => {
    const at = module.read(file).search(new RegExp(`^func ${name}\\(`, 'm'));
    return at < 0 ? {} : { declared: { line: module.read(file).slice(0, at).split('\n').length } };
  };
  const tests = [...run.tests.values()].map((test) => ({ ...test, ended: test.ended ?? endedUnseen(test, run) }));
  const groups = new Set(tests.flatMap(({ name }) => ancestors(name)));
  const explained = new Set(tests.filter((test) => isBad(test)).flatMap(({ name }) => ancestors(name)));
  return tests
    .filter((test) => !groups.has(test.name) || (isBad(test) && !explained.has(test.name)))
    .map((test) => {
      const path = pathOf(test.name, run);
      const file = files.get(path[0] ?? '') ?? one.testFiles[0] ?? one.directory;
      const failure = isBad(test)
        ? failureOf(test, run, { directory: posix.dirname(file), text, timedOut: result.timedOut })
        : undefined;
      return {
        file,
        path,
        outcome: outcomeOf(test, failure),
        ...(failure === undefined ? {} : { failure }),
        durationMs: Math.round(test.seconds * 1000),
        ...declared(path[0] ?? '', file),
      };
    });
}

/**
 * Whether a panic ended the process while tests ran beside each other: Go does not say then which of them it was, and prints
 * it as the words of another one.
 */
export function isMuddled({ tests }: GoRun): boolean {
  const all = [...tests.values()];
  return all.some(({ panic }) => panic?.confirmed === true) && all.some(({ parallel }) => parallel !== undefined);
}

/** The run without tests that still waited for their turn when another one ended the process: they were never begun. */
export function withoutWaiting(run: GoRun): GoRun {
  if (![...run.tests.values()].some(isPanicked)) return run;
  const begun = [...run.tests].filter(([, test]) => test.parallel !== 'waits' || test.ended !== undefined);
  return { ...run, tests: new Map(begun) };
}

/** Whether tests of the package were cut off: one panicked, ended the process or took too long. */
export function isCutOff(run: GoRun): boolean {
  const ended = (test: GoTest) => test.ended ?? endedUnseen(test, run);
  return [...run.tests.values()].some(
    (test) => (panicOf(test) !== undefined && !run.continued) || ended(test) === undefined,
  );
}

/** Whether a test ended by a panic of its own, so that Go knows which test it was; the process ended with it. */
export function isPanicked(test: GoTest): boolean {
  const said = panicOf(test);
  return said !== undefined && test.ended === 'fail' && !said.startsWith(TIMED_OUT);
}

const TIMED_OUT = 'panic: test timed out after ';

function panicOf({ panic, ended }: GoTest): string | undefined {
  return panic?.confirmed === true && ended !== 'pass' ? panic.said : undefined;
}

function isBad({ ended }: Pick<GoTest, 'ended'>): boolean {
  return ended === 'fail' || ended === undefined;
}

function outcomeOf({ ended }: Pick<GoTest, 'ended'>, failure: Failure | undefined): TestCase['outcome'] {
  if (ended === 'pass') return 'passed';
  if (ended === 'skip') return 'skipped';
  return ended === 'fail' || failure?.kind === 'timeout' ? 'failed' : 'errored';
}

/**
 * Before Go 1.20 the end of a test that printed no line break is lost in its own output. That it passed is believed
 * only of a package that did.
 */
function endedUnseen({ name, output }: GoTest, run: GoRun): GoTest['ended'] {
  const found = [...output.text().matchAll(/--- (PASS|FAIL|SKIP): (\S+) \(\d+\.\d+s\)$/gm)].find(
    ([, , of]) => of === name,
  );
  const ended = found?.[1]?.toLowerCase() as 'pass' | 'fail' | 'skip' | undefined;
  return ended === 'fail' || run.ended === 'pass' ? ended : undefined;
}

function ancestors(name: string): string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The names from the outermost on. Go tells a second subtest of the same name by `#01`; ids number them by themselves. */
function pathOf(name: string, run: GoRun): string[] {
  const parts = name.split('/');
  return parts.map((part, index) => {
    const base = part.replace(/#\d{2,}$/, '');
    return base !== part && run.tests.has([...parts.slice(0, index), base].join('/')) ? base : part;
  });
}

interface FailureContext {
  readonly directory: string;
  readonly text: ProjectText;
  readonly timedOut: boolean;
}

function failureOf(test: GoTest, run: GoRun, { directory, text, timedOut }: FailureContext): Failure {
  const printed = test.output
    .text()
    .replace(/^ *(?:=== (?:RUN|PAUSE|CONT|NAME) .*|--- (?:FAIL|PASS|SKIP): .*)\n?/gm, '');
  const kind = kindOf(test, run, timedOut);
  const place = placeOf(printed, directory, text);
  return {
    kind,
    message: text.message(panicOf(test) ?? messageOf(printed, kind)).slice(0, MOST_MESSAGE),
    ...(place === undefined ? {} : { location: place }),
    ...(kind === 'other' ? raised(printed, text) : {}),
  };
}

/** The way of a panic through the program, from the stack that Go prints: a function, and below it its file and line. */
function raised(printed: string, text: ProjectText): Pick<Failure, 'frames' | 'runtime'> {
  const lines = printed.split('\n');
  const start = lines.findLastIndex((line) => /^(?:panic\(|goroutine \d+ )/.test(line));
  const frames: Frame[] = [];
  for (let at = start + 1; at < lines.length - 1; at++) {
    const [, path, line] = /^\t(.+\.go):(\d+)/.exec(lines[at + 1] ?? '') ?? [];
    const called = /^([^\s(]\S*)\(/.exec(lines[at] ?? '')?.[1];
    if (path === undefined || called === undefined) continue;
    const file = text.file(path);
    const name = { function: called.replace(/^.*\./, '') };
    const isOwn = !file.startsWith('/') && !/(?:^|\/)vendor\//.test(file);
    frames.push(isOwn ? { ...name, file, line: Number(line) } : { ...name, package: called.replace(/\.[^/]*$/, '') });
  }
  const own = frames.findLastIndex(({ file }) => file !== undefined);
  const way = frames.slice(0, own + 1).filter(({ package: name }) => name !== 'panic' && name !== 'runtime');
  if (way.length === 0) return {};
  return { frames: way.slice(-MOST_FRAMES), ...(/^panic: runtime error/m.test(printed) ? { runtime: true } : {}) };
}

const MOST_FRAMES = 20;

const MOST_MESSAGE = 4000;

function kindOf(test: GoTest, run: GoRun, timedOut: boolean): Failure['kind'] {
  const isTimeout = (one: GoTest) => panicOf(one)?.startsWith(TIMED_OUT) ?? false;
  if (isTimeout(test)) return 'timeout';
  // The stack is printed under whatever test spoke last.
  if (test.ended === undefined) return timedOut || [...run.tests.values()].some(isTimeout) ? 'timeout' : 'crash';
  if (panicOf(test) === undefined) return 'assertion';
  return run.continued && isPanicked(test) ? 'other' : 'crash';
}

function messageOf(printed: string, kind: Failure['kind']): string {
  const said = printed.replace(/^ {4}/gm, '').trim();
  if (said !== '') return said;
  return kind === 'assertion' ? 'The test failed without a message.' : 'The process ended inside this test.';
}

/** The first place the test speaks of: `    file_test.go:12: message`, or a line of a panic's stack in the project. */
function placeOf(printed: string, directory: string, text: ProjectText): Failure['location'] {
  const [, said, saidLine] = /^ +([^\s:]+\.go):(\d+): /m.exec(printed) ?? [];
  if (said !== undefined) return { file: text.file(join(directory, said)), line: Number(saidLine) };
  const stack = [...printed.matchAll(/^\t(\/.+\.go):(\d+)/gm)].map(([, file = '', line]) => ({
    file: text.file(file),
    line: Number(line),
  }));
  return stack.find(({ file }) => !file.startsWith('/'));
}
