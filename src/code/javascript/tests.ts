import { childOf, isComment, named, type Syntax, textOf, walk } from '../syntax.ts';
import { type FoundTests, groupNames, nothingFound, patternTitle, statementOf, type Title } from '../tests.ts';
import { javascriptImports } from './imports.ts';

type Kind = 'group' | 'test';

const KINDS: Readonly<Record<string, Kind>> = Object.fromEntries([
  ...'describe context suite fdescribe xdescribe'.split(' ').map((name) => [name, 'group'] as const),
  ...'it test specify fit xit ftest xtest bench'.split(' ').map((name) => [name, 'test'] as const),
]);
/** Members of these that are no tests: `test.beforeEach(...)`. */
const OTHERS = /^(?:before|after|extend|step|use|run|info|set|expect|concurrent\w+|configure|slow|abort)/;

/** Finds `test('name', ...)` and its many forms, also `it.each(rows)('name', ...)`, in groups such as `describe`. */
export function javascriptTests(root: Syntax, text: string): FoundTests {
  const imports = javascriptImports(root, text);
  const kinds = kindsIn(root, text, imports);
  const { tests, groups } = nothingFound();
  const inside = new Set<Syntax>();
  for (const node of walk(root, (one) => !inside.has(one))) {
    const call = node.type === 'call_expression' ? readCall(node, text, kinds) : undefined;
    if (call === undefined) continue;
    const statement = statementOf(node);
    if (call.kind === 'group') {
      const body = functionIn(node);
      if (body !== undefined) {
        groups.push({ nodes: [statement], title: call.title, name: call.name, body: childOf(body, 'body') ?? body });
      }
      continue;
    }
    inside.add(node);
    const names = [...groupNames(node, groups), call.name];
    const { start, end } = statement;
    const title = call.title?.type === 'string' ? call.title : undefined;
    tests.push({ start, end, nodes: [statement], names, title, isAnnounced: call.isAnnounced });
  }
  return { tests, groups, imports };
}

/** What stands under `if (import.meta.vitest)`. */
export function javascriptTestParts(root: Syntax, text: string): readonly Syntax[] {
  return [...walk(root)].filter(({ type, children }) => {
    const condition = children.find(({ field }) => field === 'condition');
    return type === 'if_statement' && condition !== undefined && /import\.meta\.vitest/.test(textOf(condition, text));
  });
}

/** What names stand for: those of the frameworks, other names they are imported under, and names that are given them here. */
function kindsIn(root: Syntax, text: string, imports: FoundTests['imports']): ReadonlyMap<string, Kind> {
  const kinds = new Map(Object.entries(KINDS));
  for (const { name, member = '' } of imports.flatMap(({ bindings }) => bindings)) {
    const kind = Object.hasOwn(KINDS, member) ? KINDS[member] : undefined;
    if (kind !== undefined) kinds.set(name, kind);
  }
  for (const node of walk(root)) {
    const [name, value] = [childOf(node, 'name'), childOf(node, 'value')];
    if (node.type === 'function_declaration' && name !== undefined) kinds.delete(textOf(name, text));
    if (node.type !== 'variable_declarator' || name?.type !== 'identifier' || value === undefined) continue;
    const { root: first, members } = chainOf(value, text);
    const kind = kinds.get(first) ?? kinds.get(members[0] ?? '');
    const isAlias = value.type === 'identifier' || value.type === 'member_expression';
    if (isAlias && kind !== undefined) kinds.set(textOf(name, text), kind);
    // `const test = base.extend(...)`, and uvu's `const test = suite('name')`.
    else if (kind !== undefined && members.includes('extend')) kinds.set(textOf(name, text), 'test');
  }
  return kinds;
}

interface Call {
  readonly kind: Kind;
  readonly title: Syntax | undefined;
  readonly name: Title | undefined;
  readonly isAnnounced: boolean;
}

function readCall(node: Syntax, text: string, kinds: ReadonlyMap<string, Kind>): Call | undefined {
  const given = named(childOf(node, 'arguments') ?? node).filter((one) => !isComment(one));
  const [title] = given;
  const isInner = node.field === 'function' && node.parent?.type === 'call_expression';
  if (isInner || title === undefined || childOf(node, 'arguments')?.type !== 'arguments') return undefined;
  const { root, members } = chainOf(childOf(node, 'function') ?? node, text);
  const isNamespace = !kinds.has(root) && (root === 'Deno' || members.length > 0) && isFramework(root);
  const kind = members.includes('describe') ? 'group' : kinds.get(isNamespace ? (members[0] ?? '') : root);
  if (kind === undefined || members.some((member) => OTHERS.test(member))) return undefined;
  const isAnnounced = members.includes('todo') || (given.length === 1 && isText(title));
  return { kind, title, name: titleOf(title, text), isAnnounced };
}

/** Objects that hold the functions of a framework as their members. */
function isFramework(name: string): boolean {
  return /^(?:Deno|vitest|vi|jest|mocha|nodeTest|globalThis|v)$/.test(name);
}

/** `it.each(rows)`: the name it begins with, and the members that are named on the way. */
function chainOf(node: Syntax, text: string): { readonly root: string; readonly members: readonly string[] } {
  const members: string[] = [];
  let at: Syntax | undefined = node;
  while (at !== undefined && at.type !== 'identifier') {
    const member = childOf(at, 'property');
    if (member !== undefined) members.unshift(textOf(member, text));
    at = childOf(at, 'object') ?? childOf(at, 'function');
  }
  return { root: at === undefined ? '' : textOf(at, text), members };
}

/** The function that is passed last, with the members of a group or what a test does. */
function functionIn(call: Syntax): Syntax | undefined {
  return named(childOf(call, 'arguments') ?? call).findLast(({ type }) => /function/.test(type));
}

function isText({ type }: Syntax): boolean {
  return type === 'string' || type === 'template_string';
}

/** A name that is written out, or of which parts are; of a table `%s`, `$name` and the like stand for anything. */
export function titleOf(node: Syntax, text: string): Title | undefined {
  const parts = partsOf(node, text);
  if (parts === undefined) return undefined;
  const whole = textOf(node, text).slice(1, -1);
  const known = parts.flatMap((part) => part.split(HOLES)).map(unescapeText);
  return patternTitle(isText(node) ? whole : textOf(node, text), known);
}

const HOLES = /%[sdifjoO#$p]|%%|\$[\w.#]+/;

/** The parts of a text that are known, between those that are computed; nothing where none is. */
function partsOf(node: Syntax, text: string): readonly string[] | undefined {
  if (node.type === 'string') return [textOf(node, text).slice(1, -1)];
  if (node.type === 'template_string') {
    const holes = named(node).filter(({ type }) => type === 'template_substitution');
    const edges = [node.start + 1, ...holes.flatMap(({ start, end }) => [start, end]), node.end - 1];
    return edges.flatMap((edge, at) => (at % 2 === 0 ? [text.slice(edge, edges[at + 1])] : []));
  }
  if (node.type !== 'binary_expression' || childOf(node, 'operator')?.type !== '+') return undefined;
  const [left, right] = [childOf(node, 'left'), childOf(node, 'right')].map((one) => one && partsOf(one, text));
  if (left === undefined && right === undefined) return undefined;
  const [before, after] = [left ?? ['', ''], right ?? ['', '']];
  return [...before.slice(0, -1), `${before.at(-1) ?? ''}${after[0] ?? ''}`, ...after.slice(1)];
}

function unescapeText(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}
