import { leavesOf, sameLeaves } from './leaves.ts';
import type { Source } from './source.ts';
import { childOf, isComment, named, type Syntax, textOf, walk } from './syntax.ts';
import { isName } from './tests.ts';

/** A piece of code in its file. */
interface Code {
  readonly nodes: readonly Syntax[];
  readonly source: Source;
}

/** Whether the later code is the earlier one with rows added to its tables: a case more for a test with parameters. */
export function onlyAddsRows(before: Code, after: Code): boolean {
  const grows = (one: Syntax, other: Syntax): boolean => {
    if (sameLeaves(leavesOf([one], before.source), leavesOf([other], after.source))) return true;
    if (one.type !== other.type) return false;
    if (isTable(other, after.source)) return isWithin(rowsOf(one, before.source), rowsOf(other, after.source));
    const [then, now] = [one, other].map(({ children }) =>
      children.filter((child) => !isComment(child) && child.type !== ','),
    );
    return one.children.length > 0 && pairwise(then ?? [], now ?? [], grows);
  };
  const [then, now] = [before, after].map(({ nodes, source }) => ({
    cases: nodes.filter((node) => isCaseAttribute(node, source)).map((node) => leavesOf([node], source)),
    others: nodes.filter((node) => !isCaseAttribute(node, source)),
  }));
  if (then === undefined || now === undefined) return false;
  return isWithin(then.cases, now.cases) && pairwise(then.others, now.others, grows);
}

/** `#[case(1, 2)]`: Rust's test crates write a row as an attribute. */
function isCaseAttribute(node: Syntax, { text }: Source): boolean {
  return node.type === 'attribute_item' && /^#\[\s*(?:case|test_case)\b/.test(textOf(node, text));
}

/** What a table consists of: its items, or the lines of a text. */
function rowsOf(table: Syntax, source: Source): readonly (readonly string[])[] {
  if (table.type !== 'template_string')
    return named(table)
      .filter((one) => !isComment(one))
      .map((one) => leavesOf([one], source));
  const lines = textOf(table, source.text).split('\n');
  return lines.map((line) => [line.trim()]);
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

const TABLES: ReadonlySet<string> = new Set([
  ...['array', 'list', 'tuple', 'set', 'dictionary', 'literal_value', 'array_expression', 'token_tree'],
  ...['array_initializer', 'element_value_array_initializer', 'template_string'],
]);

/** What stands between a list and what is done with it. */
const ROUND: ReadonlySet<string> = new Set([
  ...['composite_literal', 'expression_list', 'reference_expression', 'macro_invocation', 'parenthesized_expression'],
  ...['as_expression', 'satisfies_expression', 'array_creation_expression', 'element_value_pair', 'keyword_argument'],
]);

/**
 * Whether a list is a table of cases: the rows of a test with parameters, or what a loop goes through, here or wherever its
 * name is used. Any other list may be part of what a test expects.
 */
function isTable(list: Syntax, source: Source): boolean {
  if (!TABLES.has(list.type)) return false;
  const whole = outermost(list);
  if (isGoneThrough(whole, source)) return true;
  const target = declaredBy(whole);
  if (target === undefined) return false;
  const name = textOf(target, source.text);
  const uses = [...walk(source.root)].filter((node) => isName(node) && textOf(node, source.text) === name);
  return uses.every((use) => use === target || isGoneThrough(outermost(use), source));
}

function outermost(node: Syntax): Syntax {
  let at = node;
  while (at.parent !== undefined && ROUND.has(at.parent.type)) at = at.parent;
  return at;
}

/** Whether what stands here is taken case by case: by `.each(`, `@parametrize(` or a loop; or its length is asked. */
function isGoneThrough(node: Syntax, { text }: Source): boolean {
  const { parent, field, type } = node;
  if (parent === undefined) return false;
  let at: Syntax | undefined = parent;
  while (at !== undefined && (ROUND.has(at.type) || /argument|^call$/.test(at.type))) at = at.parent;
  if (at?.type === 'decorator' || at?.type === 'annotation') return true;
  const isLoop = /^for_|^range_clause$|^enhanced_for_statement$|^for_in_clause$/.test(parent.type);
  if (isLoop && (field === 'right' || field === 'value')) return true;
  const member = childOf(parent, 'property') ?? childOf(parent, 'field') ?? childOf(parent, 'attribute');
  if (member !== undefined && member !== node) return MEMBERS.test(textOf(member, text));
  const isArgument = type === 'template_string' || /^argument(?:s|_list)$/.test(parent.type);
  const callee = childOf(type === 'template_string' ? parent : parent.parent, 'function');
  return isArgument && callee !== undefined && CALLEES.test(textOf(callee, text));
}

const MEMBERS = /^(?:forEach|iter|into_iter|items|entries|length|len)$/;
const CALLEES = /\b(?:each|for)$|(?:^|\.)(?:len|entries|enumerate|keys)$/;

/** The name that a value is given where it is made. */
function declaredBy({ parent, field }: Syntax): Syntax | undefined {
  if (parent === undefined || !['value', 'right'].includes(field ?? '')) return undefined;
  const target = childOf(parent, 'name') ?? childOf(parent, 'pattern') ?? childOf(parent, 'left');
  const only = target?.type === 'expression_list' ? target.children[0] : target;
  return only !== undefined && isName(only) ? only : undefined;
}
