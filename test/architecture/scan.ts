import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseAst } from 'vitest/node';

export interface SourceImport {
  /** As written, or undefined where it is computed at run time. */
  readonly specifier: string | undefined;
  /** The file meant by a relative specifier, as a path from the root. */
  readonly target: string | undefined;
  /** `import type`, `export type` or `import('...').Name` in a type: gone after compilation. */
  readonly typeOnly: boolean;
}

export interface SourceModule {
  readonly file: string;
  readonly imports: readonly SourceImport[];
  /** What it reaches on names by dots, such as `process.stdout.write`. */
  readonly uses: ReadonlySet<string>;
}

export interface SourceTree {
  /** Every file, code or not, as paths from the root. */
  readonly files: readonly string[];
  readonly modules: readonly SourceModule[];
}

/** Reads `src/` and `web/` below a root with a real parser, so text in comments, strings and patterns is never code. */
export function scanSources(root: string): SourceTree {
  const files = [...listFiles(root, 'src'), ...listFiles(root, 'web')];
  const modules = files
    .filter((file) => MODULE.test(file))
    .map((file) => scanModule(file, readFileSync(join(root, file), 'utf8')));
  return { files, modules };
}

/** All files below a folder, sorted, as paths from the root; none if there is no such folder. */
export function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.') && !NOT_OURS.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      return entry.isDirectory() ? listFiles(root, path) : [path];
    });
}

const MODULE = /\.[cm]?[jt]sx?$/;
const NOT_OURS: ReadonlySet<string> = new Set(['node_modules', 'dist', '__snapshots__']);

type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string };

function scanModule(file: string, text: string): SourceModule {
  const imports: SourceImport[] = [];
  const uses = new Set<string>();
  const program: unknown = parseAst(text, { lang: /x$/.test(file) ? 'tsx' : 'ts', astType: 'ts' }, file);
  for (const node of nodesIn(program)) {
    const found = importIn(node);
    if (found !== undefined) imports.push({ ...found, target: targetOf(file, found.specifier) });
    for (const name of namesIn(node)) uses.add(name);
  }
  return { file, imports, uses };
}

function* nodesIn(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) for (const entry of value) yield* nodesIn(entry);
  if (!isNode(value)) return;
  yield value;
  for (const child of Object.values(value)) yield* nodesIn(child);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function importIn(node: SyntaxNode): Omit<SourceImport, 'target'> | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return { specifier: textOf(node.source), typeOnly: node.importKind === 'type' };
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return isNode(node.source) ? { specifier: textOf(node.source), typeOnly: node.exportKind === 'type' } : undefined;
    case 'ImportExpression':
      return { specifier: textOf(node.source), typeOnly: false };
    case 'TSImportType':
      return { specifier: textOf(node.source), typeOnly: true };
    case 'TSExternalModuleReference':
      return { specifier: textOf(node.expression), typeOnly: false };
    case 'CallExpression':
      return REQUIRES.has(dottedName(node.callee) ?? '')
        ? { specifier: textOf(listOf(node.arguments)[0]), typeOnly: false }
        : undefined;
    default:
      return undefined;
  }
}

/** Calls that load a module by its name. */
const REQUIRES: ReadonlySet<string> = new Set(['require', 'process.getBuiltinModule']);

/** The text of a literal, also of a template without holes. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral' || listOf(node.expressions).length > 0) return undefined;
  const whole = listOf(node.quasis)[0]?.value as { readonly cooked?: string } | undefined;
  return whole?.cooked;
}

function listOf(value: unknown): readonly SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function targetOf(file: string, specifier: string | undefined): string | undefined {
  if (specifier === undefined || !specifier.startsWith('.')) return undefined;
  return posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts');
}

/** Names reached in one node: `a.b.c` in a member expression, `process.exit` in `import { exit } from 'node:process'`. */
function namesIn(node: SyntaxNode): string[] {
  if (node.type === 'MemberExpression') return [dottedName(node)].filter((name) => name !== undefined);
  if (node.type !== 'ImportDeclaration') return [];
  const from = textOf(node.source)?.replace(/^node:/, '');
  return listOf(node.specifiers).map((specifier) => `${from}.${dottedName(specifier.imported) ?? '*'}`);
}

/** `globalThis.process['exit']` as `process.exit`; undefined where a part is not a plain name. */
function dottedName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return String(node.name);
  if (node.type !== 'MemberExpression') return undefined;
  const object = dottedName(node.object);
  const property = node.computed === true ? textOf(node.property) : dottedName(node.property);
  if (object === undefined || property === undefined) return undefined;
  return object === 'globalThis' ? property : `${object}.${property}`;
}
