import { type Failure, type TestReport, type Uncollected, withIds } from '../../evidence/report.ts';
import { endOfFile, lastOf, startCaptured } from '../capture.ts';
import type { Framework, RunRequest } from '../framework.ts';
import type { UnnamedTest } from '../junit/report.ts';
import { linesOfFile } from '../long-text.ts';
import { ownCommand, refuseUnfound } from '../own-command.ts';
import { plainFailure } from '../plain-failure.ts';
import { listFiles } from '../source-files.ts';
import { indexSources, type SourceIndex } from '../source-index.ts';
import { readTap, type TapPoint } from './stream.ts';

/** Any command that prints TAP 13 or 14 to its standard output. */
export const tap: Framework = {
  name: 'tap',
  detect: () => [],
  run,
  testFiles: ['**/*.t', '**/*{test,spec}.*', '**/{t,test,tests,spec}/**'],
  supportFiles: ['**/{fixtures,__fixtures__,testdata,__snapshots__}/**'],
  configFiles: ['**/.taprc', '**/.proverc'],
};

async function run(request: RunRequest): Promise<TestReport> {
  const command = ownCommand(request, 'tap');
  const result = await startCaptured(request, 'tap', command, {});
  refuseUnfound(result, command);
  const { points, incomplete } = readTap(linesOfFile(result.stdout));
  const sources = indexSources(request.directory, listFiles(request.directory));
  const { tests, uncollected } = testsOfTap(points, sources, command);
  const bad = uncollected.length > 0 || tests.some(({ outcome }) => outcome === 'failed' || outcome === 'errored');
  const { exitCode, signal, timedOut, wallMs } = result;
  const failed = exitCode !== 0 && signal === null && !timedOut && !bad && incomplete === undefined;
  return {
    framework: 'tap',
    strength: 'strong',
    command: [...command],
    exitCode,
    signal,
    wallMs,
    tests: withIds(tests),
    uncollected,
    runErrors: failed ? [`The command failed (exit code ${exitCode}) although no test did.`] : [],
    focused: false,
    canary: 'absent',
    incomplete:
      (timedOut ? 'timeout' : undefined) ??
      (signal === null ? undefined : `the command was ended by ${signal}`) ??
      (result.cut ? 'there is more output than is read' : undefined) ??
      incomplete ??
      null,
    output: lastOf(`${result.output}${endOfFile(result.stdout)}`),
  };
}

/** Test points without subtests are tests. A file's own point says, if it failed, that the file could not be run. */
export function testsOfTap(points: readonly TapPoint[], sources: SourceIndex, command: readonly string[]) {
  const tests: UnnamedTest[] = [];
  const uncollected: Uncollected[] = [];
  const named = command.slice(1).flatMap((argument) => sources.fileAt(argument) ?? []);
  const only = named.length === 1 ? named[0] : undefined;
  for (const point of points) {
    const file = sources.fileAt(point.name);
    if (file === undefined) addTests(tests, point, only ?? 'tap', [], sources, false);
    else if (point.children.length > 0)
      for (const child of point.children) addTests(tests, child, file, [], sources, false);
    else if (!point.ok && point.directive === undefined) {
      uncollected.push({
        file,
        failure: fileFailure(point, file, sources),
        ...(only === undefined ? { hides: 'all' } : {}),
      });
    }
  }
  return { tests, uncollected };
}

function addTests(
  tests: UnnamedTest[],
  point: TapPoint,
  file: string,
  outer: readonly string[],
  sources: SourceIndex,
  todo: boolean,
): void {
  const path = [...outer, point.name];
  const isTodo = todo || point.directive === 'todo';
  const before = tests.length;
  for (const child of point.children) addTests(tests, child, file, path, sources, isTodo);
  const isExplained = () => tests.slice(before).some(({ outcome }) => outcome === 'failed' || outcome === 'errored');
  if (point.children.length > 0 && (point.ok || isTodo || isExplained())) return;
  const outcome = outcomeOf(point, isTodo);
  const failure = outcome === 'failed' || outcome === 'errored' ? failureOf(point, file, sources) : undefined;
  const duration = Number(point.details.get('duration_ms'));
  tests.push({
    file,
    path,
    outcome,
    ...(failure === undefined ? {} : { failure }),
    ...(Number.isFinite(duration) ? { durationMs: duration } : {}),
  });
}

function outcomeOf({ ok, directive, children, details }: TapPoint, todo: boolean): UnnamedTest['outcome'] {
  if (directive === 'skip') return 'skipped';
  if (todo) return 'todo';
  if (ok) return 'passed';
  const died = children.length > 0 || /^(hookFailed|cancelledByParent)$/.test(details.get('failureType') ?? '');
  return died ? 'errored' : 'failed';
}

function failureOf({ name, details, comments }: TapPoint, file: string, sources: SourceIndex): Failure {
  const message = details.get('error') ?? details.get('message') ?? '';
  const isBare = details.size === 0;
  const told = {
    type: details.get('name') ?? '',
    code: details.get('code'),
    message: `${message === '' ? `not ok: ${name}` : message}${compared(details, message)}`,
    text: details.get('stack') ?? comments,
    expectation: isBare || details.has('operator') || details.has('expected') || details.has('wanted'),
    file,
  };
  return plainFailure(told, sources);
}

/** What was compared, where the message does not say it. */
function compared(details: TapPoint['details'], message: string): string {
  const expected = details.get('expected') ?? details.get('wanted');
  const actual = details.get('actual') ?? details.get('found');
  if (expected === undefined && actual === undefined) return '';
  if (message.includes(expected ?? '') && message.includes(actual ?? '')) return '';
  return `\nexpected: ${expected ?? ''}\nactual: ${actual ?? ''}`;
}

/** Why a file could not be run: its error stands in the comments before; one that says nothing just ended. */
function fileFailure({ details, comments }: TapPoint, file: string, sources: SourceIndex): Failure {
  const told = { type: '', message: '', text: comments, collecting: true, file };
  const failure = plainFailure(told, sources);
  const exit = details.get('exitCode');
  const signal = details.get('signal') ?? '~';
  const unexplained = exit !== undefined && !/^(Uncaught )?\w*Error\b/m.test(comments);
  if (signal === '~' && !unexplained) return failure;
  return { kind: 'crash', message: `The process of ${file} ended (exit code ${exit}, signal ${signal}).` };
}
