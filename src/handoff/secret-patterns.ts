import { type Finding, isExample, isMadeUp, isRandom, isReference } from './secret-values.ts';

/** What our own patterns find in a text: tokens by their beginning, logins in addresses and headers, private keys. */
export function findPatterns(text: string): readonly Finding[] {
  const found: Finding[] = [];
  for (const { kind, head, pattern, accept } of PATTERNS) {
    if (!head.test(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      const end = match.index + match[0].length;
      if (accept(secret, text.slice(end, end + FOLLOWING))) found.push({ kind, start: end - secret.length, end });
    }
  }
  return found;
}

interface Pattern {
  readonly kind: string;
  /** A text without this has no match. */
  readonly head: RegExp;
  /** Matches the secret, or ends with it as its only group. */
  readonly pattern: RegExp;
  /** Looks at a match and at what follows it. */
  accept(secret: string, following: string): boolean;
}

const FOLLOWING = 80;

/**
 * How tokens begin and go on. The kept rules know some of them in one exact length and form; these also take the forms
 * that came later or that nobody documented. Every loop is bounded or cannot fail once entered, so none is slow.
 */
const TOKENS: readonly (readonly [kind: string, head: string, rest: string])[] = [
  ['aws', 'A(?:KI|SI)A', '[A-Z0-9]{16}(?![A-Z0-9])'],
  ['github', 'gh[pousr]_', '[A-Za-z0-9]{36,}'],
  ['github', 'github_pat_', '\\w{50,}'],
  ['gitlab', 'gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent|oas)-', '[\\w-]{20,}'],
  ['slack', 'xox[a-z]-', '[\\w-]{16,}'],
  ['npm', 'npm_', '[A-Za-z0-9]{36,}'],
  ['pypi', 'pypi-', '[\\w-]{50,}'],
  ['anthropic', 'sk-ant-', '[\\w-]{20,}'],
  ['openai', 'sk-(?:proj|svcacct|admin|None)-', '[\\w-]{20,}'],
  ['openai', 'sk-', '[A-Za-z0-9]{32,}'],
  ['openrouter', 'sk-or-v1-', '[\\w-]{20,}'],
  ['xai', 'xai-', '[A-Za-z0-9]{40,}'],
  ['google', 'AIza', '[\\w-]{35,}'],
  ['google', 'ya29\\.', '[\\w-]{20,}'],
  ['google', 'GOCSPX-', '[\\w-]{20,}'],
  ['stripe', '[sr]k_(?:live|test)_', '[A-Za-z0-9]{16,}'],
  ['stripe', 'whsec_', '[A-Za-z0-9]{24,}'],
  ['sendgrid', 'SG\\.', '[\\w-]{16,32}\\.[\\w-]{32,64}'],
  ['digitalocean', 'do[opr]_v1_', '[a-f0-9]{64,}'],
  ['atlassian', 'ATATT3', '[\\w=-]{50,}'],
];

/** Three parts of base64url, the first a JSON object. It begins where a run of such characters does: that keeps it linear. */
const JWT: Pattern = {
  kind: 'jwt',
  head: /eyJ/,
  pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g,
  accept: (token) => !isMadeUp(token),
};

/** How tokens begin that have at least sixteen of `A-Z a-z 0-9 _ -` in a row. */
export const TOKEN_HEADS: readonly string[] = [...TOKENS.map(([, head]) => head), JWT.head.source];

const KEY_LABEL = '[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';

const PATTERNS: readonly Pattern[] = [
  {
    kind: 'private-key',
    head: /-----BEGIN/,
    pattern: new RegExp(`-----BEGIN ${KEY_LABEL}(?:[^-\\u2028]|-(?!----)){24,20000}-?-----END ${KEY_LABEL}`, 'g'),
    accept: (block) => /[A-Za-z0-9+/=]{24}/.test(block.slice(block.indexOf('KEY') + 3)),
  },
  {
    /** A block that was cut off. */
    kind: 'private-key',
    head: /-----BEGIN/,
    pattern: new RegExp(`-----BEGIN ${KEY_LABEL}(?:[ \\t\\r\\n>|+-]{1,40}[A-Za-z0-9+/=]{24,2000}){1,400}`, 'g'),
    accept: () => true,
  },
  ...TOKENS.map(([kind, head, rest]) => ({
    kind,
    head: new RegExp(head),
    pattern: new RegExp(`(?<![A-Za-z0-9])${head}${rest}`, 'g'),
    accept: (token: string) => !isMadeUp(token),
  })),
  JWT,
  {
    kind: 'url-credentials',
    head: /:\/\//,
    pattern: /:\/\/([^\s/?#@:[\]"'`<>\\]{0,200}(?::[^\s/?"'`<>\\]{1,200})?)(?=@)/g,
    accept: isLogin,
  },
  {
    kind: 'authorization',
    head: /bearer|basic/i,
    pattern: /\b(?:bearer|basic)[ \t]{1,8}([\w.~+/-]{8,4000}={0,2})/gi,
    accept: (secret) => !isExample(secret) && (isRandom(secret) || isEncodedLogin(secret)),
  },
  {
    kind: 'cookie',
    head: /cookie:/i,
    pattern: /\bcookie:[ \t]{0,8}([^\s"'`][^\r\n\u2028"'`]{7,4000})/gi,
    accept: (cookies) => cookies.split(/[\s;=]+/).some(isRandom),
  },
];

/** `user:password`, or a long random user name alone, as tokens are given to git hosts. */
function isLogin(login: string, following: string): boolean {
  const colon = login.indexOf(':');
  if (colon < 0) return login.length >= 20 && isRandom(login);
  const password = login.slice(colon + 1);
  if (TEMPLATE.test(password) || /^@sha\d/.test(following)) return false;
  return !RESERVED_HOST.test(following) || (password.length >= 8 && !isReference(password));
}

/** A password still to be filled in: `${PASS}`, `{pass}`, `%(pass)s`, `%s`, `$PASS`, `***`. */
const TEMPLATE = /[${%][\w.]*[})(]|^%\w$|^\$\w+$|\*{3}|^x+$/i;

/** `user:password` in base64, as basic authentication sends it. */
function isEncodedLogin(secret: string): boolean {
  try {
    return /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(atob(secret));
  } catch {
    return false;
  }
}

/** Names set aside for examples (RFC 2606); `https://user:password@example.com` is documentation. */
const RESERVED_HOST = /^@(?:[\w-]+\.)*(?:example(?:\.com|\.net|\.org)?|test|invalid)(?![\w.-])/;
