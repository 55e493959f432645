import { joinPath } from '../../base/paths.ts';
import type { Source } from '../../code/source.ts';
import type { Places } from '../origin.ts';
import type { Diagnostic, Failure } from '../report.ts';

/** What the phase that wrote a test changed, and what its list item allows. */
export interface Asking {
  /** Whether a file was changed in this phase. */
  isChanged(path: string): boolean;
  /** The text of a file changed in this phase. */
  textOf(path: string): string | undefined;
  /** What is known about the code of such a file. */
  sourceOf(path: string): Source | undefined;
  /** Whether a path is one of a test file or of what tests use. */
  isForTests(path: string): boolean;
  /** Outside packages that the list item says are needed. */
  readonly needs: readonly string[];
  readonly places: Places;
}

/**
 * Why a failure is not the one a new test should have; nothing if it is: an assertion, or a thing under test that does
 * not exist yet. `file` is the file that failed, for complaints that do not name one.
 */
export function wrongReason(failure: Failure, file: string, asking: Asking): string | undefined {
  if (failure.kind === 'assertion') return undefined;
  const diagnostics = (failure.diagnostics ?? []).filter((one) => !isOfOtherCode(one, asking));
  const left = (failure.diagnostics?.length ?? 0) - diagnostics.length;
  if (left > 0 && diagnostics.every(({ what }) => what !== 'other'))
    return wrongAmong(diagnostics, failure, file, asking);
  if (failure.kind !== 'missing' && failure.kind !== 'import') return KINDS[failure.kind];
  if (diagnostics.length === 0) return 'something is missing, but not which thing of this project';
  return wrongAmong(diagnostics, failure, file, asking);
}

/** The first of several diagnostics that is not about something of the project that does not exist yet. */
function wrongAmong(
  diagnostics: readonly Diagnostic[],
  { location }: Failure,
  file: string,
  asking: Asking,
): string | undefined {
  for (const diagnostic of diagnostics) {
    const why = wrongDiagnostic(diagnostic, diagnostic.file ?? location?.file ?? file, asking);
    if (why !== undefined) return why;
  }
  return undefined;
}

/**
 * Whether a compiler complains of code that is built together with the test and that this phase did not change: a stub that
 * names types which do not exist yet. Whoever writes a test cannot repair that.
 */
function isOfOtherCode({ file = '' }: Diagnostic, asking: Asking): boolean {
  return NAMES_WITHOUT_IMPORT.test(file) && !asking.isChanged(file) && !asking.isForTests(file);
}

const KINDS = {
  syntax: 'the file cannot be parsed',
  timeout: 'it takes too long',
  crash: 'the process ends in the middle of it',
  other: 'it fails with an error that is neither an assertion nor raised by the code under test',
} as const;

function wrongDiagnostic(diagnostic: Diagnostic, file: string, asking: Asking): string | undefined {
  const { what, name } = diagnostic;
  if (!asking.isChanged(file)) return `${name} is asked for by ${file}, which this phase did not change`;
  switch (what) {
    case 'module':
      if (isHelper(name, file, asking))
        return `${name} is a file for tests and not there; it has to come with the test`;
      if (isOurs(diagnostic, name) || isNeeded(name, asking.needs)) return undefined;
      return `the package ${name} is not installed; the list item has to say (needs: ${packageOf(name)})`;
    case 'export':
      if (isHelper(diagnostic.from ?? '', file, asking))
        return `${diagnostic.from}, a file for tests, does not have ${name}`;
      if (isOurs(diagnostic, diagnostic.from ?? '')) return undefined;
      return `${diagnostic.from ?? 'a package'} does not have ${name}`;
    case 'member':
      if (diagnostic.ours !== true && isOfTestFramework(name))
        return `${name} is not there, and it is no part of the code under test`;
      return isSlip(diagnostic, file, asking) ? `${name} is not there, which looks like a typing error` : undefined;
    case 'undefined':
      if (!NAMES_WITHOUT_IMPORT.test(file)) return `${name} is not defined in the test itself`;
      return isSlip(diagnostic, file, asking) ? `${name} is not defined, which looks like a typing error` : undefined;
    case 'signature':
      return wrongSignature(diagnostic, asking);
    case 'file':
      return asking.isForTests(name)
        ? `${name} is a file for tests and not there; it has to come with the test`
        : undefined;
    case 'other':
      return name === '' ? 'there is another complaint' : name;
  }
}

/** Something is used otherwise than it is declared: right if the project's code declares it, a slip if the tests do. */
function wrongSignature({ name, from, ours }: Diagnostic, asking: Asking): string | undefined {
  if (ours !== true) return name;
  return from !== undefined && asking.isForTests(from)
    ? `${from}, a file for tests, declares it otherwise: ${name}`
    : undefined;
}

/** Whether a module would lie among the tests, where the next phase may not write. */
function isHelper(module: string, file: string, asking: Asking): boolean {
  const directory = file.slice(0, Math.max(0, file.lastIndexOf('/')));
  if (module.startsWith('.')) {
    const path = joinPath(directory, module);
    return asking.isForTests(/\.\w+$/.test(path) ? path : `${path}.js`);
  }
  return file.endsWith('.py') && /^[\w.]+$/.test(module) && asking.isForTests(`${module.replaceAll('.', '/')}.py`);
}

function isOurs({ ours }: Diagnostic, module: string): boolean {
  return ours ?? /^[./#~]|^@\//.test(module);
}

function isNeeded(module: string, needs: readonly string[]): boolean {
  const same = (name: string) => name.toLowerCase().replace(/[-_.]+/g, '-');
  return needs.some(
    (need) => need === module || same(need) === same(packageOf(module)) || module.startsWith(`${need}/`),
  );
}

/** `@scope/name/file` is in `@scope/name`, `name/file` in `name`; a dotted Python module in its first part. */
function packageOf(module: string): string {
  if (/^[\w-]+\.[a-z]+\//.test(module)) return module;
  return /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0].replace(/^(\w+)\..*$/, '$1') ?? module;
}

/** Languages in which code of the same package is used without importing it by name. */
const NAMES_WITHOUT_IMPORT = /\.(?:go|rs|java|kt|scala|cs|swift|c|cc|cpp|h|hpp)$/;

/**
 * In such a language a lower-case name that is not called is taken for a typing error: a variable of the test itself.
 * What is exported (it begins with a capital), called or constructed may well be still to come.
 */
function isSlip({ name, line, ours }: Diagnostic, file: string, asking: Asking): boolean {
  if (ours === true || !NAMES_WITHOUT_IMPORT.test(file)) return false;
  const last = name.split(/[.:]+/).at(-1) ?? name;
  if (/^\p{Lu}/u.test(last)) return false;
  const text = asking.textOf(file) ?? '';
  const where = line === undefined ? text : (text.split('\n')[line - 1] ?? '');
  return !new RegExp(`(?<![\\p{L}\\p{N}_])${escapePattern(last)}\\s*(?:::<[^>]*>\\s*)?!?[({\\[]`, 'u').test(where);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** What test frameworks and languages bring along is not what a new test is about. */
function isOfTestFramework(name: string): boolean {
  const root = /^[\w$]+/.exec(name)?.[0] ?? '';
  const last = name.split('.').at(-1) ?? name;
  return FRAMEWORK_ROOTS.has(root) || /^self\b|^Test[A-Z]\w*\./.test(name) || /^assert[A-Z_]\w*$/.test(last);
}

const FRAMEWORK_ROOTS: ReadonlySet<string> = new Set(
  'expect assert chai should sinon vi vitest jest it test describe tap pytest unittest mocker monkeypatch require console process Math JSON Object Array Promise Number String Symbol Reflect Date undefined null testing'.split(
    ' ',
  ),
);
