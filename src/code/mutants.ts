import { dataMutantsOf } from './data-mutants.ts';
import { languageOf } from './languages.ts';
import { testPartsOf } from './outline.ts';
import type { Source } from './source.ts';
import { childOf, isComment, lineFinder, named, type Span, type Syntax, textOf, walk } from './syntax.ts';

/** A file with one thing made wrong in it. */
export interface Mutant {
  readonly path: string;
  readonly text: string;
  readonly line: number;
  /** What was done, for a person: `=== became !==`. */
  readonly what: string;
}

/**
 * Wrong versions of a file, each with one change on one of the given lines (from 1), the most telling ones of a line first.
 * Comments, documentation, types, imports and logging are left alone. One that does not compile is noticed by nothing but
 * the compiler: it costs a run and proves nothing either way.
 */
export function mutantsOf(
  source: Source | Pick<Source, 'path' | 'text'> | undefined,
  lines: readonly number[],
): readonly Mutant[] {
  if (source === undefined) return [];
  if (!('root' in source)) return dataMutantsOf(source.path, source.text, lines);
  const { path, text, root } = source;
  const tests = new Set(testPartsOf(source));
  const lineOf = lineFinder(text);
  const nodes = [...walk(root, (node) => !tests.has(node) && !isLeftAlone(node, text))].filter(
    (node) => !isLeftAlone(node, text),
  );
  const found = nodes.flatMap((node) => wrongVersions(node, source));
  return lines.flatMap((line) =>
    found
      .filter(({ start }) => lineOf(start) === line)
      .toSorted((one, other) => one.rank - other.rank || one.start - other.start)
      .map(({ start, end, put }) => ({
        ...{ path, line, what: `${shorten(text.slice(start, end))} became ${put}` },
        text: `${text.slice(0, start)}${put}${text.slice(end)}`,
      })),
  );
}

function shorten(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 60);
}

const LEFT_ALONE =
  /^(?:import|use_declaration|package|attribute_item|decorator|annotation|marker_annotation|type_|interface_|.*_type$|predefined_type|export_clause|macro_definition)/;
const LOGS =
  /^(?:console|log|logger|logging|print|println|eprintln|dbg|debug|warn|fmt\.Print\w*|System\.(?:out|err)|t\.Log)\b/;

function isLeftAlone(node: Syntax, text: string): boolean {
  if (isComment(node) || LEFT_ALONE.test(node.type)) return true;
  const isCall = /^(?:call|call_expression|method_invocation|macro_invocation|expression_statement)$/.test(node.type);
  if (isCall && LOGS.test(textOf(node, text))) return true;
  return node.type === 'expression_statement' && node.children.every(({ type }) => type === 'string');
}

interface Wrong extends Span {
  readonly put: string;
  readonly rank: number;
}

/** In the order of their ranks: what most surely changes a result comes first. */
function wrongVersions(node: Syntax, source: Source): readonly Wrong[] {
  const { text, path } = source;
  const language = languageOf(path);
  const own = textOf(node, text);
  const wrong = (put: string | undefined, rank: number, { start, end }: Span = node): readonly Wrong[] =>
    put === undefined || put === text.slice(start, end) ? [] : [{ start, end, put, rank }];
  if (node.type === 'return_statement')
    return named(node)[0] === undefined ? [] : wrong(language?.nothing, 0, named(node)[0]);
  const isResult = node.field === 'body' && /^(?:arrow_function|lambda)$/.test(node.parent?.type ?? '');
  if (isResult && !/block/.test(node.type)) return wrong(language?.nothing, 0);
  if (OPERATIONS.test(node.type)) {
    const operator = node.children.find((child) => !child.isNamed && Object.hasOwn(OPPOSITES, textOf(child, text)));
    return operator === undefined ? [] : wrong(OPPOSITES[textOf(operator, text)], 1, operator);
  }
  if (/^(?:if|while|elif|else_if)_(?:statement|expression|clause)$/.test(node.type)) return [];
  if (Object.hasOwn(CONSTANTS, own) && node.children.length === 0) return wrong(CONSTANTS[own], 2);
  if (NUMBERS.test(node.type)) return wrong(otherNumber(own), 3);
  if (LETTERS.test(node.type)) return wrong(otherLetter(own), 4);
  if (TEXTS.test(node.type) && !isModule(node, text))
    return [...wrong(longerText(own), 4), ...wrong(numberInText(own), 5)];
  if (node.type === 'expression_statement' && isDone(node)) return wrong(language?.emptyStatement, 5);
  return [];
}

const NUMBERS = /^(?:number|integer|float|(?:int|float|integer|decimal_integer|decimal_floating_point)_literal)$/;
const LETTERS = /^(?:rune|char|character)_literal$/;
const TEXTS = /^(?:string|template_string|.*string_literal)$/;

/** One more, with whatever is written round the number: `1_000u32`, `0.5f`, `10L`. */
function otherNumber(own: string): string | undefined {
  const [, whole, rest = ''] = /^(\d[\d_]*)((?:\.[\d_]*)?(?:[a-zA-Z]\w*)?)$/.exec(own) ?? [];
  if (whole === undefined || (/^0+$/.test(whole) && /^[xob]/i.test(rest))) return undefined;
  return `${BigInt(whole.replaceAll('_', '')) + 1n}${rest}`;
}

function otherLetter(own: string): string | undefined {
  return /^'[a-zA-Z0-9]'$/.test(own) ? (own === "'x'" ? "'y'" : "'x'") : undefined;
}

/** One letter more before the mark that ends it. */
function longerText(own: string): string | undefined {
  const [end] = /(?:"""|'''|["'`])#*$/.exec(own) ?? [];
  return end === undefined || own.length < 2 * end.length ? undefined : `${own.slice(0, -end.length)}~${end}`;
}

/** Text that is code would not run with a letter more. */
function numberInText(own: string): string | undefined {
  return /[a-z(]/i.test(own)
    ? own.replace(/(?<![\w.])\d{1,15}(?![\w.])/, (digits) => String(Number(digits) + 1))
    : undefined;
}

/** `require('./a')`: what is loaded under another name is not there. */
function isModule({ parent }: Syntax, text: string): boolean {
  const called = parent?.parent === undefined ? undefined : childOf(parent.parent, 'function');
  return called !== undefined && /^(?:require|import)\b/.test(textOf(called, text));
}

const OPERATIONS =
  /^(?:binary_expression|comparison_operator|boolean_operator|binary_operator|update_expression|inc_statement|dec_statement|.*assignment.*)$/;

const OPPOSITES: Readonly<Record<string, string>> = {
  ...{ '===': '!==', '!==': '===', '==': '!=', '!=': '==', '<=': '>', '>=': '<', '<': '>=', '>': '<=' },
  ...{ '+': '-', '-': '+', '*': '/', '&&': '||', '||': '&&', and: 'or', or: 'and' },
  ...{ '++': '--', '--': '++', '+=': '-=', '-=': '+=' },
};
const CONSTANTS: Readonly<Record<string, string>> = { true: 'false', True: 'False', false: 'true', False: 'True' };

const DOES = /^(?:call(?:_expression)?|method_invocation|(?:augmented_)?assignment_expression)$/;

/** Whether a statement calls or changes something. */
function isDone(statement: Syntax): boolean {
  const [inner] = named(statement);
  const called = inner?.type === 'await_expression' || inner?.type === 'await' ? named(inner)[0] : inner;
  return called !== undefined && DOES.test(called.type);
}

/**
 * Which part of its file a mutant makes wrong. What stands under a condition on the same line is a part of its own: that a
 * test notices another condition does not say that it ever gets there.
 */
export function partOf({ root, text }: Source, { text: wrong }: Pick<Mutant, 'text'>): number {
  let at = 0;
  while (at < text.length && text[at] === wrong[at]) at++;
  const round = [...walk(root, ({ start, end }) => start <= at && at < end)].filter(
    ({ start, end }) => start <= at && at < end,
  );
  return round.findLast(isPart)?.start ?? 0;
}

function isPart(node: Syntax): boolean {
  if (/_statement$|_declaration$|_item$/.test(node.type)) return true;
  const isBranch = node.field === 'consequence' || node.field === 'alternative' || node.field === 'body';
  const { parent } = node;
  if (parent?.type === 'conditional_expression') return named(parent).indexOf(node) !== 1;
  return isBranch && childOf(parent, 'condition') !== undefined;
}

/** At most so many, from all over the list. */
export function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)] as T);
}
