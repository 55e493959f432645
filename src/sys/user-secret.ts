import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { faultPoint } from '../base/fault-point.ts';
import { errorCode } from './durable.ts';
import { ownedEnd, sweepOwned } from './owned-name.ts';

/** A secret of the person at this machine, which agents in a sandbox cannot read: it marks what the person said. */
export interface UserSecret {
  /** Tells secrets apart and gives nothing of them away. */
  readonly id: string;
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}

/** Opens the secret, making it at first use. */
export function openUserSecret(path: string = defaultPath()): UserSecret {
  return secretOf(readOrMake(path));
}

/** The secret, if this machine has made one. */
export function findUserSecret(path: string = defaultPath()): UserSecret | undefined {
  const key = readKey(path);
  return key === undefined ? undefined : secretOf(key);
}

function secretOf(key: string): UserSecret {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  return {
    id: sign('which key').slice(0, 16),
    sign,
    verify(text, signature) {
      const expected = Buffer.from(sign(text));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function defaultPath(): string {
  return join(secretDirectory(), 'answer-key');
}

/** Where the secret is: no agent may look into it. */
export function secretDirectory(): string {
  return join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'baton');
}

function readKey(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whole or not at all, and readable by nobody else. Of two that make it at once, the first one's stays. */
function readOrMake(path: string): string {
  for (;;) {
    const key = readKey(path);
    if (key !== undefined) return key;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    sweepOwned(dirname(path));
    const temporary = `${path}.${ownedEnd()}`;
    writeFileSync(temporary, randomBytes(32).toString('hex'), { mode: 0o600 });
    try {
      faultPoint('secret.written');
      linkSync(temporary, path);
      faultPoint('secret.made');
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(temporary, { force: true });
    }
  }
}
