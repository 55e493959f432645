import type { JsonValue } from '../base/json.ts';
import { isRandom, isReference, REDACTED_MARK } from './secret-values.ts';

/** A name that says its value is a credential. */
export interface CredentialName {
  readonly kind: string;
  /** What under the name is secret: a value of any shape, a text of one word, or only what looks drawn at random. */
  readonly holds: 'anything' | 'one-word' | 'random';
}

/**
 * What a key or variable name says about its value. The last word decides, so `api_key`, `apiKey`, `API-KEY` and
 * `old.apiKey2` are credentials while `token_count`, `password_policy`, `secretary` and `monkey` are not.
 */
export function credentialName(name: string): CredentialName | undefined {
  if (name.length > LONGEST_NAME || !STEM.test(name)) return undefined;
  const last = name.split(':').findLast((part) => part.trim() !== '') as string;
  if (last.includes('/')) return undefined;
  const words = last.match(WORD) ?? [];
  if (words.length > MOST_SPOKEN_WORDS && /\s/.test(last)) return undefined;
  const snake = words.join('_').toLowerCase().replace(SUFFIX, '');
  if (NOT_A_VALUE.test(snake)) return undefined;
  return NAMES.find(({ pattern }) => pattern.test(snake));
}

/**
 * Whether the whole of a value is secret because of its name. Counts, switches and nothing are not, and of a name that
 * may also stand for a topic (`auth`, `tokens`) only texts are.
 */
export function holdsSecret(value: JsonValue, name: CredentialName): boolean {
  if (typeof value === 'string') return isSecretUnder(name, value);
  if (name.holds !== 'anything' || typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((entry: JsonValue) => holdsSecret(entry, name));
}

function isSecretUnder({ holds }: CredentialName, text: string): boolean {
  if (isReference(text)) return false;
  if (holds === 'anything') return true;
  if (holds === 'one-word' && !/\s/.test(text.trim())) return true;
  const words = text.replace(REDACTED_MARK, ' ').split(/[\s;,=]+/);
  return words.some(isRandom) || (SCHEME.test(text) && !isReference(text.slice(text.search(/\s/))));
}

/** The value of an authorization header. */
const SCHEME = /^(?:bearer|basic|digest|token|apikey)[ \t]+\S+$/i;

/** A longer name is a sentence or data, and a name of more words with spaces between them is a title. */
const LONGEST_NAME = 100;
const MOST_SPOKEN_WORDS = 3;

const STEM = /pass|pwd|secret|token|key|cred|auth|bearer|cookie|conn|dsn/i;

const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** Says which one it is or how it is written, not what it is. */
const SUFFIX =
  /(?:_(?:value|raw|plain|plaintext|encoded|base_64|b_64|pem|hex|old|new|current|prod|production|dev|staging|live|confirm|confirmation|\d+))+$/;

/** Test titles and states (`login_with_password`, `invalid_token`), page cursors, and what is meant to be public. */
const NOT_A_VALUE =
  /(?:^|_)(?:with|without|when|if|for|is|has|no|not|and|or|should|must|can|requires?|rejects?|returns?|forgot|invalid|missing|wrong|expired|public|page|next|continuation|pagination|cancellation|cancel|design)_|(?:^|_)(?:reset|change|update)_pass/;

const NAMES: readonly (CredentialName & { readonly pattern: RegExp })[] = [
  {
    kind: 'password',
    holds: 'anything',
    pattern:
      /passwords?$|passwd$|pass_?(?:word|phrase|code)s?$|(?:^|_)pwds?$|(?:^|_)(?:db|database|user|smtp|mail|email|ftp|root|admin|mysql|pg|postgres|redis|mongo|login|ssh|sudo)_pass$/,
  },
  { kind: 'api-key', holds: 'anything', pattern: /api_?keys?$/ },
  { kind: 'private-key', holds: 'anything', pattern: /private_?keys?$/ },
  {
    kind: 'secret-key',
    holds: 'anything',
    pattern:
      /(?:^|_)(?:access|secret|encryption|decryption|signing|master|service|role|account|deploy|ssh|gpg|pgp|session|jwt|hmac|shared|subscription|auth|client|consumer|app|admin|webhook|root)_?keys?$/,
  },
  { kind: 'connection-string', holds: 'anything', pattern: /conn(?:ection)?_?str(?:ing)?s?$|(?:^|_)dsn$/ },
  { kind: 'credentials', holds: 'anything', pattern: /(?:^|_)(?:credentials?|creds?)$/ },
  { kind: 'secret', holds: 'anything', pattern: /secrets?$/ },
  { kind: 'token', holds: 'one-word', pattern: /token$/ },
  { kind: 'token', holds: 'random', pattern: /tokens$/ },
  { kind: 'authorization', holds: 'random', pattern: /(?:^|_)(?:auth|authorization|bearer)$/ },
  { kind: 'cookie', holds: 'random', pattern: /cookies?$/ },
];
