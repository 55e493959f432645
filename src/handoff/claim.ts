import { isBatonError } from '../base/error.ts';
import { findResult } from './dialects/chariot.ts';
import { type ResultSession, resultOf } from './result.ts';
import type { AgentResult } from './result-schema.ts';

/** What a session reports, or the sentence that tells its agent why that cannot be read. Exactly one of them is there. */
export interface Claim {
  readonly result?: AgentResult;
  readonly problem?: string;
}

/**
 * What an agent left as its result: an object, JSON text, or free text with the result in its last fenced JSON block.
 * An agent that left none says that it is done, and claims nothing.
 */
export function readClaim(raw: unknown, session: ResultSession): Claim {
  try {
    const value = typeof raw === 'string' ? findResult(raw) : raw;
    return { result: value === undefined || value === null ? noClaims(session) : resultOf(value, session) };
  } catch (error) {
    if (isBatonError(error)) return { problem: error.message };
    throw error;
  }
}

function noClaims({ agent, phase }: ResultSession): AgentResult {
  return Object.freeze({ status: 'complete', agent, phase });
}
