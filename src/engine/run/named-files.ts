import { joinPath } from '../../base/paths.ts';
import { isManifest } from '../../evidence/manifests/judge-manifests.ts';
import { entriesOf, readJson } from '../../formats/json.ts';

/** A file whose settings decide how tests run, with its text; or a command that runs them, as if it stood in a file. */
export interface ConfigSource {
  readonly path: string;
  readonly text: string;
  readonly isCommand?: true;
}

/**
 * Files of the tree that the configuration of tests names: set-up files, reporters, environments, loaders, other
 * configuration. They steer tests as much as what names them, so whoever makes the roles of a project adds them to its
 * configuration. Only what stands under a key or option that is known to load something counts: a configuration also
 * names sources and tests.
 */
export function namedFiles(
  sources: readonly ConfigSource[],
  tree: readonly string[],
  isTestFile: (path: string) => boolean,
): readonly string[] {
  const files = new Set(tree);
  const found = sources.flatMap(({ path, text, isCommand }) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const relevant = isPackageJson(path) ? testParts(text) : text;
    const programs = isPackageJson(path) || isCommand ? programsIn(relevant) : [];
    return [...loadedBy(relevant), ...programs, ...importedBy(path, text)].flatMap((name) =>
      resolve(name, folder, files),
    );
  });
  return [...new Set(found)].filter((path) => !isManifest(path) && !isTestFile(path)).sort();
}

function isPackageJson(path: string): boolean {
  return /(?:^|\/)package\.json$/.test(path);
}

/** What of a `package.json` is about tests: its exports name files under the same words. */
function testParts(text: string): string {
  const manifest = readJson(text) ?? {};
  const scripts = entriesOf(manifest.scripts).filter(([name]) => /test|check|unit|spec/.test(name));
  const blocks = ['jest', 'vitest', 'mocha', 'ava', 'nyc', 'c8', 'tap'].map((name) => manifest[name] ?? null);
  return [...scripts.map(([, script]) => String(script)), JSON.stringify(blocks)].join('\n');
}

const KEYS =
  /["']?\b(?:setupFiles(?:AfterEnv)?|globalSetup|globalTeardown|testEnvironment|environment|runner|testRunner|reporters?|resolver|transform|snapshot(?:Serializers|Environment|Resolver)|testSequencer|testResultsProcessor|prettierPath|dependencyExtractor|require|import|loader|file|extends?|preset|config|projects|workspace|addopts|pytest_plugins)\b["']?\s*[:=]\s*/g;
const OPTIONS =
  /(?:^|\s)(?:-r|-c|-p|--(?:require|import|loader|experimental-loader|config|file|env-file|rootDir|reporter|setupFiles\w*|globalSetup|opts|rcfile))[\s=]+["']?([^\s"']+)/g;

/** What follows a key that loads something, or an option on a command line; and files that a command starts. */
function loadedBy(text: string): readonly string[] {
  const values = [...text.matchAll(KEYS)].flatMap((match) => namesIn(valueAt(text, match.index + match[0].length)));
  const options = [...text.matchAll(OPTIONS)].map((match) => match[1] ?? '');
  const started = [...text.matchAll(/\b(?:node|sh|bash|python3?|tsx|ts-node|make -f)\s+(?:-\S+\s+)*([\w./-]+)/g)];
  return [...values, ...options, ...started.map((match) => match[1] ?? '')];
}

/** Files that commands start without an interpreter before them, and those a tool like `make` does what they say. */
function programsIn(commands: string): readonly string[] {
  const first = [...commands.matchAll(FIRST_WORDS)].map((match) => match[1] ?? '');
  return first.flatMap((word) => (word.includes('/') ? [word] : (RECIPES[word] ?? [])));
}

const FIRST_WORDS = /(?:^|[\n;&|(])\s*(?:\w+=\S*\s+)*(?:(?:exec|env|time)\s+)*([\w./-]+)/g;

const RECIPES: Readonly<Record<string, readonly string[]>> = {
  make: ['Makefile', 'makefile', 'GNUmakefile'],
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
  rake: ['Rakefile'],
};

/** The value at a place: up to the bracket that closes it, or the end of the line. */
function valueAt(text: string, start: number): string {
  const close = { '[': ']', '{': '}' }[text[start] ?? ''];
  const end = close === undefined ? text.indexOf('\n', start) : text.indexOf(close, start);
  return text.slice(start, end < 0 ? text.length : end);
}

function namesIn(value: string): readonly string[] {
  return [...value.matchAll(/["'`]([^"'`\n]+)["'`]|(?:^|[\s,[])([\w@./<>-]+)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
}

/** Modules of the project that a configuration written in code imports. */
function importedBy(path: string, text: string): readonly string[] {
  if (!/\.[cm]?[jt]s$/.test(path)) return [];
  return [...text.matchAll(/\b(?:from|import|require)\s*\(?\s*["'](\.[^"'\n]+)["']/g)].map((match) => match[1] ?? '');
}

const ENDINGS = [
  '',
  '.ts',
  '.js',
  '.mts',
  '.mjs',
  '.cts',
  '.cjs',
  '.tsx',
  '.jsx',
  '.json',
  '.py',
  '/index.ts',
  '/index.js',
];

function resolve(name: string, folder: string, files: ReadonlySet<string>): readonly string[] {
  const plain = name.replace(/^<rootDir>\//, './');
  const asModule = /^[\w.]+$/.test(plain) && !files.has(plain) ? [plain.replaceAll('.', '/')] : [];
  return [joinPath(folder, plain), joinPath('', plain), ...asModule].flatMap((path) => {
    const ending = ENDINGS.find((one) => path !== '' && files.has(path + one));
    return ending === undefined ? [] : [path + ending];
  });
}
