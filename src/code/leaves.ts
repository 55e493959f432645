import { languageOf } from './languages.ts';
import type { Source } from './source.ts';
import { childOf, isComment, type Syntax, textOf } from './syntax.ts';

/**
 * Code as its leaves and how they belong together. It stays the same when only white space, comments, quotes, trailing
 * commas, semicolons and brackets change that mean nothing, and differs whenever the code could mean something else.
 */
export function leavesOf(
  nodes: readonly Syntax[],
  source: Pick<Source, 'path' | 'text'>,
  without: ReadonlySet<Syntax> = new Set(),
): readonly string[] {
  const leaves: string[] = [];
  const writer = { ...source, without, leaves, language: languageOf(source.path) };
  for (const node of nodes) write(node, writer);
  return leaves;
}

/** Whether two versions of a file say the same to a machine, but for what is left out; in doubt they do not. */
export function sameCode(
  before: Source | undefined,
  after: Source | undefined,
  without: (source: Source) => readonly Syntax[] = () => [],
): boolean {
  if (before === undefined || after === undefined || !isReadable(before) || !isReadable(after)) return false;
  const [was, is] = [before, after].map((one) => leavesOf([one.root], one, new Set(without(one))));
  return sameLeaves(was ?? [], is ?? []);
}

/** What tests are called, where it is written out. */
export function titlesIn({ found }: Source): readonly Syntax[] {
  return found.tests.flatMap(({ title, nodes }) => title ?? childOf(nodes.at(-1), 'name') ?? []);
}

export function sameLeaves(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((leaf, at) => leaf === other[at]);
}

/** Whether the parser came to the end of a file. */
export function isReadable({ root }: Source): boolean {
  return root.type !== 'ERROR';
}

interface Writer {
  readonly text: string;
  readonly without: ReadonlySet<Syntax>;
  readonly leaves: string[];
  readonly language: ReturnType<typeof languageOf>;
}

function write(node: Syntax, writer: Writer): void {
  if (writer.without.has(node)) return;
  const plain = plainText(node, writer.text);
  const inner = onlyInner(node);
  if (isComment(node)) writeComment(node, writer);
  else if (plain !== undefined) writer.leaves.push(plain);
  else if (inner !== undefined) write(inner, writer);
  else writeChildren(node, writer);
}

function writeChildren(node: Syntax, writer: Writer): void {
  const { text, leaves, without } = writer;
  const written = node.children.filter((child) => !isNeedless(child, writer) && !without.has(child));
  const isGroup = written.filter((child) => !isComment(child)).length > 1;
  if (isGroup) leaves.push(`${node.type}<`);
  let end = node.start;
  for (const child of node.children) {
    const gap = text.slice(end, child.start).replace(/\\\r?\n/g, '');
    // What no leaf stands for is still part of the code.
    if (/[^\s\uFEFF]/.test(gap)) leaves.push(gap.trim());
    if (!isNeedless(child, writer) && !isDroppedComma(child)) write(child, writer);
    end = child.end;
  }
  if (isGroup) leaves.push('>');
}

/** The text of a leaf, or of a literal as a whole, with the quotes that its kind always has. */
function plainText(node: Syntax, text: string): string | undefined {
  const own = textOf(node, text);
  if (node.type === 'ERROR') return own.replace(/\s+/g, ' ');
  if (node.type === 'jsx_text') return own.trim().replace(/\s+/g, ' ');
  const isString = node.type === 'string' && !node.children.some(({ type }) => type === 'interpolation');
  if (!isString) return node.children.length > 0 ? undefined : own;
  const [, prefix = '', quote = '', inside = ''] = /^(\w*)('''|"""|'|")([\s\S]*)\2$/.exec(own) ?? [];
  if (quote.length !== 1) return own;
  const isRaw = /r/i.test(prefix);
  return `${prefix}"${isRaw ? inside : inside.replace(/\\(['"])/g, '$1')}`;
}

/** What is in brackets that only show how code belongs together, which the tree shows by itself. */
function onlyInner(node: Syntax): Syntax | undefined {
  const [inner, ...others] = node.children.filter((child) => child.isNamed && !isComment(child));
  if (inner === undefined || others.length > 0) return undefined;
  if (node.type === 'parenthesized_expression') return endsChain(inner, node) ? undefined : inner;
  const isParameter = node.type === 'formal_parameters' && node.parent?.type === 'arrow_function';
  if (!isParameter) return undefined;
  const isName = inner.type === 'required_parameter' && inner.children.length === 1;
  return isName && inner.children[0]?.type === 'identifier' ? inner.children[0] : undefined;
}

/** `(a?.b).c`: there the brackets end what may be missing. */
function endsChain(inner: Syntax, { parent }: Syntax): boolean {
  const isMember = parent?.type === 'member_expression' || parent?.type === 'call_expression';
  return isMember && ['member_expression', 'call_expression', 'subscript_expression'].includes(inner.type);
}

/** Marks at the end of statements, and before the first of several types, that may as well be left out. */
function isNeedless(node: Syntax, { language, text }: Writer): boolean {
  const { parent } = node;
  if (node.type === 'empty_statement') return STATEMENTS.has(parent?.type ?? '');
  if (node.isNamed || parent === undefined) return false;
  if ((node.type === '|' || node.type === '&') && parent.children[0] === node) return true;
  if (parent.type === 'for_statement' || parent.type === 'for_clause') return false;
  return language?.optionalMarks?.has(textOf(node, text)) === true;
}

const STATEMENTS: ReadonlySet<string> = new Set(['program', 'statement_block', 'class_body']);

/** A comma between two nodes: that there are two is seen without it. One after no node leaves something out. */
function isDroppedComma(node: Syntax): boolean {
  if (node.type !== ',' || node.parent === undefined || node.parent.type === 'subscript') return false;
  const { children } = node.parent;
  const before = children[children.indexOf(node) - 1];
  return before !== undefined && (before.isNamed || node.parent.type === 'token_tree') && before.type !== ',';
}

/** Comments that tools obey, or whose text is compared with what is printed, are code. */
function writeComment(node: Syntax, { text, leaves, language }: Writer): void {
  const isKept = (comment: Syntax | undefined): boolean => {
    if (comment === undefined || !isComment(comment)) return false;
    const siblings = comment.parent?.children ?? [];
    const last = siblings[siblings.indexOf(comment) - 1];
    return language?.isObeyed?.(textOf(comment, text), () => isKept(last)) === true;
  };
  if (isKept(node)) leaves.push(textOf(node, text).trim().replace(/\s+/g, ' '));
}
