import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../base/json.ts';
import { redact, redactText } from './redact.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const LETTERS = LOWER + LOWER.toUpperCase();
const BASE62 = LETTERS + DIGITS;
const BASE64 = `${BASE62}+/`;
const BASE64URL = `${BASE62}-_`;
const HEX = `${DIGITS}abcdef`;
const CAPITALS = `${LOWER.toUpperCase()}${DIGITS}`;

/** Evenly drawn: `aaaa...` is no secret. */
function drawn(alphabet: string, length: number): fc.Arbitrary<string> {
  return fc.noBias(fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length }));
}

/** Parts put together at run time: this file holds no text that a scanner could take for a secret. */
function made(...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> {
  return fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((all) => all.join(''));
}

const pemBody = fc.array(drawn(BASE64, 64), { minLength: 3, maxLength: 12 }).map((lines) => lines.join('\n'));

/** A planted secret: the whole text that must not survive. */
const SECRETS: Readonly<Record<string, readonly fc.Arbitrary<string>[]>> = {
  aws: [made('AK', 'IA', drawn(CAPITALS, 16)), made('AS', 'IA', drawn(CAPITALS, 16))],
  github: [
    made('gh', 'p_', drawn(BASE62, 36)),
    made('gh', 's_', drawn(BASE62, 60)),
    made('github', '_pat_', drawn(BASE62, 22), '_', drawn(BASE62, 59)),
  ],
  gitlab: [made('gl', 'pat-', drawn(BASE64URL, 20)), made('gl', 'rt-', drawn(BASE64URL, 20))],
  slack: [
    made('xo', 'xb-', drawn(DIGITS, 12), '-', drawn(DIGITS, 12), '-', drawn(BASE62, 24)),
    made(
      'https://hooks.',
      'slack.com/services/T',
      drawn(CAPITALS, 8),
      '/B',
      drawn(CAPITALS, 8),
      '/',
      drawn(BASE62, 24),
    ),
  ],
  npm: [made('np', 'm_', drawn(BASE62, 36))],
  pypi: [made('py', 'pi-', drawn(BASE64URL, 120))],
  openai: [
    made('s', 'k-', drawn(BASE62, 20), 'T3Blb', 'kFJ', drawn(BASE62, 20)),
    made('s', 'k-proj-', drawn(BASE64URL, 74), 'T3Blb', 'kFJ', drawn(BASE62, 74)),
    made('s', 'k-', drawn(BASE62, 48)),
  ],
  anthropic: [
    made('sk', '-ant-api03-', drawn(BASE64URL, 93), 'AA'),
    made('sk', '-ant-oat01-', drawn(BASE64URL, 93), 'AA'),
  ],
  openrouter: [made('sk', '-or-v1-', drawn(HEX, 64))],
  xai: [made('xa', 'i-', drawn(BASE62, 80))],
  groq: [made('gs', 'k_', drawn(BASE62, 52))],
  huggingface: [made('h', 'f_', drawn(LETTERS, 34))],
  google: [
    made('AI', 'za', drawn(BASE64URL, 35)),
    made('ya', '29.', drawn(BASE64URL, 60)),
    made('GOC', 'SPX-', drawn(BASE64URL, 28)),
  ],
  stripe: [
    made('sk_', 'live_', drawn(BASE62, 24)),
    made('rk_', 'test_', drawn(BASE62, 24)),
    made('whs', 'ec_', drawn(BASE62, 32)),
  ],
  sendgrid: [made('S', 'G.', drawn(BASE64URL, 22), '.', drawn(BASE64URL, 43))],
  shopify: [made('shp', 'at_', drawn(BASE62, 32))],
  grafana: [made('gl', 'sa_', drawn(BASE62, 32), '_', drawn(HEX, 8)), made('gl', 'c_eyJv', drawn(BASE62, 80))],
  linear: [made('lin', '_api_', drawn(BASE62, 40))],
  notion: [made('nt', 'n_', drawn(DIGITS, 11), drawn(BASE62, 35))],
  '1password': [
    drawn(BASE62, 120).map((key) => `op${'s_'}${btoa(JSON.stringify({ secretKey: key, pad: '' })).replace(/=+$/, '')}`),
  ],
  'hashicorp-vault': [made('hv', 's.', drawn(BASE64URL, 95)), made('hv', 'b.', drawn(BASE64URL, 150))],
  vercel: [made('vc', 'p_', drawn(BASE62, 40))],
  databricks: [made('da', 'pi', drawn(HEX, 32))],
  docker: [made('dckr', '_pat_', drawn(BASE64URL, 27))],
  figma: [made('fi', 'gd_', drawn(BASE64URL, 40))],
  digitalocean: [made('do', 'p_v1_', drawn(HEX, 64))],
  atlassian: [made('ATA', 'TT3', drawn(BASE64URL, 180), '=', drawn(CAPITALS, 8))],
  jwt: [made('ey', 'J', drawn(BASE62, 33), '.ey', 'J', drawn(BASE64URL, 60), '.', drawn(BASE64URL, 43))],
  'private-key': [
    made('-----BEGIN ', 'RSA PRIVATE KEY-----\n', pemBody, '\n-----END ', 'RSA PRIVATE KEY-----'),
    made('-----BEGIN ', 'PRIVATE KEY-----\n', pemBody),
    pemBody.map((body) =>
      `-----BEGIN ${'OPENSSH PRIVATE KEY'}-----\n${body}\n-----END ${'OPENSSH PRIVATE KEY'}-----`.replace(/^/gm, '-'),
    ),
  ],
  'url-credentials': [
    made('postgres', '://app:', drawn(BASE62, 16), '@db.internal:5432/shop').map((url) =>
      url.slice(0, url.indexOf('@')),
    ),
  ],
};

/** Text around a secret: anything, as long as it does not run into it. */
const surroundings = fc.oneof(
  fc.constantFrom('', 'token ', 'x = "', "y: '", '{"a":"', '\\n', 'see\n', '(', '> ', 'a,', '=', '\t'),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => `${text} `),
);
const followings = fc.oneof(
  fc.constantFrom('', ' ', '"', "'", '",\n', ')', '\\n', '\n', ', b', ';', '.\n'),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => ` ${text}`),
);

describe('a planted secret', () => {
  for (const [kind, samples] of Object.entries(SECRETS)) {
    it(`of the kind ${kind} never survives`, () => {
      const planted = fc.tuple(surroundings, fc.oneof(...samples), followings);
      fc.assert(
        fc.property(planted, ([before, secret, after]) => {
          const follow = kind === 'url-credentials' ? `@db.internal/shop${after}` : after;
          const text = before + secret + follow;
          const result = redactText(text);
          expect(result.text).not.toContain(secret);
          expect(result.text).not.toContain(secret.slice(-20));
          expect(result.redactions.map((redaction) => redaction.kind)).toContain(kind);
          expect(JSON.stringify(redact({ list: [text] }))).not.toContain(JSON.stringify(secret).slice(1, -1));
        }),
      );
    });
  }

  it('is planted for every kept rule, so that a new rule set cannot come in untried', () => {
    const ids = (rules as readonly { meta: { id: string } }[]).map(({ meta }) => meta.id.split('-rule-').at(-1) ?? '');
    const leftOut = ['gcp', 'privatekey', 'basicauth', 'database-connection-string', 'filter-comments'];

    expect(ids.filter((id) => !leftOut.includes(id) && SECRETS[id] === undefined)).toEqual([]);
    expect(leftOut.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('is found although a comment asks not to look', () => {
    const token = ['gh', 'p_', 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'].join('');

    expect(redactText(`// secretlint-disable\n${token} // secretlint-disable-line`).text).not.toContain(token);
  });
});

describe('redaction', () => {
  const anySecret = fc.oneof(...Object.values(SECRETS).flat());
  const fragment = fc.oneof(
    anySecret,
    fc.constantFrom(
      'password',
      'token',
      ': ',
      '=',
      '"',
      "'",
      '\\"',
      '\\n',
      '\n',
      ' ',
      '://',
      ':',
      '@',
      'user',
      'Bearer ',
      '[redacted: ',
      ']',
      '[redacted: jwt]',
      '--',
      'Cookie: ',
      'sid',
      ';',
      '-----BEGIN PRIVATE KEY-----',
      '-----END PRIVATE KEY-----',
      'x1y2z3',
    ),
    drawn(BASE64, 12),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const text = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(''));

  it('done twice changes nothing more in a text', () => {
    fc.assert(
      fc.property(text, (given) => {
        const once = redactText(given).text;
        expect(redactText(once)).toEqual({ text: once, redactions: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('done twice changes nothing more in a value', () => {
    const key = fc
      .oneof(fc.constantFrom('password', 'token', 'tokens', 'auth', 'secrets', 'notes', 'cookie'), text)
      .filter((name) => name !== '__proto__');
    const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(tree, (given) => {
        const before = JSON.stringify(given);
        const { value, redactions } = redact(given);
        expect(JSON.stringify(given)).toBe(before);
        expect(redactions.length === 0).toBe(value === given);
        const again = redact(value);
        expect(again.value).toBe(value);
        expect(again.redactions).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
