import { splitLines } from '../../base/line-diff.ts';
import { differingKeys, type FrozenDifference, gather, type ManifestPair, type ManifestReader } from './frozen.ts';
import { isGoTestPackage, isJavaTestPackage, isPythonTestPackage, pythonName } from './test-packages.ts';

/** `go.mod`: the module's own name, replaced and excluded modules, the tool chain, and required test packages. */
export const compareGoMod: ManifestReader = (pair) => compareLines(pair, goModFacts);

/** `go.sum`: the checksums of test packages. */
export const compareGoSum: ManifestReader = (pair) => compareLines(pair, goSumFacts);

/** `requirements.txt` and its like: test packages, and options, which may name other indexes and files. */
export const compareRequirements: ManifestReader = (pair) => compareLines(pair, requirementFacts);

/** `vendor/modules.txt`: that Go takes packages from the tree at all, and which test packages. */
export const compareGoVendor: ManifestReader = (pair) => compareLines(pair, goVendorFacts);

/** A frozen fact by the key it is known under. */
type Fact = readonly [key: string, value: string];

function compareLines(
  { before, after, needs }: ManifestPair,
  read: (text: string) => readonly Fact[],
): FrozenDifference {
  const was = gather(read(before ?? ''));
  const is = gather(read(after ?? ''));
  const isNeeded = (key: string) => needs.some((name) => key === name || pythonName(key) === pythonName(name));
  return { changed: differingKeys(was, is).filter((key) => was.has(key) || !isNeeded(key)) };
}

function goModFacts(text: string): readonly Fact[] {
  let block = '';
  return splitLines(text).flatMap((raw): readonly Fact[] => {
    const line = goWords(raw).join(' ');
    const opened = /^(\w+) ?\($/.exec(line)?.[1];
    if (opened !== undefined || line === ')') {
      block = opened ?? '';
      return [];
    }
    const [verb = '', ...rest] = block === '' ? line.split(' ') : [block, ...line.split(' ')];
    if (rest.join('') === '') return [];
    if (line.includes('\\')) return [[line, line]];
    if (verb === 'require') return isGoTestPackage(rest[0] ?? '') ? [[rest[0] ?? '', rest.join(' ')]] : [];
    return GO_FROZEN.has(verb) ? [[`${verb} ${rest[0]}`, rest.join(' ')]] : [];
  });
}

/** The words of a line without its comment; quotes round one say nothing. */
function goWords(line: string): readonly string[] {
  const words = line.match(/\/\/.*$|"(?:[^"\\]|\\.)*"|`[^`]*`|(?:(?!\/\/)[^\s"`])+/g) ?? [];
  return words.filter((word) => !word.startsWith('//')).map((word) => word.replace(/^(["`])([^\\]*)\1$/, '$2'));
}

const GO_FROZEN: ReadonlySet<string> = new Set([
  'module',
  'replace',
  'exclude',
  'toolchain',
  'godebug',
  'tool',
  'ignore',
]);

function goSumFacts(text: string): readonly Fact[] {
  return splitLines(text).flatMap((line): readonly Fact[] => {
    const [module = '', version = '', sum = ''] = line.trim().split(/\s+/);
    return isGoTestPackage(module) ? [[`${module} ${version}`, sum]] : [];
  });
}

function goVendorFacts(text: string): readonly Fact[] {
  if (text === '') return [];
  const named = splitLines(text).filter((line) => line.split(' ').some(isGoTestPackage));
  return [['packages come from the tree', 'yes'], ...named.map((line): Fact => [line, line])];
}

function requirementFacts(text: string): readonly Fact[] {
  // pip ends a line where Python does.
  const joined = text.replace(/\\\r?\n/g, ' ').replace(/\r(?!\n)|[^\P{Cc}\r\n\t]|[\u2028\u2029]/gu, '\n');
  return splitLines(joined).flatMap((raw): readonly Fact[] => {
    const line = raw
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .replace(/\s+/g, ' ');
    // A bare path or address may install anything, a test package among it.
    if (line.startsWith('-') || /^(?:\.|\/|[\w+]+:\/\/)|^\S+\.(?:whl|zip|tar\.gz)$/.test(line)) return [[line, line]];
    const name = /^[A-Za-z0-9][\w.-]*/.exec(line)?.[0];
    return name !== undefined && isPythonTestPackage(name) ? [[name, line]] : [];
  });
}

/** Gradle's build script: everything but the lines that name a dependency of the code. */
export const compareGradle: ManifestReader = ({ before, after, needs }) => {
  const old = new Set(splitLines(before ?? '').map((line) => line.trim()));
  const isNeeded = (line: string) => !old.has(line.trim()) && needs.some((name) => line.includes(name));
  return { changed: differingKeys(factsOf(before ?? '', isNeeded), factsOf(after ?? '', isNeeded)) };
};

/** A line such as `implementation("group:artifact:1.0")` with nothing else on it. */
const DEPENDENCY =
  /^\s*(?:testImplementation|implementation|api|compileOnly|runtimeOnly|annotationProcessor)\s*\(?\s*(?:platform\s*\(\s*)?(?:["']([\w.:${}+-]+)["']|libs\.([\w.]+))\s*\)*\s*$/;

function factsOf(text: string, isNeeded: (line: string) => boolean): ReadonlyMap<string, string> {
  const lines = splitLines(text)
    .map((line) => line.replace(/\s*\/\/.*$/, '').trim())
    .filter((line) => line !== '' && !isFree(line, isNeeded));
  return lines.length === 0 ? new Map() : new Map([['the build script', lines.join('\n')]]);
}

function isFree(line: string, isNeeded: (line: string) => boolean): boolean {
  const found = DEPENDENCY.exec(line);
  if (found === null) return false;
  if (isNeeded(line)) return true;
  return !line.startsWith('test') && !isJavaTestPackage((found[1] ?? found[2] ?? '').replaceAll('.', ':'));
}

/** `.env` files: variables that programs which run tests obey. All others are the project's own. */
export const compareEnv: ManifestReader = ({ before, after }) => ({
  changed: differingKeys(obeyedIn(before ?? ''), obeyedIn(after ?? '')),
});

const OBEYED =
  /^(?:NODE_(?:OPTIONS|PATH|V8_COVERAGE)|(?:VITEST|JEST|MOCHA|NPM_CONFIG|YARN|PNPM|TS_NODE|TSX|BABEL)\w*|PY(?:TEST|THON)\w*|(?:UV|PIP|POETRY|COVERAGE|TOX|NOX|HYPOTHESIS)_\w+|GO(?:FLAGS|PROXY|ENV|WORK|TOOLCHAIN|DEBUG)|CARGO\w*|RUST\w*|(?:MAVEN|MVN|GRADLE|SUREFIRE)\w*|(?:JAVA|JDK_JAVA|_JAVA)_\w+|CI|PATH|LD_\w+|DYLD_\w+|BASH_ENV|ENV|SHELL|IFS)$/i;

function obeyedIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    splitLines(text).flatMap((line): readonly (readonly [string, string])[] => {
      const [, name = '', value = ''] = /^\s*(?:export\s+)?([\w.]+)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
      return OBEYED.test(name) ? [[name, value]] : [];
    }),
  );
}
