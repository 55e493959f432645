import { randomBytes } from 'node:crypto';
import { createRequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';
import { now } from '../base/clock.ts';
import { BatonError } from '../base/error.ts';
import { newId } from '../base/id.ts';
import { type Actor, isSameActor } from '../engine/acting.ts';

/** What a person is asked about, as it travels with the client until the answer comes. A client can read it. */
export interface Matter {
  readonly actor: Actor;
  readonly tool: string;
  readonly ask: string;
  /** Of everything the person was shown. */
  readonly digest: string;
}

/** A matter that came back as it was sealed. */
export interface Sealed extends Matter {
  readonly nonce: string;
}

/**
 * What was asked of whom, kept by clients and believed only as it was sealed: with a key of this process, for a day, and
 * once.
 */
export interface RequestStates {
  seal(matter: Matter, request: ServerContext): Promise<string>;
  /** Reads what a client brings, before any tool sees it. Fails if it was altered, is too old or is of another server. */
  verify(state: string, request: ServerContext): Promise<Sealed>;
  /** Takes a sealed matter back. It is used up by that, whatever comes of it, if it is the one that is expected. */
  redeem(sealed: Sealed, expected: Matter): void;
}

const GOOD_FOR_S = 24 * 60 * 60;

export function openRequestStates(): RequestStates {
  const codec = createRequestStateCodec<Sealed>({ key: randomBytes(32), ttlSeconds: GOOD_FOR_S });
  const used = new Map<string, number>();

  /** A seal that is too old is refused for that; only younger ones have to be remembered. */
  function useUp(nonce: string): boolean {
    const at = now().getTime();
    for (const [old, until] of used) {
      if (until > at) break;
      used.delete(old);
    }
    if (used.has(nonce)) return false;
    used.set(nonce, at + (GOOD_FOR_S + 1) * 1000);
    return true;
  }

  return {
    seal: (matter, request) => codec.mint({ ...matter, nonce: newId() }, request),
    verify: codec.verify,
    redeem({ actor, tool, ask, digest, nonce }, expected) {
      if (!isSameActor(actor, expected.actor) || tool !== expected.tool) {
        throw refused('it was asked for by somebody else');
      }
      if (ask !== expected.ask) throw refused(`it was asked about ${ask}`);
      if (digest !== expected.digest) throw refused(`what ${ask} is about has changed meanwhile`);
      if (!useUp(nonce)) throw refused('it was used before');
    },
  };
}

/** Those of this process: all its clients share the key. */
export const requestStates = openRequestStates();

function refused(why: string): BatonError {
  return new BatonError('lost_race', `This answer does not count: ${why}. Call run_decide again without requestState.`);
}
