import { type CredentialName, credentialName } from './secret-names.ts';
import { type Finding, isExample, isRandom, isReference } from './secret-values.ts';

/** Values given to credential-named keys in a text: `API_TOKEN=...`, `"client_secret": "..."`, `--password ...`. */
export function findAssignments(text: string): readonly Finding[] {
  return [...findBy(OPERATOR, text), ...findBy(OPTION, text)];
}

/** An assignment and, looked up backwards from it, the name before it: `name =`, `"name":`, `['name'] =`, `name =>`. */
const OPERATOR = /(?::=|=>|[:=](?![=:]))(?<=([\w$.-]{1,80})["'`]{0,8}\]?[ \t]{0,8}(?::=|=>|[:=]))[ \t]{0,8}/g;

/** An option of a command, with its value as the next word. */
const OPTION = /(?<!\S)(--\w[\w-]{0,60})[ \t]{1,8}/g;

function findBy(assignment: RegExp, text: string): readonly Finding[] {
  const found: Finding[] = [];
  let done = 0;
  for (const match of text.matchAll(assignment)) {
    const key = match[1] as string;
    const name = match.index < done ? undefined : credentialName(key);
    if (name === undefined) continue;
    const value = valueAt(text, match.index + match[0].length);
    if (value === undefined || !isSecret(value, name, value.quoted || isSetting(text, key, match, value.end))) continue;
    done = restEnd(text, value);
    found.push({ kind: name.kind, start: value.start, end: done });
  }
  return found;
}

interface Value {
  readonly quoted: boolean;
  /** As much of the value as it takes to judge it. */
  readonly head: string;
  readonly start: number;
  readonly end: number;
}

/** One word, in quotes or bare. Text with blanks is prose, and what a bracket follows is code. */
function valueAt(text: string, at: number): Value | undefined {
  VALUE.lastIndex = at;
  const match = VALUE.exec(text);
  if (match === null) return undefined;
  const quoted = match[1] !== undefined;
  const head = match[1] ?? (match[2] as string);
  const end = VALUE.lastIndex;
  const next = text.charAt(end);
  if (quoted ? /\s/.test(next) : /[([{<"'`]/.test(next)) return undefined;
  return { quoted, head, start: end - head.length, end };
}

/** A value of fewer characters says too little to be called a secret in running text. */
const VALUE = /[bfru]{0,2}["'`]{1,8}([^\s"'`]{6,200})|([^\s"'`,;(){}[\]<>|&=][^\s"'`,;(){}[\]<>|&]{5,199})/y;

/** Where a value longer than its head ends. */
function restEnd(text: string, { quoted, end }: Value): number {
  const rest = quoted ? QUOTED_REST : BARE_REST;
  rest.lastIndex = end;
  rest.test(text);
  return rest.lastIndex;
}

const QUOTED_REST = /[^\s"'`]*/y;
const BARE_REST = /[^\s"'`,;(){}[\]<>|&]*/y;

/**
 * Whether a bare value is one of a settings file, an address or a shell, where words need no quotes, and not an
 * expression of code.
 */
function isSetting(text: string, key: string, { 0: operator, index }: RegExpExecArray, end: number): boolean {
  if (key.startsWith('--') || (operator === '=' && /^[A-Z][A-Z\d_]*$/.test(key))) return true;
  const keyStart = text.lastIndexOf(key, index - key.length);
  if (operator === '=' && /[?&;]/.test(text.charAt(keyStart - 1))) return true;
  const before = text.slice(Math.max(0, keyStart - LONGEST_INDENT), keyStart);
  if (keyStart > LONGEST_INDENT && !before.includes('\n')) return false;
  return LINE_START.test(before) && LINE_END.test(text.slice(end, end + 2));
}

const LONGEST_INDENT = 60;
const LINE_START = /(?:^|\n)[ \t+>*#$-]*(?:(?:export|set|env|ENV|ARG)[ \t]+)?["']?$/;
const LINE_END = /^(?:\r?\n|$| #)/;

/**
 * A literal under a name that always holds a secret needs a letter and a digit; under `token`, `auth` and the like, and
 * wherever it may be an expression of code, it must look drawn at random.
 */
function isSecret({ head, quoted }: Value, { holds }: CredentialName, literal: boolean): boolean {
  if (isReference(head) || isExample(head) || head.includes('://')) return false;
  if (isRandom(head)) return quoted || !MEMBER.test(head);
  if (holds !== 'anything' || !literal || !/\d/.test(head) || !/[A-Za-z]/.test(head)) return false;
  return quoted || !TYPE_NAME.test(head);
}

/** `req.body.v2` */
const MEMBER = /^[A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*)+$/;
/** `Uint8Array` */
const TYPE_NAME = /^[A-Z][a-z]/;
