import { describe, expect, it } from 'vitest';
import { redactText } from './redact.ts';

const RANDOM = ['x9fK', '2qLm', '7Zp4', 'vT1w'].join('');
const BASE64 = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';

function cleanText(text: string): string {
  return redactText(text).text;
}

describe('an assignment to a credential name', () => {
  it('is redacted in settings, code, data and commands', () => {
    expect(cleanText(`API_TOKEN=${RANDOM}`)).toBe('API_TOKEN=[redacted: token]');
    expect(cleanText(`  user_password: plaintextpassword123 # dev\n`)).toBe(
      '  user_password: [redacted: password] # dev\n',
    );
    expect(cleanText('+    password = "hunter2hunter2";')).toBe('+    password = "[redacted: password]";');
    expect(cleanText(`{"client_secret": "${RANDOM}", "a": 1}`)).toBe('{"client_secret": "[redacted: secret]", "a": 1}');
    expect(cleanText(`headers['x-api-key'] = '${RANDOM}'`)).toBe("headers['x-api-key'] = '[redacted: api-key]'");
    expect(cleanText(`:password => "s3cr3t-value", db_password := b"p4ssw0rdx"`)).toBe(
      ':password => "[redacted: password]", db_password := b"[redacted: password]"',
    );
    expect(cleanText(`mysql --user app --password ${RANDOM} shop`)).toBe(
      'mysql --user app --password [redacted: password] shop',
    );
    expect(cleanText('mysql --password=p4ssw0rdx shop')).toBe('mysql --password=[redacted: password] shop');
    expect(cleanText(`GET /a?api_key=abcd1234efgh5678&b=1`)).toBe('GET /a?api_key=[redacted: api-key]&b=1');
    expect(cleanText('Server=db;Password=p4ssw0rdx;Encrypt=1')).toBe(
      'Server=db;Password=[redacted: password];Encrypt=1',
    );
    expect(cleanText(`fetch(url, { token: ${RANDOM} })`)).toBe('fetch(url, { token: [redacted: token] })');
    expect(cleanText(`DB_PASSWORD=p4ssw0rdx npm start`)).toBe('DB_PASSWORD=[redacted: password] npm start');
  });

  it('is redacted when it looks random without a digit', () => {
    expect(cleanText(`token = "${['xQfKbq', 'LmZpRt', 'VwYsDu'].join('')}"`)).toBe('token = "[redacted: token]"');
    expect(cleanText('token = "A-B-C-D-E-F-G-H-I-J"')).toBe('token = "A-B-C-D-E-F-G-H-I-J"');
    expect(cleanText('token = "AbstractSyntaxTree"')).toBe('token = "AbstractSyntaxTree"');
  });

  it('is redacted to its end, however long it is', () => {
    expect(cleanText(`secret="${RANDOM.repeat(100)}" b`)).toBe('secret="[redacted: secret]" b');
    expect(cleanText(`secret=${RANDOM.repeat(100)}=token=x; b`)).toBe('secret=[redacted: secret]; b');
  });

  it('is redacted when the text was cut off inside it', () => {
    expect(cleanText(`{"token":"${RANDOM}`)).toBe('{"token":"[redacted: token]');
  });

  it('is left alone far into a line of code, where a bare word is a name', () => {
    const text = `${'x'.repeat(80)} password: plaintextpassword123`;

    expect(cleanText(text)).toBe(text);
  });
});

describe('an address', () => {
  it('loses its login and keeps its host', () => {
    expect(cleanText('postgres://user:pass@host/db')).toBe('postgres://[redacted: url-credentials]@host/db');
    expect(cleanText(`redis://:${RANDOM}@cache:6379`)).toBe('redis://[redacted: url-credentials]@cache:6379');
    expect(cleanText('amqp://app:p@ss@host:5672')).toBe('amqp://[redacted: url-credentials]@host:5672');
    expect(cleanText(`https://${RANDOM.repeat(2)}@git.internal/o/r`)).toBe(
      'https://[redacted: url-credentials]@git.internal/o/r',
    );
    expect(cleanText(`https://app:${RANDOM}@example.com`)).toBe('https://[redacted: url-credentials]@example.com');
  });
});

describe('a header', () => {
  it('loses its credentials', () => {
    expect(cleanText(`Authorization: Bearer ${RANDOM}`)).toBe('Authorization: Bearer [redacted: authorization]');
    expect(cleanText(`curl -H "authorization: basic ${btoa('user:pass')}"`)).toBe(
      'curl -H "authorization: basic [redacted: authorization]"',
    );
    expect(cleanText(`Set-Cookie: a=b; sid=${RANDOM}; Path=/\r\nDate: x`)).toBe(
      'Set-Cookie: [redacted: cookie]\r\nDate: x',
    );
  });
});

describe('a private key', () => {
  const block = [`-----BEGIN ${'PRIVATE KEY'}-----`, BASE64, BASE64, `-----END ${'PRIVATE KEY'}-----`];

  it('is redacted as one block, in a file, a diff or a string', () => {
    expect(cleanText(`a\n${block.join('\n')}\nb`)).toBe('a\n[redacted: private-key]\nb');
    expect(cleanText(`"${block.join('\\n')}\\n"`)).toBe('"[redacted: private-key]\\n"');
    expect(cleanText(block.map((line) => `+${line}`).join('\n'))).toBe('+[redacted: private-key]');
  });

  it('is redacted when its end is missing', () => {
    expect(cleanText(`${block.slice(0, 3).join('\n')}\nand so on`)).toBe('[redacted: private-key]\nand so on');
  });
});

describe('text made to be slow', () => {
  const units = ['a', '-', 'eyJ', 'password=', ':', '://a:', '\\"', '-----BEGIN PRIVATE KEY-----', 'glpat-', 'SG.a.'];

  for (const unit of units) {
    it(`is read to its end: four million characters of ${unit}`, () => {
      const text = unit.repeat(4_000_000 / unit.length);

      expect(redactText(text).text).toBe(text);
    });
  }

  it('is redacted to its end', () => {
    expect(cleanText(`password="${'a1'.repeat(2_000_000)}"`)).toBe('password="[redacted: password]"');
  });
});
