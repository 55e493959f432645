import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** One directory of Go files. */
export interface GoPackage {
  /** Relative to the project, `.` for the project itself. */
  readonly directory: string;
  readonly importPath: string;
  readonly files: readonly string[];
  readonly testFiles: readonly string[];
  /** The package clause that a further test file here must have. */
  readonly clause: string;
}

/** A module and its packages, as `./...` finds them. */
export interface GoModule {
  readonly path: string;
  readonly packages: readonly GoPackage[];
  /** The text of a file, relative to the project; empty if there is none. */
  read(file: string): string;
}

export function readGoModule(directory: string): GoModule {
  const texts = new Map<string, string>();
  const read = (file: string) => {
    const text = texts.get(file) ?? readText(join(directory, file));
    texts.set(file, text);
    return text;
  };
  const path = /^module\s+"?([^\s"]+)"?/m.exec(read('go.mod'))?.[1] ?? '';
  return { path, packages: packagesIn(directory, '.', path, read), read };
}

function packagesIn(root: string, directory: string, module: string, read: GoModule['read']): GoPackage[] {
  const entries = readdirSync(join(root, directory), { withFileTypes: true });
  if (directory !== '.' && entries.some(({ name }) => name === 'go.mod')) return [];
  const files = entries
    .filter((entry) => entry.isFile() && /^[^_.].*\.go$/.test(entry.name))
    .map(({ name }) => posix.join(directory, name))
    .sort();
  const own = files.length === 0 ? [] : [packageOf(directory, files, module, read)];
  const nested = entries
    .filter((entry) => entry.isDirectory() && !NOT_PACKAGES.test(entry.name))
    .flatMap(({ name }) => packagesIn(root, posix.join(directory, name), module, read));
  return [...own, ...nested];
}

/** What Go itself leaves out of `./...`, and what is never a project's own. */
const NOT_PACKAGES = /^(?:[._].*|testdata|vendor|node_modules)$/;

function packageOf(directory: string, files: readonly string[], module: string, read: GoModule['read']): GoPackage {
  const testFiles = files.filter((file) => file.endsWith('_test.go'));
  const clauses = [...testFiles, ...files].flatMap((file) => clauseOf(read(file)) ?? []);
  return {
    directory,
    importPath: directory === '.' ? module : `${module}/${directory}`,
    files,
    testFiles,
    clause: clauses[0] ?? posix.basename(directory).replace(/\W/g, '_'),
  };
}

/** The name in a file's package clause; comments may stand before it. */
function clauseOf(text: string): string | undefined {
  const bare = text.replace(/^(?:\s+|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)+/, '');
  return /^package\s+([\p{L}_][\p{L}\p{N}_]*)/u.exec(bare)?.[1];
}

/** The functions of a test file that `go test` runs, and the file's imports by the name they have in it. */
export function testFunctionsOf(text: string): string[] {
  return [...text.matchAll(/^func\s+((?:Test|Example|Fuzz)[\p{L}\p{N}_]*)\s*\(/gmu)].map(([, name = '']) => name);
}

export function importsOf(text: string): ReadonlyMap<string, string> {
  const blocks = [...text.matchAll(/^import\s*(?:\(([\s\S]*?)\)|([^\n(]+))/gm)].map(
    ([, block, one]) => block ?? one ?? '',
  );
  const specs = blocks.flatMap((block) => [...block.matchAll(/(?:([\p{L}\p{N}_.]+)\s+)?["`]([^"`\n]+)["`]/gu)]);
  return new Map(specs.map(([, alias, path = '']) => [alias ?? packageName(path), path]));
}

/** The name a package most likely has: the last part of its path that is no version. */
function packageName(path: string): string {
  const parts = path.split('/');
  const last = parts.at(-1) ?? '';
  return (/^v\d+$/.test(last) ? (parts.at(-2) ?? last) : last).replace(/\.v\d+$|^go-|-go$/g, '');
}

export function isOwnPath({ path }: GoModule, importPath: string): boolean {
  return path !== '' && (importPath === path || importPath.startsWith(`${path}/`));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
