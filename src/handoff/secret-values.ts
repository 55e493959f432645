/** A stretch of a text that is a secret. */
export interface Finding {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** What stands where a secret stood. */
export function redactedMark(kind: string): string {
  return `[redacted: ${kind}]`;
}

export const REDACTED_MARK: RegExp = /\[redacted: [a-z0-9-]{1,40}\]/g;

/**
 * A text that points at a secret, masks it, or names its type, and so gives nothing away: `${API_KEY}`,
 * `process.env.TOKEN`, `<your key>`, `xxxx`, `null`, `string`, `~/.ssh/id_ed25519`, `[redacted: token]`.
 */
export function isReference(text: string): boolean {
  const value = text.trim();
  if (value === '' || MASK.test(value) || EMPTY_WORD.test(value)) return true;
  if (value.length > LONGEST_REFERENCE) return false;
  if (REFERENCES.some((reference) => reference.test(value))) return true;
  return FILE_PATH.test(value) && !isRandom(value);
}

/** A value written to show where a secret goes: `your_api_key_here`, `test-token-1`, `AKIAIOSFODNN7EXAMPLE`. */
export function isExample(value: string): boolean {
  return EXAMPLE.test(value) || EXAMPLE_WORDS.test(value);
}

/** A token no generator makes, such as `sk-ant-your-key-here` or `ghp_xxxxxxxx`: plain words, or one sign repeated. */
export function isMadeUp(token: string): boolean {
  return /^[^A-Z\d]*$/.test(token) || token.endsWith('EXAMPLE') || new Set(token.slice(-12)).size <= 3;
}

/**
 * Whether a word looks drawn at random. Words and names are made of few long runs of one sort of character
 * (`access token 2`, `Ed 25519 Private Key`), random text of many short ones (`x 9 f K 2 q`).
 */
export function isRandom(word: string): boolean {
  if (word.length < SHORTEST_RANDOM) return false;
  const value = word.slice(0, LONGEST_REFERENCE);
  const runs = value.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
  const characters = runs.reduce((sum, run) => sum + run.length, 0);
  if (characters * 2 < value.length) return false;
  const runLength = characters / runs.length;
  if (!/\d/.test(value)) return value.length >= 16 && runLength < 2.5 && /[a-z]/.test(value);
  if (!/[A-Za-z]/.test(value)) return false;
  return runLength < 3 || (value.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g) ?? []).length >= 3;
}

const SHORTEST_RANDOM = 12;
const LONGEST_REFERENCE = 200;

const MASK = /^(?:\*+|x+|\.+|-+|_+|•+|…|0+|\?+|#+)$/i;

const EMPTY_WORD =
  /^(?:null|none|nil|undefined|true|false|yes|no|string|str|text|number|integer|int|boolean|bool|object|array|buffer|bytes|any|unknown|never|void|required|optional|redacted|\[redacted\]|hidden|masked|omitted|removed|placeholder|change[-_ ]?me|todo|tbd|n\/a|empty|default|pass(?:word|phrase|code|wd)?|pwd|secret|token|credentials?|api[-_ ]?key|key)$/i;

const REFERENCES: readonly RegExp[] = [
  /^\$\{[^{}]*\}$|^\$\{\{[^{}]*\}\}$|^\$\([^()]*\)$|^\$[A-Za-z_]\w*$|^%\w+%$/,
  /^\{\{?[\w .-]*\}?\}$|^<[^<>]*>$|^\[redacted: [a-z0-9-]{1,40}\]$/,
  /^(?:process\.env|import\.meta\.env|os\.environ|os\.getenv|env|ENV|secrets|vars)[.[(:]/,
  /^(?:op|vault|secretsmanager|keychain|file):\/\//,
  /^(?:your|insert|enter|replace|put|add)[-_ ][a-z-_ ]*$/i,
];

/** A path from a root, or one that ends in an extension. */
const FILE_PATH = /^(?:~|\.{1,2}|[A-Za-z]:)?(?:[/\\][\w.@-]+)+[/\\]?$|^(?:[\w@-][\w.@-]*[/\\])+[\w.@-]*\.[a-z]{1,5}$/;

const EXAMPLE = /example|placeholder|dummy|changeme|change[-_]me|^your[-_]|^<|x{5}|\.{3}|…|\*{3}/i;

const EXAMPLE_WORDS =
  /^(?:(?:test|testing|fake|mock|sample|demo|my|the|some|user|admin|root|pass|password|passwd|secret|token|key|api|access|refresh|auth|client|session|jwt|bearer|foo|bar|baz|qux|abc|valid|invalid|wrong|new|old|value|here|default|super|very|strong|weak|bad|good|correct|incorrect|another|other)[-_. ]?)+[\d!]{0,9}$/i;
