import { join } from 'node:path';
import { relativeTo, textOf } from './source-files.ts';

/** Finds the source files that reports name by class, module or path. */
export interface SourceIndex {
  readonly directory: string;
  /** Whether a path, absolute or relative, is one of the project's files; then it is given as reports name it. */
  fileAt(path: string): string | undefined;
  /**
   * The file of a class or module, and what of the name is left within the file: `example.CalcTest$Inner`,
   * `tests.test_calc.TestAdd`. Of several, the one nearest to a path.
   */
  fileOf(name: string, near?: string): { readonly file: string; readonly rest: readonly string[] } | undefined;
  /** Java packages that have a source file, by their folders under a source root. */
  packages(): readonly string[];
}

export function indexSources(directory: string, files: readonly string[]): SourceIndex {
  const all = new Set(files);
  const byStem = new Map<string, string[]>();
  for (const file of files) {
    const stem = stemOf(file);
    const same = byStem.get(stem);
    if (same === undefined) byStem.set(stem, [file]);
    else same.push(file);
  }
  const known = new Map<string, ReturnType<SourceIndex['fileOf']>>();
  let packages: readonly string[] | undefined;
  const fileAt = (path: string) => {
    const relative = relativeTo(directory, path);
    return all.has(relative) ? relative : undefined;
  };

  const find: SourceIndex['fileOf'] = (name, near = '') => {
    const direct = fileAt(name);
    if (direct !== undefined) return { file: direct, rest: [] };
    const [outer = '', ...inner] = name.split('$');
    const parts = outer.split('.');
    for (let length = parts.length; length > 0; length--) {
      const path = parts.slice(0, length).join('/');
      const candidates = (byStem.get(parts[length - 1] ?? '') ?? []).filter((file) => endsIn(file, path));
      const file = nearest(candidates, near);
      if (file !== undefined) return { file, rest: [...parts.slice(length), ...inner] };
    }
    const file = nearest(declaring(parts, files, directory), near);
    return file === undefined ? undefined : { file, rest: inner };
  };

  return {
    directory,
    fileAt,
    packages() {
      packages ??= [...new Set(files.flatMap((file) => packageOf(file) ?? []))];
      return packages;
    },
    fileOf(name, near = '') {
      const key = `${near}\0${name}`;
      if (!known.has(key)) known.set(key, name === '' ? undefined : find(name, near));
      return known.get(key);
    },
  };
}

/** Files of a Java package in which a class has another name than the file. */
function declaring(parts: readonly string[], files: readonly string[], directory: string): readonly string[] {
  const folder = parts.slice(0, -1).join('/');
  if (folder === '') return [];
  const declares = new RegExp(`\\b(?:class|record|enum|interface|object)\\s+${parts.at(-1)}\\b`);
  return files.filter((file) => {
    const place = JAVA.test(file) ? file.slice(0, file.lastIndexOf('/')) : '';
    return (place === folder || place.endsWith(`/${folder}`)) && declares.test(textOf(join(directory, file)));
  });
}

const JAVA = /\.(?:java|kt|groovy|scala)$/;
const SOURCES = /\.(java|kt|groovy|scala|py|rb|php|cs|fs|ex|exs|swift|dart|js|cjs|mjs|jsx|ts|cts|mts|tsx)$/;

function stemOf(file: string): string {
  return SOURCES.test(file) ? file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.')) : '';
}

function packageOf(file: string): string | undefined {
  const folders = /(?:^|\/)src\/\w+\/(?:java|kotlin|groovy|scala)\/(.+)\/[^/]+\.\w+$/.exec(file)?.[1];
  return folders?.replaceAll('/', '.');
}

function endsIn(file: string, path: string): boolean {
  const bare = file.slice(0, file.lastIndexOf('.'));
  return bare === path || bare.endsWith(`/${path}`);
}

function nearest(candidates: readonly string[], near: string): string | undefined {
  const common = (file: string) => {
    const parts = near.split('/');
    const own = file.split('/');
    const differs = parts.findIndex((part, at) => own[at] !== part);
    return differs < 0 ? parts.length : differs;
  };
  return [...candidates].sort((a, b) => common(b) - common(a))[0];
}
