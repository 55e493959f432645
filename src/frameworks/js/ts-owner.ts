import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { resolveJavascript } from '../../code/javascript/imports.ts';
import { type Token, tokenize } from '../tokens.ts';
import { isOurs } from './missing.ts';
import type { JsProject } from './stack.ts';

/** Whose thing a compiler complains of: the project's, with the module it comes from, the file's own, or unknown. */
export interface Owner {
  readonly whose: 'project' | 'file' | 'unknown';
  /** The name at the root of the call or expression. */
  readonly root?: string;
  /** The module that declares it, by its path in the project where it has one. */
  readonly from?: string;
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const UNKNOWN: Owner = { whose: 'unknown' };
const MOST_TEXT = 2_000_000;

/**
 * Finds what a type error is about: the function whose call it is in, the object whose member it is at, or the names of
 * the statement. A variable that holds something of the project counts as the project's.
 */
export function ownerAt(place: Place, project: JsProject): Owner {
  const text = textOf(isAbsolute(place.file) ? place.file : join(project.directory, place.file));
  if (text === undefined) return UNKNOWN;
  const tokens = tokenize(text);
  const at = tokens.findLastIndex(({ start }) => start <= offsetOf(text, place));
  if (at < 0) return UNKNOWN;
  const names = namesOf(place.file, text, tokens, project);
  for (const { root, others } of subjectsAt(tokens, at)) {
    const from = [root, ...others].flatMap((name) => names.ours.get(name) ?? [])[0];
    if (from !== undefined) return { whose: 'project', root, from };
    if (root !== '' && (names.own.has(root) || others.length === 0)) {
      return { whose: names.own.has(root) ? 'file' : 'unknown', root };
    }
  }
  return UNKNOWN;
}

function textOf(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return text.length > MOST_TEXT ? undefined : text;
  } catch {
    return undefined;
  }
}

function offsetOf(text: string, { line, column }: Place): number {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const next = text.indexOf('\n', start);
    if (next < 0) return -1;
    start = next + 1;
  }
  return start + column - 1;
}

/** One thing a complaint may be about: the name everything is called on, and other names that speak for it. */
interface Subject {
  readonly root: string;
  readonly others: readonly string[];
}

/** What a place is part of, from the inside out: a member, a call, a component, then the statement. */
function* subjectsAt(tokens: readonly Token[], at: number): Generator<Subject> {
  const here = tokens[at];
  const isMember = isDot(tokens[at - 1]);
  const isCallee = here?.kind === 'word' && tokens[at + 1]?.text === '(';
  if (here?.text === 'new') yield { root: tokens[at + 1]?.text ?? '', others: [] };
  else if (isMember || (isCallee && !KEYWORDS.has(here.text))) yield chainTo(tokens, at);
  let inner = at;
  for (;;) {
    const open = openerBefore(tokens, inner);
    const component = componentBetween(tokens, open ?? statementStart(tokens, inner), inner);
    if (component !== undefined) yield { root: component, others: [] };
    if (open === undefined) break;
    const before = tokens[open - 1];
    const isBlock =
      tokens[open]?.text === '{' && (before?.text === ')' || before?.text === '>' || before?.text === '=>');
    if (isBlock) break;
    const isCall =
      tokens[open]?.text === '(' && before !== undefined && (before.kind === 'word' || /^[)\]>]$/.test(before.text));
    if (isCall && !KEYWORDS.has(before.text)) {
      yield chainTo(tokens, open - 1);
      return;
    }
    inner = open;
  }
  // What is round the place by now is the value of the statement, not its start.
  const outside = inner === at ? at : inner - 1;
  const start = statementStart(tokens, outside);
  const words = tokens.slice(start, statementEnd(tokens, outside)).filter(({ kind }) => kind === 'word');
  yield { root: '', others: words.map(({ text }) => text) };
}

/** Functions whose only purpose is to compare types: what they are given is what they are about. */
const TYPE_ASSERTIONS: ReadonlySet<string> = new Set(['expectTypeOf', 'assertType', 'expectType', 'expectAssignable']);
const KEYWORDS: ReadonlySet<string> = new Set(
  'if for while switch catch return await typeof void in of new function const let var import export from async yield throw case'.split(
    ' ',
  ),
);

/** The expression that ends in a token: `a.b(c)[d].e`, by the name it begins with. */
function chainTo(tokens: readonly Token[], end: number): Subject {
  let at = end;
  for (; at >= 0; ) {
    const token = tokens[at];
    if (token === undefined) break;
    if (/^[)\]]$/.test(token.text)) at = openerOf(tokens, at) - 1;
    else if (token.text === '>') at = genericOpener(tokens, at) - 1;
    else if (token.text === '!') at--;
    else if (token.kind === 'word' && isDot(tokens[at - 1])) at -= tokens[at - 2]?.text === '?' ? 3 : 2;
    else break;
  }
  const root = tokens[at]?.kind === 'word' && !KEYWORDS.has(tokens[at]?.text ?? '') ? (tokens[at]?.text ?? '') : '';
  if (root !== '' && !TYPE_ASSERTIONS.has(root)) return { root, others: [] };
  const from = Math.max(0, root === '' ? at + 1 : at);
  const close = root === '' ? end : statementEnd(tokens, end);
  const words = tokens.slice(from, close + 1).filter(({ kind }) => kind === 'word');
  return { root, others: words.map(({ text }) => text) };
}

function isDot(token: Token | undefined): boolean {
  return token?.text === '.' || token?.text === '?.';
}

const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** The bracket round a token that is not closed before it. */
function openerBefore(tokens: readonly Token[], at: number): number | undefined {
  let depth = 0;
  for (let index = at - 1; index >= 0; index--) {
    const text = tokens[index]?.text ?? '';
    if (text in PAIRS) depth++;
    else if (text === '(' || text === '[' || text === '{') {
      if (depth === 0) return index;
      depth--;
    }
  }
  return undefined;
}

function openerOf(tokens: readonly Token[], at: number): number {
  return openerBefore(tokens, at) ?? 0;
}

function genericOpener(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let index = at; index >= 0; index--) {
    const text = tokens[index]?.text;
    if (text === '>') depth++;
    if (text === '<' && --depth === 0) return index;
  }
  return 0;
}

/** `<Button label={1}`: the component whose properties a place is among. */
function componentBetween(tokens: readonly Token[], from: number, to: number): string | undefined {
  for (let at = to; at > from; at--) {
    if (tokens[at]?.text === '>' || tokens[at]?.text === '/') return undefined;
    const name = tokens[at + 1];
    if (tokens[at]?.text === '<' && name?.kind === 'word' && /^\p{Lu}/u.test(name.text)) return name.text;
  }
  return undefined;
}

function statementStart(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let index = at; index > 0; index--) {
    const { text = '', afterBreak } = tokens[index] ?? {};
    if (text in PAIRS) depth++;
    if (depth === 0 && (text === ';' || text === '{' || (afterBreak && index < at && !CONTINUES.test(text)))) {
      return text === ';' || text === '{' ? index + 1 : index;
    }
    if (depth === 0 && index === at && afterBreak && !CONTINUES.test(text)) return index;
    if (text === '(' || text === '[' || text === '{') depth = Math.max(0, depth - 1);
  }
  return 0;
}

/** What a line begins with that goes on with the one before. */
const CONTINUES = /^[.?:,)\]}=+*/%&|<>-]/;

function statementEnd(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let index = at + 1; index < tokens.length; index++) {
    const { text = '', afterBreak } = tokens[index] ?? {};
    if (depth === 0 && (text === ';' || text in PAIRS || (afterBreak && !CONTINUES.test(text)))) return index;
    if (text === '(' || text === '[' || text === '{') depth++;
    if (text in PAIRS) depth--;
  }
  return tokens.length;
}

interface Names {
  /** Names that stand for something of the project, with the module it comes from. */
  readonly ours: ReadonlyMap<string, string>;
  /** Names that the file itself gives to something else, or has from a package. */
  readonly own: ReadonlySet<string>;
}

function namesOf(file: string, text: string, tokens: readonly Token[], project: JsProject): Names {
  const imports = importsIn(file, text);
  const ours = new Map<string, string>();
  const own = new Set<string>();
  for (const [name, module] of imports) {
    if (isOurs(module, file, project)) ours.set(name, module.replace(/^\.\//, ''));
    else own.add(name);
  }
  // Variables may be made of others that are found later in the file.
  for (let found = -1; found !== ours.size; ) {
    found = ours.size;
    for (const { names, made } of declarationsIn(tokens)) {
      const from = made.flatMap((name) => ours.get(name) ?? [])[0];
      for (const name of names) {
        if (from !== undefined && !imports.has(name)) ours.set(name, from);
        else if (!ours.has(name)) own.add(name);
      }
    }
  }
  return { ours, own };
}

/** The names that a file imports, with the modules they come from. */
function importsIn(file: string, text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(IMPORT), ...text.matchAll(REQUIRE)];
  return new Map(
    found.flatMap(([, names = '', module = '']) => {
      const path = resolveJavascript(module, file);
      const locals = names.split(/[{},]/).map((one) => /([\w$]+)\s*$/.exec(one)?.[1] ?? '');
      return locals.filter((name) => name !== '' && name !== 'type').map((name) => [name, path] as const);
    }),
  );
}

const IMPORT = /^\s*import\s+([^'"();]+?)\s*from\s*['"]([^'"\n]+)['"]/gm;
const REQUIRE = /^\s*(?:const|let|var)\s+([^=;]+?)\s*=\s*require\(\s*['"]([^'"\n]+)['"]/gm;

interface Declared {
  readonly names: readonly string[];
  /** The names its value and type are made of; none for a function. */
  readonly made: readonly string[];
}

/** Variables with what they are made of, parameters with their types and what calls them, functions and classes. */
function* declarationsIn(tokens: readonly Token[]): Generator<Declared> {
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'word') continue;
    if (text === 'function' || text === 'class') yield { names: [tokens[at + 1]?.text ?? ''], made: [] };
    if (text === 'const' || text === 'let' || text === 'var') yield variable(tokens, at);
    const before = tokens[at - 1];
    const isStart = before === undefined || tokens[at]?.afterBreak === true || /^[;{}]$/.test(before.text);
    if (isStart && tokens[at + 1]?.text === '=' && !KEYWORDS.has(text)) yield variable(tokens, at - 1);
    const isParameter = before?.text === '(' || before?.text === ',';
    if (isParameter && tokens[at + 1]?.text === ':') yield { names: [text], made: [tokens[at + 2]?.text ?? ''] };
  }
}

function variable(tokens: readonly Token[], at: number): Declared {
  const end = statementEnd(tokens, at + 1);
  const equals = tokens.findIndex(({ text }, index) => index > at && index <= end && (text === '=' || text === 'of'));
  const middle = equals < 0 ? end : equals;
  const left = tokens.slice(at + 1, middle);
  const type = left.findIndex(({ text }, index) => text === ':' && !left.slice(0, index).some(isBrace));
  const names = (type < 0 ? left : left.slice(0, type)).filter(({ kind }) => kind === 'word').map(({ text }) => text);
  const value = tokens.slice(middle + 1, end);
  const isFunction = /^(?:function|class|async)$/.test(value[0]?.text ?? '') || isArrow(value);
  const made = [...(type < 0 ? [] : left.slice(type + 1)), ...(isFunction ? [] : value)];
  return { names, made: made.filter(({ kind }) => kind === 'word').map(({ text }) => text) };
}

function isBrace({ text }: Token): boolean {
  return text === '{' || text === '[';
}

/** Whether a value is a function written with an arrow, and not one that is only given to a call. */
function isArrow(value: readonly Token[]): boolean {
  let depth = 0;
  for (const { text } of value) {
    if (depth === 0 && text === '=>') return true;
    if (text === '(' || text === '[' || text === '{') depth++;
    if (text in PAIRS) depth--;
  }
  return false;
}
