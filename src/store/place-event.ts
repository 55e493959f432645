import { BatonError } from '../base/error.ts';
import { copyJson } from '../base/json.ts';
import { checkEvent, EVENT_VERSION, type JournalEvent } from '../workflow/event.ts';
import { type Extras, isJournalName, type JournalName, type NewEvent } from './store.ts';

/** An event with its version and place, as a checked, frozen copy; whatever does not fit its journal is refused. */
export function placeEvent(journal: JournalName, event: NewEvent, extras: Extras, seq: number): JournalEvent {
  checkJournalName(journal);
  for (const name of Object.keys(extras.attachments ?? {})) checkAttachmentName(name);
  const { v: _v, seq: _seq, ...given } = event as JournalEvent;
  const { type, at, run, phase, cycle, attempt, actor, data, ...more } = given;
  const placed = copyJson(
    { v: EVENT_VERSION, seq, type, at, run, phase, cycle, attempt, actor, data, ...more },
    'event',
  );
  const checked = checkEvent(placed, 'invalid_input');
  const id = journal.slice(journal.indexOf('/') + 1);
  if (run !== id) refuse(`run is ${JSON.stringify(run)} (expected "${id}", whose journal this is)`);
  const anchored = extras.anchor !== undefined;
  if (anchored && type !== 'phase.completed') refuse(`${type} cannot keep a commit (only phase.completed can)`);
  return checked;
}

export function checkJournalName(journal: string): asserts journal is JournalName {
  if (isJournalName(journal)) return;
  throw new BatonError(
    'invalid_input',
    `Invalid journal name: ${JSON.stringify(journal)} (expected runs/ or handoffs/ and an id of lower-case letters, digits and hyphens).`,
  );
}

function checkAttachmentName(name: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name)) {
    refuse(`attachment name is ${JSON.stringify(name)} (expected letters, digits, dots and hyphens)`);
  }
}

function refuse(why: string): never {
  throw new BatonError('invalid_input', `Invalid event: ${why}.`);
}
