import type { Source } from './source.ts';
import { holds, isComment, type Span, type Syntax, textOf, walk } from './syntax.ts';

/** One test as it is written, with its decorators or attributes. */
export interface TestFact extends Span {
  /** Names from the outermost group to the test; `undefined` where a name is computed. */
  readonly names: readonly (Title | undefined)[];
  /** What it consists of: attributes, and the function, method or call. */
  readonly nodes: readonly Syntax[];
  /** The text that names it, if nothing of that is computed and it is no name of the language. */
  readonly title?: Syntax | undefined;
  /** Whether it is a name without anything that is done. */
  readonly isAnnounced?: boolean;
}

/** A group of tests: what it consists of without its name, and where its members are. */
export interface GroupFact {
  readonly nodes: readonly Syntax[];
  readonly title?: Syntax | undefined;
  readonly name: Title | undefined;
  readonly body: Syntax;
}

/** A statement that brings names from elsewhere. */
export interface ImportFact {
  readonly node: Syntax;
  readonly bindings: readonly Binding[];
}

/** A name, the module it comes from, and what it is called there; `*` for all of it, nothing for the module itself. */
export interface Binding {
  readonly name: string;
  readonly module: string;
  readonly member?: string;
}

/** What the finder of one language tells about a file with tests. */
export interface FoundTests {
  readonly tests: readonly TestFact[];
  readonly groups: readonly GroupFact[];
  readonly imports: readonly ImportFact[];
}

/** A name in the source. Where parts of it are computed, they stand for anything. */
export interface Title {
  readonly text: string;
  matches(name: string): boolean;
}

/** A name as such. */
export function plainTitle(text: string): Title {
  return { text, matches: (name) => baseName(name) === text || name === text };
}

/** `test_adds[1-2]` and `adds(int)[1]` are cases of `test_adds` and `adds`. */
export function baseName(name: string): string {
  return name.replace(/\[[^\]]*\]$/, '').replace(/\([^()]*\)$/, '');
}

/**
 * A name of which only some parts are known, the others stand for anything. Matched from left to right, each part where
 * it first fits, so never slow.
 */
export function patternTitle(text: string, parts: readonly string[]): Title {
  return { text, matches: (name) => name === text || matchParts(parts, name) };
}

function matchParts(parts: readonly string[], name: string): boolean {
  const [first = '', ...others] = parts;
  if (!name.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined) return name === first;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** Whether a test of a report is, or is a case of, a test as written. */
export function isCaseOf({ names }: TestFact, path: readonly string[]): boolean {
  const own = names.at(-1);
  return own === undefined || path.some((name) => own.matches(name));
}

/** What tells the tests of a file apart: their names, and a number for the second of the same names. */
export function keyTests(tests: readonly TestFact[]): ReadonlyMap<string, TestFact> {
  const keyed = new Map<string, TestFact>();
  for (const test of tests) {
    const names = JSON.stringify(test.names.map((name) => name?.text ?? null));
    let number = 1;
    while (keyed.has(`${names}#${number}`)) number++;
    keyed.set(`${names}#${number}`, test);
  }
  return keyed;
}

/** The statement of a call that stands by itself: `it(...)`, `await it(...);`. */
export function statementOf(node: Syntax): Syntax {
  let at = node;
  while (at.parent !== undefined && ALONE.has(at.parent.type)) at = at.parent;
  return at.type === 'expression_statement' ? at : node;
}

const ALONE: ReadonlySet<string> = new Set(['await_expression', 'unary_expression', 'expression_statement']);

/** A node with the attributes before it, between which there may be comments. */
export function withAttributes(node: Syntax): readonly Syntax[] {
  const around = node.parent?.children ?? [];
  const own = around.indexOf(node);
  let first = own;
  for (let at = own - 1; at >= 0; at--) {
    const one = around[at];
    if (one === undefined || (one.type !== 'attribute_item' && !isComment(one))) break;
    if (one.type === 'attribute_item') first = at;
  }
  return around.slice(Math.max(0, first), own + 1).filter((one) => !isComment(one));
}

/** The names a piece of code uses, whether of its own or from elsewhere. */
export function namesIn(nodes: readonly Syntax[], source: Pick<Source, 'text'>): ReadonlySet<string> {
  return new Set(namesInOrder(nodes, source));
}

/** The same, as they follow each other. */
export function namesInOrder(nodes: readonly Syntax[], { text }: Pick<Source, 'text'>): readonly string[] {
  return nodes.flatMap((node) => [...walk(node)].filter(isName).map((one) => textOf(one, text)));
}

export function isName({ type, isNamed, children }: Syntax): boolean {
  return isNamed && children.length === 0 && /identifier(?:_pattern)?$/.test(type);
}

/** Where the finder of a language puts what it finds, groups before what is in them. */
export function nothingFound(): { readonly tests: TestFact[]; readonly groups: GroupFact[] } {
  return { tests: [], groups: [] };
}

/** The names of the groups round a place, from the outermost. */
export function groupNames(span: Span, groups: readonly GroupFact[]): readonly GroupFact['name'][] {
  return groups.filter(({ body }) => holds(body, span)).map(({ name }) => name);
}
