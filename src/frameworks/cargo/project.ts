import { isAbsolute, join } from 'node:path';
import { roleOf, rolesByGlobs } from '../../evidence/file-roles.ts';
import { listFiles, relativeTo, textOf } from '../source-files.ts';
import { bodyEnd, type Token, tokenize } from '../tokens.ts';
import type { RustProject } from './diagnostics.ts';
import type { Package, Workspace } from './workspace.ts';

/** What tells a workspace's own names from others, read from its manifests and, when first asked, its sources. */
export function rustProject(workspace: Workspace, directory: string): RustProject {
  let types: ReadonlySet<string> | undefined;
  let aliases: ReadonlyMap<string, string> | undefined;
  let sources: ReadonlyMap<string, CodeFile> | undefined;
  const crates = new Set(
    workspace.packages.flatMap(({ name, targets }) => [name, ...targets.map((one) => one.name)]).map(codeName),
  );
  return {
    crates,
    dependencies: new Set(
      workspace.packages.flatMap(({ dependencies }) =>
        dependencies.map(({ name, rename }) => codeName(rename ?? name)),
      ),
    ),
    crateCalled(name) {
      aliases ??= aliasesIn(workspace.root);
      return aliases.get(name);
    },
    definesType(name) {
      types ??= typesIn(workspace.root);
      return types.has(name);
    },
    declares(name) {
      sources ??= codeIn(workspace.root);
      return [...sources.values()].some(({ names }) => names.has(name));
    },
    isCode(path, line) {
      sources ??= codeIn(workspace.root);
      return sources.get(relativeTo(workspace.root, join(workspace.root, path)))?.lines.has(line) === true;
    },
    opensCrate(path) {
      const text = textOf(isAbsolute(path) ? path : join(workspace.root, path));
      return [...text.matchAll(/\buse\s+(?:::)?(\w+)\s*::\s*(?:\w+\s*::\s*)*\*\s*;/g)].some(
        ([, crate = '']) => crates.has(crate) || OWN_PATHS.has(crate),
      );
    },
    relative: (path) => relativeTo(directory, isAbsolute(path) ? path : join(workspace.root, path)),
  };
}

/** How a crate names itself and what is round a module. */
const OWN_PATHS: ReadonlySet<string> = new Set(['crate', 'self', 'super']);

function codeName(name: string): string {
  return name.replaceAll('-', '_');
}

const NOT_SOURCES = new Set(['.git', 'target', 'vendor', 'node_modules', '.baton']);

function typesIn(root: string): ReadonlySet<string> {
  const sources = listFiles(root, NOT_SOURCES).filter((file) => file.endsWith('.rs'));
  return new Set(
    sources.flatMap((file) =>
      [...textOf(join(root, file)).matchAll(/\b(?:struct|enum|union|trait|type)\s+(\w+)/g)].map(
        (match) => match[1] ?? '',
      ),
    ),
  );
}

/** Crates by the other names that sources give them: `use calc as c;`. */
function aliasesIn(root: string): ReadonlyMap<string, string> {
  const sources = listFiles(root, NOT_SOURCES).filter((file) => file.endsWith('.rs'));
  return new Map(
    sources.flatMap((file) =>
      [...textOf(join(root, file)).matchAll(/\b(?:use|extern\s+crate)\s+(?:::)?(\w+)\s+as\s+(\w+)\s*;/g)].map(
        ([, crate = '', alias = '']) => [alias, crate] as const,
      ),
    ),
  );
}

interface CodeFile {
  readonly lines: ReadonlySet<number>;
  /** What it declares. */
  readonly names: ReadonlySet<string>;
}

/** The code of every source, without its tests. */
function codeIn(root: string): ReadonlyMap<string, CodeFile> {
  const roles = rolesByGlobs({ tests: ['**/tests/**/*.rs', '**/benches/**/*.rs'], support: [], config: [] });
  const files = listFiles(root, NOT_SOURCES).filter((file) => file.endsWith('.rs') && roleOf(file, roles) === 'mixed');
  return new Map(
    files.map((file) => {
      const code = withoutTests(tokenize(textOf(join(root, file)), true));
      const names = code.filter((_, at) => DECLARES.has(code[at - 1]?.text ?? '')).map(({ text }) => text);
      return [file, { lines: new Set(code.map(({ line }) => line)), names: new Set(names) }];
    }),
  );
}

/** Without what stands under `#[test]` or `#[cfg(test)]`. */
function withoutTests(tokens: readonly Token[]): readonly Token[] {
  const code: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const head = tokens.slice(at, at + 12).map(({ text }) => text);
    if (FOR_TESTS.test(head.join(' '))) at = bodyEnd(tokens, at);
    else code.push(tokens[at] as Token);
  }
  return code;
}

const FOR_TESTS = /^# \[ (?:cfg \( (?:all \( )?test (?:\)|,)|(?:\w+ :: )*(?:test|rstest|test_case|bench)\b)/;

const DECLARES: ReadonlySet<string> = new Set(['fn', 'struct', 'enum', 'union', 'trait', 'type', 'const', 'static']);

/** Names of the targets that bring their own harness: what they print is their own affair. */
export function harnesslessTargets(packages: readonly Package[]): string[] {
  return packages.flatMap(({ name, manifest_path }) =>
    textOf(manifest_path)
      .split(/^(?=\s*\[)/m)
      .filter(
        (section) => /^\s*\[+(lib|bin|test|example|bench)\b/.test(section) && /^\s*harness\s*=\s*false/m.test(section),
      )
      .map((section) => codeName(/^\s*name\s*=\s*["']([^"']+)["']/m.exec(section)?.[1] ?? name)),
  );
}
