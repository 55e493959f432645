import { leavesOf, sameLeaves } from './leaves.ts';
import type { Source } from './source.ts';
import { childOf, isComment, type Syntax, textOf, walk } from './syntax.ts';
import { isName } from './tests.ts';

/** A piece of code in its file. */
interface Code {
  readonly nodes: readonly Syntax[];
  readonly source: Source;
}

/** Whether the later code is the earlier one with rows added to its tables: a case more for a test with parameters. */
export function onlyAddsRows(before: Code, after: Code): boolean {
  const then = before.nodes.filter((node) => !isCaseAttribute(node, before.source));
  const now = after.nodes.filter((node) => !isCaseAttribute(node, after.source));
  const cases = ({ nodes, source }: Code) =>
    nodes.filter((node) => isCaseAttribute(node, source)).map((node) => leavesOf([node], source));
  return (
    isWithin(cases(before), cases(after)) && pairwise(then, now, (a, b) => addsRows(a, b, before.source, after.source))
  );
}

/** `#[case(1, 2)]`: Rust's test crates write a row as an attribute. */
function isCaseAttribute(node: Syntax, { text }: Source): boolean {
  return node.type === 'attribute_item' && /^#\[\s*(?:case|test_case)\b/.test(textOf(node, text));
}

function addsRows(one: Syntax, other: Syntax, before: Source, after: Source): boolean {
  if (sameLeaves(leavesOf([one], before), leavesOf([other], after))) return true;
  if (one.type !== other.type) return false;
  const rows = (node: Syntax, source: Source) => parts(node).map((part) => leavesOf([part], source));
  if (LISTS.has(one.type) && isTable(other, after)) return isWithin(rows(one, before), rows(other, after));
  if (one.type === 'template_string' && isCaseList(other, after)) {
    const lines = (node: Syntax, { text }: Source) =>
      textOf(node, text)
        .split('\n')
        .map((line) => [line.trim()]);
    return isWithin(lines(one, before), lines(other, after));
  }
  const [then, now] = [one, other].map((node) =>
    node.children.filter((child) => !isComment(child) && child.type !== ','),
  );
  const isLeaf = one.children.length === 0;
  return !isLeaf && pairwise(then ?? [], now ?? [], (a, b) => addsRows(a, b, before, after));
}

function parts({ children }: Syntax): readonly Syntax[] {
  return children.filter(({ isNamed, type }) => isNamed && !type.endsWith('comment'));
}

function pairwise(one: readonly Syntax[], other: readonly Syntax[], same: (a: Syntax, b: Syntax) => boolean): boolean {
  return one.length === other.length && one.every((node, at) => same(node, other[at] as Syntax));
}

/** Whether all of a list is in another, in the same order. */
function isWithin(list: readonly (readonly string[])[], other: readonly (readonly string[])[]): boolean {
  let at = 0;
  for (const leaves of other) if (sameLeaves(list[at] ?? [], leaves)) at++;
  return at === list.length;
}

const LISTS: ReadonlySet<string> = new Set([
  ...['array', 'list', 'tuple', 'set', 'dictionary', 'literal_value', 'array_expression', 'token_tree'],
  ...['array_initializer', 'element_value_array_initializer'],
]);

/** What stands between a list and what is done with it. */
const ROUND: ReadonlySet<string> = new Set([
  ...['composite_literal', 'expression_list', 'reference_expression', 'macro_invocation', 'parenthesized_expression'],
  ...['as_expression', 'satisfies_expression', 'array_creation_expression', 'element_value_pair', 'keyword_argument'],
]);

/**
 * Whether a list is a table of cases: the rows of a test with parameters, or what a loop goes through. Any other list may be
 * part of what a test expects.
 */
function isTable(list: Syntax, source: Source): boolean {
  const whole = outermost(list);
  if (isCaseList(whole, source) || isGoneThrough(whole, source)) return true;
  const target = declaredBy(whole);
  if (target === undefined) return false;
  const name = textOf(target, source.text);
  const uses = [...walk(source.root)].filter((node) => isName(node) && textOf(node, source.text) === name);
  return uses.every(
    (use) => use === target || isGoneThrough(outermost(use), source) || isCaseList(outermost(use), source),
  );
}

function outermost(node: Syntax): Syntax {
  let at = node;
  while (at.parent !== undefined && ROUND.has(at.parent.type)) at = at.parent;
  return at;
}

/** `.each([`, `@parametrize("a", [`, `@ValueSource(ints = {`. */
function isCaseList(node: Syntax, { text }: Source): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (at.type === 'decorator' || at.type === 'annotation') return true;
    if (!ROUND.has(at.type) && !/argument|^call$/.test(at.type)) break;
  }
  const call = node.type === 'template_string' ? node.parent : node.parent?.parent;
  const callee = childOf(call, 'function');
  const isArgument = node.type === 'template_string' || /^argument(?:s|_list)$/.test(node.parent?.type ?? '');
  return isArgument && callee !== undefined && /\b(?:each|for)$/.test(textOf(callee, text));
}

/** Whether a loop goes through what stands here, or its length is taken. */
function isGoneThrough(node: Syntax, source: Source): boolean {
  const { parent } = node;
  if (parent === undefined) return false;
  const isLoop = /^for_|^range_clause$|^enhanced_for_statement$|^for_in_clause$/.test(parent.type);
  if (isLoop && (node.field === 'right' || node.field === 'value')) return true;
  const member = childOf(parent, 'property') ?? childOf(parent, 'field') ?? childOf(parent, 'attribute');
  if (member !== undefined && member !== node) return ITERATORS.test(textOf(member, source.text));
  const callee = childOf(parent.parent, 'function');
  const isMeasured = callee !== undefined && MEASURES.test(textOf(callee, source.text));
  return isMeasured && /^argument(?:s|_list)$/.test(parent.type);
}

const ITERATORS = /^(?:forEach|iter|into_iter|items|entries|length|len)$/;
const MEASURES = /(?:^|\.)(?:len|entries|enumerate|keys)$/;

/** The name that a value is given where it is made. */
function declaredBy({ parent, field }: Syntax): Syntax | undefined {
  if (parent === undefined || !['value', 'right'].includes(field ?? '')) return undefined;
  const target = childOf(parent, 'name') ?? childOf(parent, 'pattern') ?? childOf(parent, 'left');
  const only = target?.type === 'expression_list' ? target.children[0] : target;
  return only !== undefined && isName(only) ? only : undefined;
}
