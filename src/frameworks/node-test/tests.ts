import type { RecordedError, RecordedFile, RecordedTest } from '../js/records.ts';
import type { NodeTestRecord, Seen } from './records.ts';

/** What the tests of one file showed, while it is being put together. */
export interface SeenFile {
  readonly tests: Mutable<RecordedTest>[];
  readonly groups: Mutable<RecordedFile['groups'][number]>[];
  /** Errors of groups whose tests could not all be collected. */
  readonly broken: RecordedError[];
  /** Node's own entry for the file, if it failed. */
  whole: Seen | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type SeenError = NonNullable<Seen['error']>;

/** Sorts what node told in order, groups after their tests, into files. */
export function seenFiles(records: readonly NodeTestRecord[]): Map<string, SeenFile> {
  const files = new Map<string, SeenFile>();
  for (const record of placed(records)) {
    const file = files.get(record.file) ?? { tests: [], groups: [], broken: [], whole: undefined };
    files.set(record.file, file);
    if (record.type === 'file') continue;
    if (record.level === 'file') takeFile(file, record);
    else if (record.level === 'suite') takeSuite(file, record);
    else takeTest(file, record);
  }
  return files;
}

type Placed = (Seen & { file: string }) | { readonly type: 'file'; readonly file: string };

/** Tests that a helper defines are told with the helper's path; the summary that follows them says whose they are. */
function placed(records: readonly NodeTestRecord[]): Placed[] {
  const entries = records.filter((record) => record.type === 'file');
  const known = new Set(entries.map(({ file }) => file));
  const tests: (Seen & { file: string })[] = [];
  let summed = 0;
  for (const record of records) {
    if (record.type === 'test') tests.push({ ...record, file: record.file ?? UNKNOWN });
    if (record.type !== 'summary') continue;
    for (const test of tests.slice(summed)) if (!known.has(test.file)) test.file = record.file;
    summed = tests.length;
  }
  return [...entries, ...tests];
}

const UNKNOWN = 'unknown file';

function takeFile(file: SeenFile, record: Seen): void {
  if (record.passed || record.error === undefined) return;
  if (record.error.failure === 'hookFailed') file.groups.push({ path: [], errors: [errorOf(record.error)] });
  else file.whole = record;
}

/** A group fails for its tests, or for a hook or a body of its own: then its tests were never run. */
function takeSuite(file: SeenFile, { path, passed, todo, error }: Seen): void {
  if (passed || todo || error === undefined || DERIVED.has(error.failure)) return;
  const kept = giveToCancelled(file, path, error);
  if (error.failure === 'testCodeFailure') file.broken.push(errorOf(error));
  else if (kept === 0) file.groups.push({ path, errors: [errorOf(error)] });
}

/** Failures that only repeat what another test or group says. */
const DERIVED: ReadonlySet<string> = new Set(['subtestsFailed', 'cancelledByParent']);

function takeTest(file: SeenFile, record: Seen): void {
  const { path, error, ms, line, column } = record;
  const state = stateOf(record);
  const failing = state === 'failed' || state === 'errored';
  const errors = failing ? errorsOf(file, path, error) : [];
  if (failing && error !== undefined && !DERIVED.has(error.failure)) giveToCancelled(file, path, error);
  file.tests.push({
    path,
    state,
    errors,
    ...(ms === undefined ? {} : { ms }),
    ...(record.expectFailure ? { fails: true } : {}),
    ...(line === undefined ? {} : { declared: { line, ...(column === undefined ? {} : { column }) } }),
  });
}

function stateOf({ passed, skip, todo, error }: Seen): RecordedTest['state'] {
  if (skip) return 'skipped';
  if (todo) return 'todo';
  if (passed) return 'passed';
  return error?.failure === 'hookFailed' || error?.failure === 'cancelledByParent' ? 'errored' : 'failed';
}

/** A test that failed because tests inside it did has their errors. */
function errorsOf(file: SeenFile, path: readonly string[], error: SeenError | undefined): RecordedError[] {
  if (error === undefined) return [{ message: 'node does not say why' }];
  if (error.failure !== 'subtestsFailed') return [errorOf(error)];
  const inner = testsUnder(file, path).find(({ errors }) => errors.length > 0);
  return inner?.errors ?? [errorOf(error)];
}

/** Tells tests that were cancelled what kept them from running; gives how many there were. */
function giveToCancelled(file: SeenFile, path: readonly string[], error: SeenError): number {
  const cancelled = testsUnder(file, path).filter(
    ({ state, errors }) => state === 'errored' && errors.every(({ message }) => CANCELLED.test(message)),
  );
  for (const test of cancelled) test.errors = [errorOf(error)];
  return cancelled.length;
}

const CANCELLED = /^test did not finish before its parent/;

/** The tests inside a group or test that has just ended: node tells them right before it. */
function testsUnder({ tests }: SeenFile, path: readonly string[]): Mutable<RecordedTest>[] {
  let from = tests.length;
  while (from > 0 && isUnder(tests[from - 1]?.path ?? [], path)) from -= 1;
  return tests.slice(from);
}

function isUnder(path: readonly string[], group: readonly string[]): boolean {
  return path.length > group.length && group.every((name, index) => name === path[index]);
}

function errorOf({ message, cause }: SeenError): RecordedError {
  return cause ?? { message };
}
