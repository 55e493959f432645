import { afterAll } from 'vitest';
import { removeDirectories } from './directories.ts';

/**
 * Makes git the same on every machine: no configuration of the system or the user, no repository inherited from a
 * hook that started the tests, no prompt that waits for a person, one identity.
 */
for (const name of Object.keys(process.env)) {
  if (name.startsWith('GIT_')) delete process.env[name];
}

Object.assign(process.env, {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
});

// What 100,000 cases of a fuzzer leave takes longer to remove than a test may take.
afterAll(removeDirectories, 600_000);
