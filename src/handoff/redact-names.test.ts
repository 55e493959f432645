import { describe, expect, it } from 'vitest';
import { credentialName } from './secret-names.ts';

const CREDENTIALS: Readonly<Record<string, readonly string[]>> = {
  password: [
    'password',
    'user_password',
    'dbPassword',
    'DBPassword',
    'PGPASSWORD',
    'passwd',
    'pass-phrase',
    'pwd',
    'password: ',
    'smtp_pass',
    'password2',
    'password_confirmation',
    'spring.datasource.password',
  ],
  'api-key': ['api_key', 'apiKey', 'API-KEY', 'APIKey', 'apikey', 'x-api-key', 'API_KEY_PROD', 'api key', 'apiKeys'],
  'private-key': ['private_key', 'privateKeyPem', 'ssh_private_key'],
  'secret-key': [
    'access_key',
    'secretAccessKey',
    'AWS_SECRET_ACCESS_KEY',
    'encryption_key_base64',
    'SERVICE_ROLE_KEY',
    'AccountKey',
  ],
  'connection-string': ['connection_string', 'ConnectionString', 'connStr', 'SENTRY_DSN'],
  credentials: ['credentials', 'database_credentials', 'aws.creds'],
  secret: ['secret', 'client_secret', 'clientSecret', 'session-secret', 'secrets', 'JWT_SECRET'],
  token: [
    'token',
    'auth_token',
    'accessToken',
    'refresh_token',
    'csrfToken',
    'password_reset_token',
    '//registry.npmjs.org/:_authToken',
    'tokens',
  ],
  authorization: ['auth', 'authorization', 'Proxy-Authorization', 'bearer'],
  cookie: ['cookie', 'Set-Cookie', 'session_cookie'],
};

const OTHERS: readonly string[] = [
  'token_count',
  'token:!!',
  'tokenizer',
  'tokenType',
  'next_page_token',
  'author',
  'authors',
  'authenticated',
  'password_policy',
  'passwordResetUrl',
  'reset_password',
  'forgot_password',
  'secretary',
  'secret_name',
  'keyboard',
  'monkey',
  'key',
  'keys',
  'primary_key',
  'public_key',
  'access_key_id',
  'pass',
  'passed',
  'compass',
  'test_password_reset',
  'login_with_password',
  'rejects an expired token',
  'src/auth/password',
  'src/auth/token.ts',
  'session',
  'session_id',
  'cookieName',
  `${'a'.repeat(100)}_token`,
];

describe('credentialName', () => {
  for (const [kind, names] of Object.entries(CREDENTIALS)) {
    it(`knows names of the kind ${kind}`, () => {
      expect(names.filter((name) => credentialName(name)?.kind !== kind)).toEqual([]);
    });
  }

  it('knows what only sounds like a credential', () => {
    expect(OTHERS.filter((name) => credentialName(name) !== undefined)).toEqual([]);
  });
});
