import { realpathSync } from 'node:fs';
import { posix } from 'node:path';
import { z } from 'zod';
import { projectFiles } from '../../sys/project-files.ts';
import type { ProjectView } from '../framework.ts';
import type { JsProject } from './stack.ts';

const textTable = z.record(z.string(), z.unknown()).catch({});

/** What of a package.json matters for running tests. Anything odd in it counts as absent. */
const manifestSchema = z.object({
  name: z.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  scripts: z.record(z.string(), z.string()).catch({}),
  dependencies: textTable,
  devDependencies: textTable,
  jest: z.unknown().optional(),
  mocha: z.unknown().optional(),
  workspaces: z
    .union([z.array(z.string()), z.object({ packages: z.array(z.string()) }).transform(({ packages }) => packages)])
    .catch([]),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A JavaScript project on disk, as a driver that runs its tests needs it. */
export interface JsPackage {
  readonly project: JsProject;
  readonly manifest: Manifest;
  /** Paths of its files, relative. */
  readonly files: readonly string[];
  read(path: string): string | undefined;
}

export function openJsPackage(directory: string): JsPackage {
  const { files, read } = projectFiles(directory);
  const manifest = manifestOf(read('package.json'));
  const project = {
    directory: realpathSync(directory),
    packageName: manifest.name,
    aliases: aliasesOf({ files, read }),
  };
  return { project, manifest, files, read };
}

export function manifestOf(text: string | undefined): Manifest {
  return manifestSchema.parse(objectOf(text));
}

/**
 * The packages of a project: its own directory and, in a monorepo, those its workspaces name; where there is no
 * package.json at the top, the topmost directories that have one.
 */
export function packagesOf(view: ProjectView): readonly { readonly directory: string; readonly manifest: Manifest }[] {
  const root = manifestOf(view.read('package.json'));
  const globs = [...root.workspaces, ...pnpmWorkspaces(view.read('pnpm-workspace.yaml') ?? '')];
  const all = view.files
    .filter((file) => file.endsWith('/package.json') && !file.includes('node_modules/'))
    .map((file) => posix.dirname(file));
  const isTop = (directory: string) => !all.some((other) => directory.startsWith(`${other}/`));
  const hasRoot = view.files.includes('package.json');
  const directories = all.filter((directory) =>
    hasRoot ? isWorkspace(directory, globs) : isTop(directory) && !EXAMPLES.test(directory),
  );
  return ['.', ...directories].map((directory) => ({
    directory,
    manifest: manifestOf(view.read(posix.join(directory, 'package.json'))),
  }));
}

const EXAMPLES = /(^|\/)(fixtures?|__fixtures__|examples?|testdata|templates?|demos?)(\/|$)/;

function isWorkspace(directory: string, globs: readonly string[]): boolean {
  const matches = (glob: string) => globPattern(glob).test(directory);
  const left = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  return globs.some((glob) => !glob.startsWith('!') && matches(glob)) && !left.some(matches);
}

function globPattern(glob: string): RegExp {
  const plain = glob.replace(/^\.\//, '').replace(/\/$/, '');
  const source = plain
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\*+|\?/g, (wild) => (wild === '?' ? '[^/]' : wild.length > 1 ? '.*' : '[^/]*'))
    .replace(/\{([^{}]*)\}/g, (_, list: string) => `(?:${list.split(',').join('|')})`);
  return new RegExp(`^${source}$`);
}

/** The list under `packages:`; the rest of that file does not matter here. */
function pnpmWorkspaces(yaml: string): string[] {
  const list = /^packages:[^\n]*\n((?:[ \t]*(?:#[^\n]*|-[^\n]*)?\n?)*)/m.exec(yaml)?.[1] ?? '';
  return [...list.matchAll(/^[ \t]*-[ \t]*['"]?([^'"#\n]+?)['"]?[ \t]*(?:#[^\n]*)?$/gm)].map(([, glob = '']) => glob);
}

/** Names that the project's tsconfig.json maps to its own files. */
function aliasesOf({ files, read }: ProjectView): string[] {
  const aliases: string[] = [];
  let path: string | undefined = ['tsconfig.json', 'jsconfig.json'].find((name) => files.includes(name));
  for (let depth = 0; path !== undefined && depth < 4; depth += 1) {
    const config = tsconfigSchema.parse(objectOf(withoutComments(read(path) ?? '')));
    const { paths, baseUrl } = config.compilerOptions;
    aliases.push(...Object.keys(paths));
    if (baseUrl !== undefined) aliases.push(...foldersIn(posix.join(posix.dirname(path), baseUrl), files));
    path = config.extends?.startsWith('.') ? posix.join(posix.dirname(path), config.extends) : undefined;
  }
  return [...new Set(aliases)];
}

const tsconfigSchema = z.object({
  extends: z.string().optional().catch(undefined),
  compilerOptions: z
    .object({ paths: textTable, baseUrl: z.string().optional().catch(undefined) })
    .catch({ paths: {}, baseUrl: undefined }),
});

function foldersIn(base: string, files: readonly string[]): string[] {
  const prefix = base === '.' || base === './' ? '' : `${base.replace(/\/$/, '')}/`;
  const names = files.filter((file) => file.startsWith(prefix)).map((file) => file.slice(prefix.length).split('/'));
  return [...new Set(names.flatMap(([name, rest]) => (name === undefined || rest === undefined ? [] : [`${name}/*`])))];
}

function withoutComments(json: string): string {
  return json
    .replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, text: string | undefined) => text ?? '')
    .replace(/,(\s*[}\]])/g, '$1');
}

function objectOf(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse((text ?? '{}').replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
