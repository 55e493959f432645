import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/repository.ts';
import { findLogin } from '../login.ts';
import { claudeLogin } from './login.ts';

const AWS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-west-1' };

function loginOf(user: NodeJS.ProcessEnv) {
  return findLogin(claudeLogin(user), user);
}

describe('the login of Claude Code', () => {
  it.each(['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'])('may be %s', (name) => {
    expect(loginOf({ [name]: 'x' })).toMatchObject({ by: name, variables: { [name]: 'x' } });
  });

  it('passes on where the service is, and nothing of another program', () => {
    const user = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1', OPENAI_API_KEY: 'o', ...AWS };
    expect(loginOf(user).variables).toEqual({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1' });
  });

  it('passes on the credentials of a cloud once it is to use that cloud', () => {
    const user = { ANTHROPIC_API_KEY: 'k', CLAUDE_CODE_USE_BEDROCK: '1', ...AWS };
    expect(loginOf(user)).toMatchObject({
      by: 'CLAUDE_CODE_USE_BEDROCK',
      variables: { CLAUDE_CODE_USE_BEDROCK: '1', ...AWS },
    });
    expect(loginOf(user).variables).not.toHaveProperty('ANTHROPIC_API_KEY');
    expect(loginOf({ ...user, CLAUDE_CODE_USE_BEDROCK: '0' })).toMatchObject({ by: 'ANTHROPIC_API_KEY' });
  });

  it('may need files, which must be readable', () => {
    const file = join(temporaryDirectory(), 'credentials.json');
    writeFileSync(file, '{}');
    const user = {
      CLAUDE_CODE_USE_VERTEX: 'true',
      ANTHROPIC_VERTEX_PROJECT_ID: 'p',
      VERTEX_REGION_CLAUDE_SONNET: 'europe-west1',
      GOOGLE_APPLICATION_CREDENTIALS: file,
    };
    expect(loginOf(user)).toMatchObject({ by: 'CLAUDE_CODE_USE_VERTEX', variables: user, readable: [file] });
  });

  it('may be a key of Foundry', () => {
    const user = { CLAUDE_CODE_USE_FOUNDRY: '1', ANTHROPIC_FOUNDRY_RESOURCE: 'r', ANTHROPIC_FOUNDRY_API_KEY: 'k' };
    expect(loginOf(user)).toMatchObject({ by: 'CLAUDE_CODE_USE_FOUNDRY', variables: user });
  });

  it('may be missing, and says what to set', () => {
    expect(loginOf({ HOME: temporaryDirectory() }).by).toBe(undefined);
    expect(claudeLogin({}).remedy).toContain('ANTHROPIC_API_KEY');
  });
});
