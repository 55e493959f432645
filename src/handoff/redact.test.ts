import { describe, expect, it } from 'vitest';
import { BatonError } from '../base/error.ts';
import { copyJson, type JsonValue } from '../base/json.ts';
import { redact, redactText } from './redact.ts';

const GITHUB = ['gh', 'p_', 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'].join('');
const AWS_ID = ['AKI', 'A', 'Q3EGVZ7XK2LMN4PR'].join('');
const AWS_SECRET = ['wJ4lrXUtnFEMIxK7MDENG', 'bPxRfiCYzzzK3Y+/q8'].join('/');

function clean(value: unknown): JsonValue {
  return redact(copyJson(value, 'value')).value;
}

describe('redact', () => {
  it('replaces the prohibited examples of the handoff guide', () => {
    const given = copyJson(
      {
        user_password: 'plaintextpassword123',
        api_key: 'sk_live_123456',
        database_credentials: { host: 'db', user: 'app' },
      },
      'value',
    );

    const { value, redactions } = redact(given, { at: 'context' });

    expect(value).toEqual({
      user_password: '[redacted: password]',
      api_key: '[redacted: api-key]',
      database_credentials: '[redacted: credentials]',
    });
    expect(redactions).toEqual([
      { kind: 'password', field: 'context.user_password' },
      { kind: 'api-key', field: 'context.api_key' },
      { kind: 'credentials', field: 'context.database_credentials' },
    ]);
  });

  it('lets the correct example of the handoff guide through untouched', () => {
    const given = copyJson(
      {
        files_modified: ['src/auth/password.ts'],
        security_concerns: ['Password hashing implementation'],
        sec_ids: ['SEC-001: Review hashing algorithm'],
      },
      'value',
    );

    const result = redact(given);

    expect(result.value).toBe(given);
    expect(result.redactions).toEqual([]);
  });

  it('replaces only the secret stretch of a longer text', () => {
    const { value, redactions } = redact({ notes: ['fine', `cloned with ${GITHUB}, then built`] });

    expect(value).toEqual({ notes: ['fine', 'cloned with [redacted: github], then built'] });
    expect(redactions).toEqual([{ kind: 'github', field: 'notes[1]' }]);
  });

  it('takes the whole of an AWS secret key, not the range its rule reports', () => {
    expect(clean(`aws_secret_access_key = ${AWS_SECRET}`)).toBe('aws_secret_access_key = [redacted: aws]');
  });

  it('finds AWS key ids and leaves account numbers alone', () => {
    expect(clean(`${AWS_ID} of aws_account_id = 123456789012`)).toBe(
      '[redacted: aws] of aws_account_id = 123456789012',
    );
  });

  it('names the place of a lone text by `at`, or as the value', () => {
    expect(redact(GITHUB).redactions).toEqual([{ kind: 'github', field: 'the value' }]);
    expect(redact(GITHUB, { at: 'summary' }).redactions).toEqual([{ kind: 'github', field: 'summary' }]);
  });

  it('keeps numbers, switches, nothing and empty text under credential names', () => {
    const given = copyJson(
      { tokens: 12, password: null, secret: true, token: '', credentials: { port: 5432, tls: false } },
      'v',
    );

    expect(redact(given).value).toBe(given);
  });

  it('keeps references, masks and type names under credential names', () => {
    const given = copyJson(
      {
        api_key: '$' + '{API_KEY}',
        password: 'process.env.DB_PASSWORD',
        token: '<your token>',
        secret: '********',
        private_key: '~/.ssh/id_ed25519',
        client_secret: { type: 'string' },
        authorization: 'Bearer $' + '{TOKEN}',
      },
      'value',
    );

    expect(redact(given).value).toBe(given);
  });

  it('takes one word for a token and prose for prose', () => {
    expect(clean({ token: 'abc123' })).toEqual({ token: '[redacted: token]' });
    expect(clean({ token: 'a'.repeat(300) })).toEqual({ token: '[redacted: token]' });
    expect(clean({ token: 'the parser drops it' })).toEqual({ token: 'the parser drops it' });
    expect(clean({ token: { type: 'identifier', text: 'x' } })).toEqual({ token: { type: 'identifier', text: 'x' } });
  });

  it('takes only what looks random under names that may be a topic', () => {
    expect(clean({ auth: 'oauth2 with refresh', tokens: ['input', 'output'], cookies: 'none are set' })).toEqual({
      auth: 'oauth2 with refresh',
      tokens: ['input', 'output'],
      cookies: 'none are set',
    });
    expect(clean({ auth: 'Bearer abc', tokens: ['x9fK2qLm7Zp4'], cookie: 'sid=x9fK2qLm7Zp4; Path=/' })).toEqual({
      auth: '[redacted: authorization]',
      tokens: ['[redacted: token]'],
      cookie: '[redacted: cookie]',
    });
  });

  it('copies only what changes and freezes the copies', () => {
    const given = copyJson(
      { before: { a: 1 }, list: [['x'], { password: 'hunter2' }, ['y']], after: ['b'] },
      'value',
    ) as {
      before: object;
      list: object[];
      after: object;
    };

    const value = redact(given as unknown as JsonValue).value as typeof given;

    expect(value).not.toBe(given);
    expect(value.before).toBe(given.before);
    expect(value.after).toBe(given.after);
    expect(value.list[0]).toBe(given.list[0]);
    expect(value.list[2]).toBe(given.list[2]);
    expect(value.list[1]).toEqual({ password: '[redacted: password]' });
    expect([value, value.list, value.list[1]].every(Object.isFrozen)).toBe(true);
    expect(Object.keys(value)).toEqual(['before', 'list', 'after']);
    expect(given.list[1]).toEqual({ password: 'hunter2' });
  });

  it('redacts keys, in the field names too, and loses none of them', () => {
    const other = GITHUB.replace('aB3', 'cD4');

    const { value, redactions } = redact({ owners: { [GITHUB]: { pwd: 'hunter2' }, [other]: 2, z: 3 } });

    expect(value).toEqual({
      owners: { '[redacted: github]': { pwd: '[redacted: password]' }, '[redacted: github] (3)': 2, z: 3 },
    });
    expect(redactions).toEqual([
      { kind: 'github', field: 'owners.[redacted: github]' },
      { kind: 'password', field: 'owners.[redacted: github].pwd' },
      { kind: 'github', field: 'owners.[redacted: github]' },
    ]);
  });

  it('keeps a working directory that is called pwd', () => {
    expect(clean({ pwd: '/work/main' })).toEqual({ pwd: '/work/main' });
  });
});

describe('refuse mode', () => {
  it('returns a value without secrets as it is', () => {
    const given = copyJson({ a: ['b'] }, 'value');

    expect(redact(given, { mode: 'refuse' }).value).toBe(given);
  });

  it('names the fields and kinds, says what to do, and does not repeat the secret', () => {
    const attempt = () =>
      redact({ custom: { api_key: 'sk_live_123456' }, log: GITHUB }, { mode: 'refuse', at: 'context' });

    expect(attempt).toThrow(BatonError);
    expect(attempt).toThrow(
      'Refused, because it holds what looks like a secret: context.custom.api_key (api-key), context.log (github). Take the secret out or name where it is kept, such as an environment variable, and try again.',
    );
    try {
      attempt();
    } catch (error) {
      const { code, data, message } = error as BatonError;
      expect(code).toBe('secret_found');
      expect(data.redactions).toEqual([
        { kind: 'api-key', field: 'context.custom.api_key' },
        { kind: 'github', field: 'context.log' },
      ]);
      expect(JSON.stringify([message, data])).not.toMatch(/sk_live|aB3dE6/);
    }
  });

  it('names five fields and counts the rest', () => {
    const passwords = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [`${name}_password`, 'x1']));

    expect(() => redact(passwords, { mode: 'refuse' })).toThrow('e_password (password) and 2 more.');
  });
});

describe('redactText', () => {
  it('replaces secrets and names their lines', () => {
    const text = ['start', `use ${GITHUB}`, '', `${AWS_ID} ${GITHUB}`, 'end'].join('\n');

    const result = redactText(text);

    expect(result.text).toBe('start\nuse [redacted: github]\n\n[redacted: aws] [redacted: github]\nend');
    expect(result.redactions).toEqual([
      { kind: 'github', field: 'line 2' },
      { kind: 'aws', field: 'line 4' },
      { kind: 'github', field: 'line 4' },
    ]);
  });

  it('counts lines to a secret on the last one', () => {
    expect(redactText(`a\nb\n${GITHUB} ${AWS_ID}`).redactions.map(({ field }) => field)).toEqual(['line 3', 'line 3']);
  });

  it('never takes its own marks for secrets', () => {
    const text = 'password: [redacted: password]\nhttps://[redacted: url-credentials]@host/ token=[redacted: jwt]x';

    expect(redactText(text)).toEqual({ text, redactions: [] });
  });

  it('makes one of findings that overlap, of the kind of the longer', () => {
    expect(redactText(`token="${GITHUB}.x9fK2q"`).text).toBe('token="[redacted: token]"');
    expect(redactText(`token="${GITHUB}"`).text).toBe('token="[redacted: github]"');
  });

  it('finds what only shows once its neighbour is gone', () => {
    const databricks = ['da', 'pi', 'ab12'.repeat(8).slice(0, 31), 'f'].join('');
    const npm = ['np', 'm_', 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'].join('');

    expect(redactText(`${databricks}${npm}`).text).toBe('[redacted: databricks][redacted: npm]');
  });

  it('sees through the escapes of text inside text', () => {
    const inner = JSON.stringify({
      out: `done\n${GITHUB}\n`,
      config: JSON.stringify({ client_secret: 'x9fK2qLm7Zp4' }),
    });

    const { text } = redactText(inner);

    expect(text).toContain('done\\n[redacted: github]\\n');
    expect(text).toContain('\\"client_secret\\":\\"[redacted: secret]\\"');
  });
});
