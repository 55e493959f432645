import type { ChangedLine } from '../../base/line-diff.ts';
import type { Source } from '../../code/source.ts';
import { around, childOf, holds, lineFinder, named, type Syntax, textOf, walk } from '../../code/syntax.ts';
import type { FileChange } from '../diff.ts';
import { showName } from '../reasons.ts';
import type { Suspicion } from './suspicion.ts';

/** A literal without its quotes, and where it stands. */
interface Literal {
  readonly text: string;
  readonly line: number;
}

/**
 * Values of the new tests that are written down in the implementation as answers, where most lines of those tests that name
 * values name one of them: an implementation that knows the answers. That it knows some is honest: texts of errors, the
 * entries of a table, one of a few answers that many examples share.
 */
export function findRepeatedLiterals(
  tests: readonly FileChange[],
  code: readonly FileChange[],
  addedLines: (change: FileChange) => readonly ChangedLine[],
): readonly Suspicion[] {
  const added = (change: FileChange, isWanted: Wanted) =>
    literalsIn(change.sources?.after, isWanted, addedLines(change));
  const lines = tests.flatMap((change) => {
    const words = added(change, isAsked);
    const numbers = [...new Set(words.map(({ line }) => line))];
    return numbers.map((number) => words.filter(({ line }) => line === number).map(({ text }) => text));
  });
  const asked = new Set(lines.flat());
  const found = code.flatMap((change) => {
    const before = new Set(literalsIn(change.sources?.before, () => true).map(({ text }) => text));
    return added(change, isAnswer)
      .filter(({ text }) => asked.has(text) && !before.has(text))
      .map(({ text, line }) => ({ text, line, path: change.path }));
  });
  // An answer that many examples share is a kind of answer, and belongs into the code.
  const isRare = (text: string) => lines.filter((texts) => texts.includes(text)).length <= MAX_SHARING;
  const known = new Set(found.map(({ text }) => text).filter(isRare));
  if (lines.filter((texts) => texts.some((text) => known.has(text))).length * 2 <= lines.length) return [];
  return found.map(({ text, line, path }): Suspicion => {
    const message = `A value of the new test stands in the implementation: ${showName(text)}`;
    return { code: 'repeats_test_literal', message, path, line };
  });
}

/** Most examples that have one answer, if that counts as an answer by itself. */
const MAX_SHARING = 2;

type Wanted = (node: Syntax, source: Source) => boolean;

/** Literals that say something, on some lines or anywhere. */
function literalsIn(source: Source | undefined, isWanted: Wanted, lines?: readonly ChangedLine[]): readonly Literal[] {
  if (source === undefined) return [];
  const lineOf = lineFinder(source.text);
  const wanted = lines === undefined ? undefined : new Set(lines.map(({ line }) => line));
  return [...walk(source.root, ({ type }) => !STRING.test(type))].flatMap((node) => {
    const text = textOf(node, source.text).replace(/^(['"`])([\s\S]*)\1$/, '$2');
    const isTelling = NUMBER.test(node.type) ? !/^[01]$/.test(text) : STRING.test(node.type) && isTellingText(text);
    const line = isTelling ? lineOf(node.start) : 0;
    return isTelling && wanted?.has(line) !== false && isWanted(node, source) ? [{ text, line }] : [];
  });
}

const NUMBER = /^(?:number|integer|float|.*(?:int|integer|float|floating_point)_literal)$/;
const STRING = /^(?:string|template_string|.*string_literal)$/;

function isTellingText(text: string): boolean {
  return text.length >= 4 && /[\p{L}\p{N}]/u.test(text) && !text.includes('${');
}

/** What a test names, without its own names and imports. */
function isAsked(node: Syntax, { found, text }: Source): boolean {
  if (found.imports.some((one) => holds(one.node, node))) return false;
  const call = node.parent?.parent;
  const isFirst = node.parent?.children[1] === node;
  return !(isFirst && call !== undefined && NAMED.test(textOf(call, text)));
}

const NAMED = /^(?:(?:it|test|describe|suite|context|specify|bench)\b|[\w.]+\.Run\(|(?:vi|jest)\.\w*mock)/i;

/** A value that is given back as it is, chosen, or looked up in a table. */
function isAnswer(node: Syntax): boolean {
  const { parent, field } = node;
  if (parent === undefined) return false;
  const { type, children } = parent;
  if (/^(?:return_statement|return_expression|conditional_expression|ternary_expression)$/.test(type)) return true;
  if (type === 'expression_list') return parent.parent?.type === 'return_statement';
  if (type === 'literal_element') return parent.parent?.type === 'keyed_element';
  if (type === 'pair') return field === 'value' && childOf(parent, 'key')?.type !== 'property_identifier';
  if (field === 'body' || (field === 'value' && type === 'match_arm')) return true;
  if (type === 'binary_expression')
    return field === 'right' && children.some((one) => /^(?:\?\?|\|\|)$/.test(one.type));
  const isPair = /^(?:array|list|tuple)$/.test(type) && named(parent).length === 2;
  return isPair && children.at(-2) === node && around(parent, LISTS) !== undefined;
}

const LISTS: ReadonlySet<string> = new Set(['array', 'list', 'tuple', 'arguments', 'argument_list', 'dictionary']);
