import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { redactText } from './redact.ts';

const SHA512 = 'sha512-Xvtq2Zb0fL1cQ9mY7nR4sK8pT3wJ6hG5dF2aV1bN0xC9zE4uI7oP8lM3kH6jS5gD2fA1qW0eR9tY8uI7oP6aS5==';

const QUIET: Readonly<Record<string, readonly string[]>> = {
  'hashes and ids': [
    'commit 9f8e7d6c5b4a39281706f5e4d3c2b1a098765432',
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '550e8400-e29b-41d4-a716-446655440000',
    'at 2026-01-31T12:00:00.000Z with 1.2.3-beta.4+build.5',
    'task-0123456789abcdef0123456789abcdef on disk-0123456789abcdef0123456789abcdef',
  ],
  'lock files': [
    `"integrity": "${SHA512}"`,
    '"resolved": "https://registry.npmjs.org/@scope/js-tokens/-/js-tokens-9.0.1.tgz",',
    `  /js-tokens@9.0.1:\n    resolution: {integrity: ${SHA512}}`,
    '[[package]]\nname = "secrecy"\nversion = "0.8.0"\nchecksum = "9bd1c54ea06cfd2f6b63219704de0b9b4f72dcc2b8fdef820be6cd799780e91e"',
    'golang.org/x/oauth2 v0.8.0 h1:6dkIjl3j3LtZ/O3sTgZTMsLKSftL/B8Zgq4huOIIUu8=',
    'uses: docker://alpine:3.18@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  ],
  'encoded data': [
    `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAAAAUA9TXL0Y4OHwAAAABJRU5ErkJggg'.repeat(40)}==`,
    `-----BEGIN CERTIFICATE-----\n${'MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ'.repeat(4)}\n-----END CERTIFICATE-----`,
    '!function(e,t){"use strict";var n=e.key,r=t.token||n;r.password=e.value;return r.auth=!0}(this,{})',
  ],
  addresses: [
    'https://example.com:8080/a?b=c#d and ssh://git@github.com:22/o/r.git and git+ssh://git@github.com/o/r#v1',
    'postgres://localhost:5432/shop and redis://cache.internal:6379',
    'https://user:password@example.com/ and ftp://user:pw@sub.example.org',
    'postgres://$' +
      '{USER}:$' +
      '{PASSWORD}@db/x, mysql://app:<password>@db, http://u:***@h, http://u:{pass}@h, http://u:xxx@h, amqp://%s:%s@h, redis://:$PASS@h',
    'http://localhost:3000?mail=a@b.com and https://unpkg.com/zod@4.0.0',
  ],
  'source code': [
    'const password = req.body.password;',
    'interface Login { password: string; token?: Token; secret: Uint8Array; privateKey: Ed25519PrivateKey }',
    'password: z.string().min(8),',
    'if (token === expected || password !== other1234) return token;',
    'const token = await getToken2FromHeader(request);',
    'const apiKey = config.services.v2.apiKey1;',
    'password = hash(password, 12)',
    'password: Uint8Array\n',
    "const STORAGE_KEY = 'theme-v2'; const key = 'x9fK2qLm7Zp4'",
    'PASSWORD=$(cat /run/pw1) TOKEN=$TOKEN1 API_KEY="$' + '{API_KEY_2}"',
    'secret: $' + '{{ secrets.DEPLOY_KEY_2 }}',
    "password: process.env['DB_PASSWORD_1'], token: os.environ['TOKEN_1']",
    "{ password: 'password123', token: 'test-token-1', secret: 'my-secret-123', apiKey: 'your_api_key_1' }",
    'export PWD=/work/main1 OLDPWD=/home/user1',
    "type: 'password', label: 'Password 1', autocomplete: 'current-password'",
    'tokens: 1200, max_tokens: 4096, token_count = 17',
    'token: https://auth0.com/oauth2/v1',
    'secret: "spread over 3 lines"',
    "token: 'github-token-22', tokens: '123456789012', token = r'(?:(?:(?:^[%s]?)?[^', auth: '!@#%^&*()_+!@'",
  ],
  prose: [
    'Note: the token is checked twice. Password: at least 12 characters, 1 digit.',
    'Authorization: Bearer <token>',
    'Use Basic authentication-middleware or Bearer authentication_scheme here.',
    'Pass --token or --api-key your_api_key_1; see --password policy.',
    'Cookie: preferences are kept for a year',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    'A PEM file starts with -----BEGIN RSA PRIVATE KEY----- and a line break.',
    'test_password_reset PASSED\n ✓ rejects a wrong password (12 ms)\n1 failed: token expires after 3600s',
  ],
  'made-up tokens': [
    ['gh', 'p_', 'x'.repeat(36)].join(''),
    ['sk-', 'ant-your-api-key-goes-here'].join(''),
    ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join(''),
    ['xo', 'xb-your-bot-token-goes-here'].join(''),
    ['AI', 'za', '0'.repeat(35)].join(''),
  ],
};

describe('redactText is quiet on', () => {
  for (const [sort, texts] of Object.entries(QUIET)) {
    it(sort, () => {
      for (const text of texts) expect(redactText(text)).toEqual({ text, redactions: [] });
    });
  }

  it('this project and the packages it uses', () => {
    const files = [
      'package.json',
      'package-lock.json',
      ...filesBelow('src', /(?<!\.test)\.ts$/, 300),
      ...filesBelow('node_modules/zod', /\.(?:js|md|d\.ts)$/, 300),
      ...filesBelow('node_modules/commander', /\.(?:js|md|d\.ts)$/, 300),
      ...filesBelow('node_modules/vite', /\.(?:js|md|d\.ts)$/, 100),
      ...filesBelow('node_modules/yaml', /\.(?:js|md|d\.ts)$/, 100),
    ];

    const found = files.flatMap((file) =>
      redactText(readFileSync(file, 'utf8')).redactions.map(({ kind, field }) => `${file} ${field}: ${kind}`),
    );

    expect(files.length).toBeGreaterThan(400);
    expect(found).toEqual([]);
  });
});

function filesBelow(folder: string, name: RegExp, most: number): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).isFile())
    .sort()
    .slice(0, most);
}
