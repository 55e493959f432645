import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TestReport } from '../../src/evidence/report.ts';
import type { Framework, ProgramResult, RunRequest } from '../../src/frameworks/framework.ts';
import { requestFor } from '../frameworks/request.ts';

/** A run of a framework that really happened, to be read again with what it left behind changed. */
export interface RecordedRun {
  readonly report: TestReport;
  /** The files it left for Baton to read, the first of them the one that tells the tests. */
  readonly files: readonly Buffer[];
  /** What Baton makes of the run with the first file changed; a number is so many bytes of nothing. */
  replay(change: (bytes: Buffer) => Buffer | number): Promise<TestReport>;
}

/** What a driver starts tells where reports are, and which names are different in every run. */
export interface Traces {
  reports(program: readonly string[], directory: string): readonly string[];
  names(program: readonly string[], directory: string): readonly string[];
}

/** Runs a project's tests for real and keeps what the run left. */
export async function recordRun(
  framework: Framework,
  directory: string,
  traces: Traces,
  command?: readonly string[],
): Promise<RecordedRun> {
  let recorded: { result: ProgramResult; files: Buffer[]; names: readonly string[] } | undefined;
  const options: Partial<RunRequest> = command === undefined ? {} : { command };
  const real = requestFor(directory, options);
  const report = await framework.run({
    ...real,
    async start(program, environment) {
      const names = traces.names(program, directory);
      const result = await real.start(program, environment);
      recorded = { result, names, files: traces.reports(program, directory).map((file) => readFileSync(file)) };
      return result;
    },
  });
  if (recorded === undefined) throw new Error(`${framework.name} started nothing`);
  const { result, names, files } = recorded;
  return {
    report,
    files,
    replay: (change) =>
      framework.run({
        ...requestFor(directory, options),
        async start(program) {
          const now = traces.names(program, directory);
          for (const [at, path] of traces.reports(program, directory).entries()) {
            const renamed = rename(files[at] ?? Buffer.alloc(0), names, now);
            mkdirSync(dirname(path), { recursive: true });
            const changed = at === 0 ? change(renamed) : renamed;
            writeFileSync(path, typeof changed === 'number' ? '' : changed);
            if (typeof changed === 'number') truncateSync(path, changed);
          }
          return result;
        },
      }),
  };
}

function rename(bytes: Buffer, from: readonly string[], to: readonly string[]): Buffer {
  const text = from.reduce((all, name, at) => all.replaceAll(name, to[at] ?? ''), bytes.toString('latin1'));
  return Buffer.from(text, 'latin1');
}

/** Drivers that put their reporter's files into one directory: the canary's file is named in its settings. */
const jsTraces = (homeOf: (program: readonly string[]) => string, reports: readonly string[]): Traces => ({
  reports: (program) => reports.map((name) => join(homeOf(program), name)),
  names(program) {
    const { canary } = JSON.parse(readFileSync(join(homeOf(program), 'settings.json'), 'utf8'));
    const text = readFileSync(canary[0], 'utf8');
    return [
      basename(canary[0]),
      ...[/first [0-9a-f]{12}/, /second [0-9a-f]{12}/, /n[0-9a-f]{24}/].map((one) => found(one, text)),
    ];
  },
});

function found(pattern: RegExp, text: string): string {
  return pattern.exec(text)?.[0] ?? '';
}

const dirnameOf = (pattern: RegExp) => (program: readonly string[]) =>
  dirname(program.find((word) => pattern.test(word)) ?? '');

export const TRACES = {
  vitest: jsTraces(dirnameOf(/vitest\.cjs$/), ['report.ndjson']),
  'node-test': jsTraces(dirnameOf(/child\.cjs$/), ['report.ndjson', 'files.ndjson']),
  pytest: {
    reports: (program) => [join(dirnameOf(/baton_pytest_start\.py$/)(program), 'records.ndjson')],
    names: (program) => {
      const settings = readFileSync(join(dirnameOf(/baton_pytest_start\.py$/)(program), 'settings.json'), 'utf8');
      return [JSON.parse(settings).nonce];
    },
  },
  go: {
    // The failing canary's own words are in a file with a name of chance.
    reports: ([, , events = '']) => {
      const said = join(dirname(events), 'canary');
      const [name = '1'] = readdirSync(said);
      return [events, join(said, name)];
    },
    names: ([, , , , mark = ''], directory) => [
      mark,
      found(/(?<=baton_)[0-9a-f]{16}/, readdirSync(directory).join(' ')),
    ],
  },
  tap: { reports: ([, , file = '']) => [file], names: () => [] },
  junit: { reports: (program) => [program.at(-1) ?? ''], names: () => [] },
} satisfies Record<string, Traces>;
