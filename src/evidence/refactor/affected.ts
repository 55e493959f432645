import { declarationIn, definedNames, usesFreely } from '../../code/names.ts';
import type { Piece } from '../../code/outline.ts';
import { HOOKS as JS_HOOKS, reachOf } from '../../code/reach.ts';
import type { Source } from '../../code/source.ts';
import { childOf, textOf, walk } from '../../code/syntax.ts';
import { namesIn, type TestFact } from '../../code/tests.ts';
import { usesAny } from '../files/existing-block.ts';
import type { TestFileChange } from '../files/test-file.ts';

/** Whether something else in its file may change what a test does: an import, or what was added or taken away round it. */
export function isAffected(test: TestFact, compared: TestFileChange): boolean {
  const { restAdded, restLost, names, sides } = compared;
  const { source } = sides.after;
  if (usesAny(test, source, [...compared.lostImports, ...takenNames(compared, test)])) return true;
  const used = namesIn(test.nodes, source);
  return (
    restAdded.some((piece) => reaches(piece, source, used, names.before)) ||
    restLost.some((piece) => {
      return (
        reaches(piece, sides.before.source, used, names.after) || isMissed(piece, sides.before.source, names.after)
      );
    })
  );
}

/** New imports that reach a test which did not ask for them: for their effects, or in place of a name it used freely. */
function takenNames({ newImports, sides }: TestFileChange, { nodes }: TestFact): readonly string[] {
  return [...newImports.keys()].filter(
    (name) => name.startsWith("'") || name === '*' || usesFreely(nodes, sides.after.source, name),
  );
}

/** Whether a piece that one version has and the other has not may be felt by a test; `known` are the other's names. */
function reaches(piece: Piece, source: Source, used: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  if (piece.isHead) return false;
  if (hasHook(piece, source) || acts(piece, source, known)) return true;
  return [...definedNames(piece.nodes, source)].some((name) => used.has(name));
}

function isMissed({ nodes, isHead }: Piece, source: Source, namesAfter: ReadonlySet<string>): boolean {
  return !isHead && [...definedNames(nodes, source)].some((name) => namesAfter.has(name));
}

/** Words round tests that reach into every test of the file. */
const HOOKS: ReadonlySet<string> = new Set([
  ...'setUp tearDown setUpClass setup_module setup_function setup_class setup_method fixture autouse'.split(' '),
  ...'monkeypatch TestMain init globalThis global window mock unmock doMock prototype defineProperty extend'.split(' '),
]);

export function isHookName(name: string): boolean {
  return HOOKS.has(name) || JS_HOOKS.test(name);
}

export function hasHook({ nodes }: Piece, source: Source): boolean {
  return [...namesIn(nodes, source)].some(isHookName);
}

/** Whether code does something when it is loaded, other than with what was there already. */
function acts({ nodes }: Piece, source: Source, known: ReadonlySet<string>): boolean {
  return nodes.some((statement) => {
    if (reachOf(statement, { source, isKnown: (name) => known.has(name) }) !== undefined) return true;
    const node = declarationIn(statement);
    if (/^expression_statement$/.test(node.type)) return !/assignment/.test(node.children[0]?.type ?? '');
    return /_statement$/.test(node.type) || makesWithOthers(statement, source, known);
  });
}

/** A value that is made by calling what the file did not know. */
function makesWithOthers(statement: Piece['nodes'][number], { text }: Source, known: ReadonlySet<string>): boolean {
  const isValue = /^(?:lexical|variable|var)_declaration$|^expression_statement$/.test(declarationIn(statement).type);
  const isFunction = ({ type }: { readonly type: string }) => /function|lambda|func_literal/.test(type);
  return [...walk(statement, (node) => !isFunction(node))].some((node) => {
    const callee = isValue ? childOf(node, 'function') : undefined;
    if (callee === undefined || /^(?:member_expression|attribute|selector_expression)$/.test(callee.type)) return false;
    return callee.type !== 'identifier' || !known.has(textOf(callee, text));
  });
}
