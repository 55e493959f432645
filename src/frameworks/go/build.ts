import type { Failure, FailureKind } from '../../evidence/report.ts';
import type { ProjectText } from '../project-text.ts';
import { type BuildEntry, diagnose } from './diagnose.ts';
import { type GoModule, type GoPackage, importsOf } from './packages.ts';

/** What was said of each package that could not be built, by import path; what belongs to none is under ''. */
export type BuildLog = ReadonlyMap<string, readonly BuildEntry[]>;

/** Reads blocks of `# package [package.test]` followed by `file.go:line:column: message` lines. */
export function parseBuildLog(text: string): BuildLog {
  const log = new Map<string, BuildEntry[]>();
  let about = '';
  const add = (key: string, entry: BuildEntry) => {
    const entries = log.get(key);
    if (entries === undefined) log.set(key, [entry]);
    else if (entries.length < MOST_ENTRIES) entries.push(entry);
  };
  for (const line of text.split('\n')) {
    // A note is no complaint: that the module requires a newer Go is said beside whatever else is wrong.
    if (/^(?:.+?\.go:\d+(?::\d+)?: )?note: /.test(line)) continue;
    const header = /^# (\S+)(?: \[(\S+)\.test\])?$/.exec(line);
    const whole = /^go build (\S+): (.*)$/.exec(line);
    const placed = /^(.+?\.go):(\d+)(?::(\d+))?: (.*)$/.exec(line);
    const last = log.get(about)?.at(-1);
    if (header !== null) about = header[2] ?? header[1] ?? '';
    else if (whole !== null) add(whole[1] ?? '', { message: whole[2] ?? '' });
    else if (placed !== null) {
      const [, file = '', row, column, message = ''] = placed;
      add(about, { file, line: Number(row), ...(column === undefined ? {} : { column: Number(column) }), message });
    } else if (/^\t/.test(line) && last !== undefined)
      log.get(about)?.splice(-1, 1, { ...last, message: `${last.message}\n${line}` });
    else if (line.trim() !== '') add(about, { message: line });
  }
  return log;
}

const MOST_ENTRIES = 500;

/** Why a package could not be built: what was said of it, or else of those it needs. */
export function buildFailure(wanted: GoPackage, log: BuildLog, module: GoModule, text: ProjectText): Failure {
  const found = [wanted.importPath, ...neededBy(wanted, module)]
    .map((path) => [path, log.get(path) ?? []] as const)
    .find(([, entries]) => entries.length > 0);
  const entries = (found?.[1] ?? log.get('') ?? []).map((entry) => withFile(entry, wanted, found?.[0], module));
  const diagnostics = entries.map((entry) => diagnose(entry, module, text));
  const first = entries.find(({ file }) => file !== undefined);
  const said = entries.map((entry) => sayEntry(entry, text)).join('\n');
  return {
    kind: worst(diagnostics.map(({ kind }) => kind)),
    message: text.message(said === '' ? `${wanted.importPath} cannot be built.` : said).slice(0, MOST_MESSAGE),
    ...(first?.file === undefined ? {} : { location: { file: text.file(first.file), line: first.line ?? 1 } }),
    diagnostics: diagnostics.map(({ diagnostic }) => diagnostic),
  };
}

const MOST_MESSAGE = 8000;

function sayEntry({ file, line, message }: BuildEntry, text: ProjectText): string {
  return file === undefined ? message : `${text.file(file)}:${line}: ${message}`;
}

/** `go build x: no non-test Go files` names no file: it is the one that imports x. */
function withFile(entry: BuildEntry, wanted: GoPackage, path: string | undefined, module: GoModule): BuildEntry {
  if (entry.file !== undefined || path === undefined) return entry;
  const file = wanted.files.find((name) => [...importsOf(module.read(name)).values()].includes(path));
  const line =
    file === undefined
      ? 0
      : module
          .read(file)
          .split('\n')
          .findIndex((row) => row.includes(`"${path}"`)) + 1;
  return { ...entry, about: path, ...(file === undefined ? {} : { file, line: Math.max(line, 1) }) };
}

/** The packages of this module that a package imports, near ones first. */
function neededBy(wanted: GoPackage, module: GoModule): string[] {
  const byPath = new Map(module.packages.map((one) => [one.importPath, one]));
  const seen = new Set<string>();
  for (let next: readonly string[] = wanted.files; next.length > 0; ) {
    const paths = next.flatMap((file) => [...importsOf(module.read(file)).values()]);
    const fresh = [...new Set(paths)].filter((path) => !seen.has(path));
    for (const path of fresh) seen.add(path);
    next = fresh.flatMap((path) => byPath.get(path)?.files.filter((file) => !file.endsWith('_test.go')) ?? []);
  }
  return [...seen];
}

/** A failure is only about missing things if every complaint is. */
function worst(kinds: readonly FailureKind[]): FailureKind {
  return (['syntax', 'other', 'import', 'missing'] as const).find((kind) => kinds.includes(kind)) ?? 'other';
}
