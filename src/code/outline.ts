import { languageOf } from './languages.ts';
import { leavesOf } from './leaves.ts';
import type { Source } from './source.ts';
import { holds, isComment, lineFinder, type Syntax } from './syntax.ts';
import type { GroupFact, ImportFact, TestFact } from './tests.ts';

/** A test file taken apart: tests, imports, and all the rest, statement by statement. */
export interface Outline {
  readonly source: Source;
  readonly tests: readonly TestFact[];
  readonly imports: readonly ImportFact[];
  readonly rest: readonly Piece[];
}

/** A statement beside tests, or the head of a group. */
export interface Piece {
  readonly nodes: readonly Syntax[];
  /** Its leaves, without those of tests and names of groups in it. */
  readonly leaves: readonly string[];
  readonly line: number;
  /** The names of the groups it is in. */
  readonly groups: string;
  readonly isHead: boolean;
}

/** Takes a test file apart; of a source with tests in it, only the parts that are there for tests. */
export function outlineOf(source: Source, isMixed = false): Outline {
  const { tests, imports, groups } = source.found;
  const parts = isMixed ? testPartsOf(source) : [source.root];
  const isIn = (node: Syntax | undefined) => node !== undefined && parts.some((part) => holds(part, node));
  const own = {
    tests: tests.filter(({ nodes }) => isIn(nodes.at(-1))),
    imports: imports.filter(({ node }) => isIn(node)),
    groups: groups.filter(({ nodes }) => isIn(nodes.at(-1))),
  };
  const writer = {
    source,
    lineOf: lineFinder(source.text),
    ...own,
    taken: new Set([...own.tests.flatMap(({ nodes }) => nodes)]),
  };
  const rest = parts.includes(source.root) ? piecesIn(source.root, '', writer) : piecesOf(parts, '', writer);
  return { source, tests: own.tests, imports: own.imports, rest };
}

/** What in a source is only there for tests. */
export function testPartsOf({ path, root, text }: Source): readonly Syntax[] {
  return languageOf(path)?.testParts?.(root, text) ?? [];
}

interface OutlineWriter {
  lineOf(at: number): number;
  readonly source: Source;
  readonly tests: readonly TestFact[];
  readonly imports: readonly ImportFact[];
  readonly groups: readonly GroupFact[];
  readonly taken: ReadonlySet<Syntax>;
}

function piecesIn(container: Syntax, groups: string, writer: OutlineWriter): readonly Piece[] {
  const isList = /block|body|list|program|module|source_file|ERROR/.test(container.type);
  const statements = isList
    ? container.children.filter((child) => child.isNamed || child.type === 'ERROR')
    : [container];
  return piecesOf(statements, groups, writer);
}

function piecesOf(statements: readonly Syntax[], groups: string, writer: OutlineWriter): readonly Piece[] {
  const { source, taken, imports } = writer;
  return joinAttributes(statements).flatMap((nodes): readonly Piece[] => {
    const [first] = nodes;
    const main = nodes.at(-1);
    if (first === undefined || main === undefined || taken.has(main) || imports.some(({ node }) => node === main))
      return [];
    // Docstrings and comments that nobody obeys leave nothing.
    const within = writer.groups.filter((group) => holds(main, group.nodes.at(-1) ?? group.body));
    const group = within.find((one) => !within.some((other) => other !== one && holds(other.body, one.body)));
    const place = { nodes, line: writer.lineOf(first.start), groups };
    const inner = group === undefined ? '' : `${groups} > ${group.name ?? ''}`;
    const without = new Set([
      ...taken,
      ...(group === undefined ? [] : [group.body, ...(group.title ? [group.title] : [])]),
    ]);
    const leaves = leavesOf(nodes, source, without);
    const own = leaves.length === 0 ? [] : [{ ...place, leaves, isHead: group !== undefined }];
    return group === undefined ? own : [...own, ...piecesIn(group.body, inner, writer)];
  });
}

/** Statements, each with the attributes before it. */
function joinAttributes(statements: readonly Syntax[]): readonly (readonly Syntax[])[] {
  const joined: Syntax[][] = [];
  let open: Syntax[] = [];
  for (const node of statements) {
    open.push(node);
    if (node.type === 'attribute_item' || (open.length > 1 && isComment(node))) continue;
    joined.push(open);
    open = [];
  }
  return open.length > 0 ? [...joined, open] : joined;
}

/** What each name that a file imports stands for: the module, by its path if it is one of the project, and the name in it. */
export function importsOf({ source, imports }: Outline): ReadonlyMap<string, string> {
  const language = languageOf(source.path);
  return new Map(
    imports.flatMap(({ bindings }) =>
      bindings.map(({ name, module, member }) => {
        const whole = language?.resolveModule?.(module, source.path) ?? module;
        const local = name === `'${module}'` ? `'${whole}'` : name;
        return [local, member === undefined ? whole : `${whole}#${member}`] as const;
      }),
    ),
  );
}

/** Examples in documentation that are run as tests. */
export function examplesIn({ path, text }: Pick<Source, 'path' | 'text'>): readonly string[] {
  return languageOf(path)?.examples?.(text) ?? [];
}

/** Whether a source loads a test framework. Assertions alone do not count: code may use those for itself. */
export function usesTestFramework({ path, found }: Source): boolean {
  const framework = languageOf(path)?.testFramework;
  return found.imports.some(({ bindings }) => bindings.some(({ module }) => framework?.test(module) === true));
}
