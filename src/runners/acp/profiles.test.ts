import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTemporary } from '../../sys/kept-file.ts';
import { findLogin } from '../login.ts';
import { GEMINI } from './gemini.ts';
import { OPENCODE } from './opencode.ts';
import { opencodeLogin, providersFor } from './opencode-login.ts';
import { knownAgent, placeOf } from './profiles.ts';

describe('the agent a command means', () => {
  it.each([
    ['gemini', 'gemini', []],
    ['gemini --acp', 'gemini', []],
    ['  opencode   acp  --mdns ', 'opencode', ['--mdns']],
    ['/opt/bin/gemini --experimental-acp', 'gemini', []],
  ])('is known: %s', (command, word, more) => {
    expect(knownAgent(command)).toMatchObject({ profile: { word }, more });
    expect(knownAgent(command.trim().split(/\s+/))).toMatchObject({ profile: { word }, more });
  });

  it.each(['my-agent', './gemini', 'gemini | tee log', 'KEY=x gemini', 'npx gemini', ''])(
    'is any other: %s',
    (command) => {
      expect(knownAgent(command)).toBe(undefined);
    },
  );

  it('is found on the PATH, with the package it belongs to', () =>
    withTemporary('baton-acp-', async (directory) => {
      const own = join(directory, 'lib/node_modules/@google/gemini-cli');
      mkdirSync(join(own, 'bundle'), { recursive: true });
      writeFileSync(join(own, 'package.json'), '{"version": "9.8.7"}');
      writeFileSync(join(own, 'bundle/gemini'), '#!/bin/sh\n');
      chmodSync(join(own, 'bundle/gemini'), 0o755);
      const agent = { profile: GEMINI, path: undefined, more: [] };
      const user = { PATH: join(own, 'bundle'), BATON_AGENT_HOME: directory };
      expect(placeOf(agent, user)).toMatchObject({
        version: '9.8.7',
        readable: [expect.stringMatching(/gemini-cli$/)],
      });
      expect(placeOf({ ...agent, path: join(directory, 'nowhere') }, user)).toBe(undefined);
    }));

  it('is found where it is, not where a link to it lies: a sandbox shows only the former', () =>
    withTemporary('baton-acp-', async (directory) => {
      const [own, home] = [join(realpathSync(directory), 'store/gemini-cli'), join(directory, 'home')];
      mkdirSync(join(own, 'bundle'), { recursive: true });
      writeFileSync(join(own, 'package.json'), '{"version": "9.8.7", "bin": {"gemini": "bundle/gemini.js"}}');
      writeFileSync(join(own, 'bundle/gemini.js'), '');
      mkdirSync(join(home, 'node_modules/@google'), { recursive: true });
      symlinkSync(own, join(home, 'node_modules/@google/gemini-cli'));
      const place = placeOf({ profile: GEMINI, path: undefined, more: [] }, { BATON_AGENT_HOME: home });
      expect(place).toMatchObject({ readable: [own] });
      expect(place?.program.at(-1)).toBe(join(own, 'bundle/gemini.js'));
    }));
});

describe('the login of Gemini CLI', () => {
  const methodFor = (user: NodeJS.ProcessEnv) =>
    GEMINI.authMethod(findLogin(GEMINI.loginRule(user), { HOME: '/nowhere', ...user }));

  it.each([
    [{ GEMINI_API_KEY: 'k' }, 'gemini-api-key'],
    [{ GOOGLE_API_KEY: 'k' }, 'vertex-ai'],
    [{ GEMINI_API_KEY: 'k', GOOGLE_GENAI_USE_VERTEXAI: 'true' }, 'vertex-ai'],
    [{}, 'oauth-personal'],
  ])('goes by %j', (user, method) => {
    expect(methodFor(user)).toBe(method);
  });
});

describe('the login of opencode', () => {
  const USER = {
    HOME: '/nowhere',
    ANTHROPIC_API_KEY: 'a',
    OPENAI_API_KEY: 'o',
    OPENAI_BASE_URL: 'http://127.0.0.1:1',
    OTHER_KEY: 'x',
    MY_KEY: 'm',
  };
  const OWN = JSON.stringify({ provider: { mine: { options: { apiKey: '{env:MY_KEY}' } } }, plugin: ['./evil.js'] });

  it('passes on what the service of its model needs, and nothing else', () => {
    const login = findLogin(opencodeLogin(USER, 'openai/gpt'), USER);
    expect(login).toMatchObject({ by: 'OPENAI_API_KEY' });
    expect(Object.keys(login.variables).sort()).toEqual(['OPENAI_API_KEY', 'OPENAI_BASE_URL']);
    expect(providersFor(login, USER, 'openai/gpt')).toEqual(['openai']);
    expect(findLogin(opencodeLogin(USER, 'xai/grok'), USER)).toMatchObject({ by: undefined });
  });

  it('lets it choose among the services the user has', () => {
    const login = findLogin(opencodeLogin(USER), USER);
    expect(providersFor(login, USER, undefined)).toEqual(['anthropic', 'openai']);
  });

  it('takes over services of the user, with the variables they name', () => {
    const user = { ...USER, OPENCODE_CONFIG_CONTENT: OWN };
    const login = findLogin(opencodeLogin(user, 'mine/one'), user);
    expect(login.by).toBe('OPENCODE_CONFIG_CONTENT');
    expect(Object.keys(login.variables).sort()).toEqual(['MY_KEY', 'OPENCODE_CONFIG_CONTENT']);
    expect(providersFor(login, user, undefined)).toContain('mine');
  });

  it('survives settings that are none', () => {
    const user = { ...USER, OPENCODE_CONFIG_CONTENT: '{oops' };
    expect(findLogin(opencodeLogin(user), user).by).toBe('ANTHROPIC_API_KEY');
  });
});

describe('the log of opencode', () => {
  const line = (message: string, more = '') =>
    `timestamp=2026-01-01T00:00:00Z level=INFO run=1 message=${message} session.id=s ${more}`;
  const STEP = line('process', 'messageID=m');
  const TRY = line('stream', 'modelID=one small=false agent=build');
  const TITLE = line('stream', 'modelID=one small=true agent=title');
  const ERROR = line('"stream error"', 'small=false error.error="AI_APICallError: it is \\"over\\""').replace(
    'INFO',
    'ERROR',
  );

  function troubleAfter(...lines: readonly string[]) {
    const watch = OPENCODE.watchLog?.();
    for (const one of lines) watch?.take(one);
    return watch?.trouble();
  }

  it('tells how often a request failed, and why', () => {
    expect(troubleAfter(STEP, TRY, ERROR)).toMatchObject({
      failures: 1,
      isWaiting: true,
      message: expect.stringContaining('over'),
    });
    expect(troubleAfter(STEP, TRY, ERROR, TRY)).toMatchObject({ failures: 1, isWaiting: false });
    expect(troubleAfter(STEP, TRY, ERROR, TRY, ERROR, TRY, ERROR)).toMatchObject({ failures: 3 });
  });

  it('tells of tries that fail without a word', () => {
    expect(troubleAfter(STEP, TRY, TRY, TRY, TRY)).toMatchObject({
      failures: 3,
      message: expect.stringContaining('lost'),
    });
  });

  it('begins anew with every step, and counts no titles', () => {
    expect(troubleAfter(STEP, TRY, ERROR, TRY, STEP, TRY)).toMatchObject({ failures: 0, isWaiting: false });
    expect(troubleAfter(STEP, TRY, TITLE, TITLE)).toMatchObject({ failures: 0 });
  });

  it('shows people only what went wrong', () => {
    const watch = OPENCODE.watchLog?.();
    expect([TRY, ERROR, 'Segmentation fault'].map((one) => watch?.take(one))).toEqual([false, true, true]);
  });
});
