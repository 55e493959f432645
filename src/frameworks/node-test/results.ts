import { fileURLToPath } from 'node:url';
import type { RecordedError, RecordedFile, RecordedRunError, Records } from '../js/records.ts';
import type { FileProcess, NodeTestRecords } from './records.ts';
import { type SeenFile, seenFiles } from './tests.ts';

/** What a run of `node --test` showed, told as the other frameworks' reporters tell it. */
export function resultsOf({ records, processes, damage }: NodeTestRecords): Records {
  const of = <T extends (typeof records)[number]['type']>(type: T) =>
    records.filter((record): record is Extract<(typeof records)[number], { type: T }> => record.type === type);
  const strays = of('stray');
  const summarised = new Set(of('summary').map(({ file }) => file));
  const entries = new Set(of('file').map(({ file }) => file));
  const files: RecordedFile[] = [];
  const errors: RecordedRunError[] = strays.map(({ message, file }) => runError('unhandled', message, file));

  for (const [file, seen] of seenFiles(records)) {
    const ended = { seen, process: processes.get(file), told: summarised.size === 0 || summarised.has(file) };
    const unended = damage !== null && seen.whole === undefined && ended.process?.exit === undefined;
    if (unended && seen.tests.length === 0) continue;
    const death = entries.has(file) && !unended ? deathOf(ended) : undefined;
    const broken = [...(death === undefined ? [] : [death]), ...seen.broken];
    const { tests, groups } = seen;
    files.push({ type: 'file', file, state: broken.length > 0 ? 'uncollected' : 'run', errors: broken, tests, groups });
    if (death !== undefined || strays.some((stray) => stray.file === undefined || stray.file === file)) continue;
    const code = seen.whole?.error?.exitCode ?? 0;
    if (code !== 0) errors.push(runError('exit code', `${code}, although no test of the file failed`, file));
  }
  return {
    started: of('start').length > 0,
    include: [],
    restricts: of('only').length > 0 ? ['only'] : [],
    begun: [...entries],
    files,
    errors,
    damage,
  };
}

interface Ended {
  readonly seen: SeenFile;
  readonly process: FileProcess | undefined;
  /** Node says that all tests of the file were told; Node 20 never does. */
  readonly told: boolean;
}

/** What ended the process of a file before its tests had, if anything did. */
function deathOf({ seen: { tests, whole }, process, told }: Ended): RecordedError | undefined {
  const { failure, message = '', signal } = whole?.error ?? {};
  if (failure === 'testTimeoutFailure') return { message };
  if (signal !== undefined) return { message: `The process of this file was ended by ${signal}` };
  const { exit, uncaught } = process ?? {};
  if (exit?.end === 'called') {
    return { message: `process.exit unexpectedly called with "${exit.code ?? 0}"`, ...stackOf(exit.at) };
  }
  if (exit?.end === 'natural') {
    return told || tests.length === 0
      ? undefined
      : { message: 'The process of this file was ended before it had told its tests' };
  }
  if (uncaught !== undefined) return withPlace(uncaught, whole?.stderr ?? '');
  return { message: 'The process of this file was ended without a trace' };
}

function stackOf(at: string | undefined) {
  return at === undefined ? {} : { stack: `Error\n${at}` };
}

/**
 * Where a parser stopped, or an import failed, node writes above the stack or only on the screen. As the first line it is
 * read as the parser's place, as a frame like any other.
 */
function withPlace(error: RecordedError, stderr: string): RecordedError {
  if (error.name !== 'SyntaxError') return error;
  const [, place] = /^((?:file:\/\/)?\/[^\n]+:\d+)\n/m.exec(`${error.stack ?? ''}\n${stderr}`) ?? [];
  if (place === undefined) return error;
  return { ...error, stack: `${pathOf(place)}\n    at ${place}:1\n${error.stack ?? ''}` };
}

function pathOf(url: string): string {
  if (!url.startsWith('file:')) return url;
  try {
    return fileURLToPath(url);
  } catch {
    return url;
  }
}

function runError(label: string, message: string, during: string | undefined): RecordedRunError {
  return { type: 'error', error: { message }, label, ...(during === undefined ? {} : { during }) };
}
