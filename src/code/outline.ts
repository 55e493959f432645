import { languageOf } from './languages.ts';
import { leavesOf } from './leaves.ts';
import type { Source } from './source.ts';
import { holds, isComment, lineFinder, type Syntax } from './syntax.ts';
import type { ImportFact, TestFact } from './tests.ts';

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
  const parts = isMixed ? testPartsOf(source) : [source.root];
  const isIn = (node: Syntax | undefined) => node !== undefined && parts.some((part) => holds(part, node));
  const tests = source.found.tests.filter(({ nodes }) => isIn(nodes.at(-1)));
  const imports = source.found.imports.filter(({ node }) => isIn(node));
  const groups = source.found.groups.filter(({ nodes }) => isIn(nodes.at(-1)));
  const taken = new Set(tests.flatMap(({ nodes }) => nodes));
  const apart = new Set([...taken, ...imports.map(({ node }) => node)]);
  const lineOf = lineFinder(source.text);

  const piecesOf = (statements: readonly Syntax[], round: string): readonly Piece[] =>
    joinAttributes(statements).flatMap((nodes): readonly Piece[] => {
      const [first, main] = [nodes[0], nodes.at(-1)];
      if (first === undefined || main === undefined || apart.has(main)) return [];
      const group = groups.find((one) => holds(main, one.nodes.at(-1) ?? one.body));
      const inside = group === undefined ? [] : [group.body, ...(group.title ? [group.title] : [])];
      // Docstrings and comments that nobody obeys leave nothing.
      const leaves = leavesOf(nodes, source, new Set([...taken, ...inside]));
      const piece = { nodes, leaves, line: lineOf(first.start), groups: round, isHead: group !== undefined };
      const inner = group === undefined ? [] : piecesIn(group.body, `${round} > ${group.name?.text ?? ''}`);
      return leaves.length === 0 ? inner : [piece, ...inner];
    });
  const piecesIn = (container: Syntax, round: string): readonly Piece[] => {
    const isList = /block|body|list|program|module|source_file|ERROR/.test(container.type);
    const isStatement = ({ isNamed, type }: Syntax) => isNamed || type === 'ERROR';
    return piecesOf(isList ? container.children.filter(isStatement) : [container], round);
  };

  const rest = parts.includes(source.root) ? piecesIn(source.root, '') : piecesOf(parts, '');
  return { source, tests, imports, rest };
}

/** What in a source is only there for tests. */
export function testPartsOf({ path, root, text }: Source): readonly Syntax[] {
  return languageOf(path)?.testParts?.(root, text) ?? [];
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
