import { now } from '../base/clock.ts';
import { isBatonError } from '../base/error.ts';
import { type HandoffStatus, isPastExpiry } from '../handoff/lifecycle.ts';
import type { HandoffPriority } from '../handoff/package.ts';
import type { Head, JournalName, Store } from '../store/store.ts';
import { byStanding, holderOf, idOf, type StoredHandoff } from './stored-handoff.ts';

/** A handoff in a line. */
export interface HandoffGlance {
  readonly id: string;
  readonly status: HandoffStatus;
  readonly priority: HandoffPriority;
  readonly from: string;
  readonly to: string;
  /** The beginning of it. */
  readonly task: string;
  /** Who accepted it and has not finished it yet. */
  readonly holder: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  /** When something last happened to it. */
  readonly updatedAt: string;
}

/** All handoffs in short. */
export interface HandoffOverview {
  /** Those still waiting first, by urgency. */
  readonly glances: readonly HandoffGlance[];
  /** One that cannot be read must not hide the others. */
  readonly unreadable: readonly UnreadableHandoff[];
}

export interface UnreadableHandoff {
  readonly id: string;
  readonly why: string;
}

interface Seen {
  readonly head: Head;
  readonly glance: HandoffGlance;
}

/** What was found at some moment, and until when it is right if nothing moves. */
interface Survey extends HandoffOverview {
  readonly heads: ReadonlyMap<JournalName, Head>;
  readonly goodUntil: number;
}

/** Reads a handoff whole, and marks it as expired if it has to be. */
export type LookAtHandoff = (journal: JournalName) => Promise<{ readonly head: Head; readonly stored: StoredHandoff }>;

/**
 * All handoffs in short, those still waiting first, by urgency. A line of each is remembered with where its journal ended:
 * only those that moved since, here or in another process, are read again, and those whose time has run out. Whoever asks
 * while others wait for an answer that has not been begun gets the same one.
 */
export function openOverview(store: Store, look: LookAtHandoff): () => Promise<HandoffOverview> {
  let seen = new Map<JournalName, Seen>();
  let last: Survey | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<HandoffOverview> | undefined;

  async function survey(): Promise<HandoffOverview> {
    next = undefined;
    const heads = await store.heads('handoffs');
    const at = now();
    if (last?.heads === heads && at.getTime() <= last.goodUntil) return last;
    const kept = new Map<JournalName, Seen>();
    const moved: JournalName[] = [];
    const unreadable: UnreadableHandoff[] = [];
    for (const [journal, head] of heads) {
      const before = seen.get(journal);
      if (before?.head !== head || runsOut(before.glance, at)) moved.push(journal);
      else kept.set(journal, before);
    }
    for (let from = 0; from < moved.length; from += AT_ONCE) {
      const part = moved.slice(from, from + AT_ONCE);
      const looked = await Promise.all(part.map((journal) => lookOrTell(journal, look)));
      for (const [journal, found] of looked) {
        if ('why' in found) unreadable.push(found);
        else kept.set(journal, { head: found.head, glance: glanceOf(found.stored) });
      }
    }
    seen = kept;
    const glances = [...kept.values()].map(({ glance }) => glance).sort(byStanding);
    last = { heads, glances, unreadable, goodUntil: firstExpiry(glances) };
    return last;
  }

  return () => {
    next ??= running.then(survey, survey);
    running = next;
    return next;
  };
}

async function lookOrTell(journal: JournalName, look: LookAtHandoff) {
  try {
    return [journal, await look(journal)] as const;
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return [journal, { id: idOf(journal), why: error.message }] as const;
  }
}

/** How many are read whole at a time. Of the others no more than a line is in memory. */
const AT_ONCE = 256;

/** Lines are for choosing from: a task of many pages is looked up. */
const LONGEST_TASK = 300;

function glanceOf(stored: StoredHandoff): HandoffGlance {
  const { id, status, priority, sourceAgent, targetAgent, instructions, createdAt, expiresAt } = stored.handoff;
  const { task } = instructions;
  return {
    id,
    status,
    priority,
    from: sourceAgent,
    to: targetAgent,
    task: task.length > LONGEST_TASK ? `${task.slice(0, LONGEST_TASK)}...` : task,
    holder: holderOf(stored),
    createdAt,
    expiresAt,
    updatedAt: stored.history.at(-1)?.at ?? createdAt.toISOString(),
  };
}

function runsOut(glance: HandoffGlance, at: Date): boolean {
  return glance.status === 'pending' && isPastExpiry(glance, at);
}

function firstExpiry(glances: readonly HandoffGlance[]): number {
  const waiting = glances.filter(({ status }) => status === 'pending');
  return waiting.reduce(
    (first, { expiresAt }) => Math.min(first, expiresAt?.getTime() ?? first),
    Number.MAX_SAFE_INTEGER,
  );
}
