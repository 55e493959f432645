import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Actor } from '../engine/acting.ts';

/** Whoever has the token acts as this. */
export interface Access {
  readonly token: string;
  readonly actor: Actor;
}

/** A token that nobody guesses. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Who sends a request, by its bearer token. How long it takes tells nothing about any token. */
export function actorOf(authorization: string | null | undefined, accesses: readonly Access[]): Actor | undefined {
  const [, given] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (given === undefined) return undefined;
  let found: Actor | undefined;
  for (const { token, actor } of accesses) {
    if (timingSafeEqual(digest(token), digest(given))) found = actor;
  }
  return found;
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
