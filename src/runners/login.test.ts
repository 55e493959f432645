import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/repository.ts';
import { findLogin, type LoginRule } from './login.ts';

const RULE: LoginRule = {
  variables: ['AGENT_BASE_URL'],
  proves: ['AGENT_KEY', 'AGENT_TOKEN'],
  fileVariables: ['AGENT_CREDENTIALS'],
  file: { inHome: '.agent/auth.json', homeVariable: 'AGENT_HOME', inOwn: 'auth.json' },
  remedy: 'Set AGENT_KEY.',
};

function homeWith(file: string): string {
  const home = temporaryDirectory();
  mkdirSync(join(home, '.agent'));
  writeFileSync(join(home, file), '{}');
  return realpathSync(home);
}

describe('a login', () => {
  it('passes on its own variables and nothing else of the user', () => {
    const user = { AGENT_KEY: 'k', AGENT_BASE_URL: 'http://127.0.0.1', OTHER_KEY: 'secret', AGENT_TOKEN: '' };
    expect(findLogin(RULE, { ...user, HOME: temporaryDirectory() })).toEqual({
      variables: { AGENT_KEY: 'k', AGENT_BASE_URL: 'http://127.0.0.1' },
      readable: [],
      file: undefined,
      by: 'AGENT_KEY',
    });
  });

  it('may be a file in the home, or in the directory its program calls its own', () => {
    const home = homeWith('.agent/auth.json');
    const path = join(home, '.agent/auth.json');
    expect(findLogin(RULE, { HOME: home })).toMatchObject({ file: path, by: '~/.agent/auth.json' });
    expect(findLogin(RULE, { HOME: '/nowhere', AGENT_HOME: join(home, '.agent') }).file).toBe(path);
  });

  it('by a key needs no file', () => {
    expect(findLogin(RULE, { HOME: homeWith('.agent/auth.json'), AGENT_TOKEN: 't' })).toMatchObject({
      file: undefined,
      by: 'AGENT_TOKEN',
    });
  });

  it('names the files its variables name', () => {
    const home = homeWith('.agent/credentials.json');
    const file = join(home, '.agent/credentials.json');
    expect(findLogin(RULE, { HOME: home, AGENT_CREDENTIALS: file }).readable).toEqual([file]);
  });

  it('may be missing', () => {
    expect(findLogin(RULE, { HOME: temporaryDirectory() })).toMatchObject({ by: undefined, variables: {} });
  });
});
