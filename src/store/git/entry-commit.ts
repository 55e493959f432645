import { BatonError, isBatonError } from '../../base/error.ts';
import { copyJson } from '../../base/json.ts';
import { decodeCommit } from '../../sys/git/commit-object.ts';
import { checkEvent, type JournalEvent } from '../../workflow/event.ts';

/** A journal entry as a git commit, apart from the contents of its tree. */
export interface EntryCommit {
  readonly tree: string;
  readonly previous: string | undefined;
  readonly anchor: string | undefined;
  readonly event: JournalEvent;
}

/** The commit's bytes: a subject a person can read, then the event as JSON. */
export function encodeEntry({ tree, previous, anchor, event }: EntryCommit): string {
  const seconds = Math.floor(Date.parse(event.at) / 1000);
  return [
    `tree ${tree}`,
    ...(previous === undefined ? [] : [`parent ${previous}`]),
    ...(anchor === undefined ? [] : [`parent ${anchor}`]),
    `author ${authorName(event.actor)} <baton@localhost> ${seconds} +0000`,
    `committer Baton <baton@localhost> ${seconds} +0000`,
    '',
    subjectOf(event),
    '',
    JSON.stringify(event, null, 2),
    '',
  ].join('\n');
}

/** The entry in a commit, or a coded error that names the commit: nothing foreign is skipped. */
export function decodeEntry(id: string, type: string, content: Buffer): EntryCommit {
  if (type !== 'commit') throw corrupt(id, `it is a ${type}, not a commit`);
  const { tree, parents, message } = decodeCommit(content);
  const [, body] = /^baton: [^\n]*\n\n(\{[\s\S]*\})\n$/.exec(message) ?? [];
  if (body === undefined) throw corrupt(id, 'its message is not an event');
  const event = decodeEvent(id, body);
  const first = event.seq === 1;
  const expected = (first ? 0 : 1) + (event.type === 'phase.completed' ? 1 : 0);
  const most = first ? 1 : 2;
  if (parents.length > most || parents.length < (first ? 0 : 1) || parents.length > expected) {
    throw corrupt(id, `it has ${parents.length} parents, which event ${event.seq} (${event.type}) cannot have`);
  }
  return { tree, event, previous: first ? undefined : parents[0], anchor: parents[first ? 0 : 1] };
}

/** `phase.completed green #2`: what `git log --oneline` shows of an event. */
function subjectOf({ type, phase, cycle, attempt }: JournalEvent): string {
  const words = ['baton:', type];
  if (phase !== undefined) words.push(phase);
  if (cycle !== undefined) words.push(`#${cycle}`);
  if (attempt !== undefined && attempt > 1) words.push(`(attempt ${attempt})`);
  return words.join(' ').replaceAll(/\s+/g, ' ');
}

function authorName(actor: string): string {
  const name = actor.replaceAll(/[<>\s\p{Cc}]+/gu, ' ').trim();
  return name === '' ? 'unknown' : name;
}

function decodeEvent(id: string, body: string): JournalEvent {
  try {
    return checkEvent(copyJson(JSON.parse(body), 'event'), 'corrupt_journal');
  } catch (error) {
    if (isBatonError(error) || error instanceof SyntaxError) throw corrupt(id, error.message, error);
    throw error;
  }
}

export function corrupt(id: string, why: string, cause?: unknown): BatonError {
  return new BatonError('corrupt_journal', `Journal entry ${id} cannot be read: ${why}.`, { data: { id }, cause });
}
