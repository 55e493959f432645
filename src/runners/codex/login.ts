import type { LoginRule } from '../login.ts';

/**
 * How Codex is logged in: by a key, or by the file that `codex login` made. It renews that file in place, so that the user
 * stays logged in.
 */
export const CODEX_LOGIN: LoginRule = {
  variables: ['OPENAI_BASE_URL', 'OPENAI_ORGANIZATION', 'OPENAI_PROJECT', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'],
  proves: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
  fileVariables: ['CODEX_CA_CERTIFICATE', 'SSL_CERT_FILE'],
  file: { inHome: '.codex/auth.json', homeVariable: 'CODEX_HOME', inOwn: 'auth.json' },
  remedy: 'Set OPENAI_API_KEY or CODEX_API_KEY, or log in once with `codex login` (kept in ~/.codex/auth.json).',
};
