import { findAssignments } from './secret-assignments.ts';
import { findKept, KEPT_HEADS } from './secret-kept.ts';
import { findPatterns, TOKEN_HEADS } from './secret-patterns.ts';
import { type Finding, REDACTED_MARK } from './secret-values.ts';

/** The secrets in a text, in order and apart from each other. */
export function findSecrets(text: string): readonly Finding[] {
  if (!mayHoldSecret(text)) return NONE;
  let masked = maskMarks(text);
  let found: readonly Finding[] = NONE;
  for (;;) {
    const more = scan(masked);
    if (more.length === 0) return found;
    found = merge([...found, ...more]);
    masked = maskFindings(masked, more);
  }
}

const NONE: readonly Finding[] = [];

/**
 * The door nearly every text leaves by: no rule can match without a long run of token characters that has a known
 * beginning in it, or one of the signs below.
 */
function mayHoldSecret(text: string): boolean {
  if (text.length < SHORTEST_SUSPECT) return false;
  return SIGN.test(text) || (hasTokenRun(text) && HEAD.test(text));
}

const SHORTEST_SUSPECT = 10;

/** A key block, a login in an address or header, a command's option, an assignment to something named like a credential. */
const SIGN =
  /-----BEGIN|:\/\/[^\s/]{0,400}@|(?:bearer|basic)[ \t]|--\w[\w-]{0,60}[ \t]|(?:pass|pwd|secret|token|key|cred|auth|bearer|cookie|conn|dsn)[\w.-]{0,40}[\\"'`]{0,8}\]?[ \t]{0,8}[:=]/i;

const HEAD = new RegExp([...KEPT_HEADS, ...TOKEN_HEADS].join('|'));

/** Whether some sixteen characters in a row may belong to a token; looks at the end of each stretch first. */
function hasTokenRun(text: string): boolean {
  let start = 0;
  while (start + TOKEN_RUN <= text.length) {
    let at = start + TOKEN_RUN - 1;
    while (at >= start && isTokenCharacter(text.charCodeAt(at))) at--;
    if (at < start) return true;
    start = at + 1;
  }
  return false;
}

const TOKEN_RUN = 16;

function isTokenCharacter(code: number): boolean {
  if (code >= 97) return code <= 122;
  if (code >= 65) return code <= 90 || code === 95;
  return (code >= 48 && code <= 57) || code === 45;
}

/** One look at the whole text by every rule. */
function scan(text: string): readonly Finding[] {
  const plain = blankEscapes(text);
  return [...findKept(plain), ...findPatterns(plain), ...findAssignments(plain)];
}

/**
 * The same text, position for position, without the escapes of text inside text: in `"a\nghp_..."` the token would seem
 * to begin in the middle of a word, and in `\"key\": \"...\"` the key would have no quotes.
 */
function blankEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\{1,8}(?:[nrt]|(?=(["'`])))/g, (found, quote: string | undefined) =>
    (quote ?? ' ').repeat(found.length),
  );
}

/** A separator no rule reads across, so that what is redacted already is never a secret or part of one. */
const SEPARATOR = '\u2028';

function maskMarks(text: string): string {
  if (!text.includes('[redacted: ')) return text;
  return text.replace(REDACTED_MARK, (mark) => SEPARATOR.repeat(mark.length));
}

function maskFindings(text: string, findings: readonly Finding[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of merge(findings)) {
    masked += text.slice(at, start) + SEPARATOR.repeat(end - start);
    at = end;
  }
  return masked + text.slice(at);
}

/** Overlapping findings become one, of the kind of the longest; of equals the first, as exact rules come before guesses. */
function merge(findings: readonly Finding[]): readonly Finding[] {
  const merged: Finding[] = [];
  let kindLength = 0;
  for (const next of findings.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    const length = next.end - next.start;
    if (last === undefined || next.start >= last.end) {
      merged.push(next);
      kindLength = length;
      continue;
    }
    const kind = length > kindLength ? next.kind : last.kind;
    kindLength = Math.max(length, kindLength);
    merged[merged.length - 1] = { kind, start: last.start, end: Math.max(last.end, next.end) };
  }
  return merged;
}
