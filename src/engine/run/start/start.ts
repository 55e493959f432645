import { randomBytes } from 'node:crypto';
import { now } from '../../../base/clock.ts';
import { BatonError } from '../../../base/error.ts';
import { redactText } from '../../../handoff/redact.ts';
import { isJournalName, type Store } from '../../../store/store.ts';
import { type EventData, RULES, type RunSettings } from '../../../workflow/event-data.ts';
import type { Workflow } from '../../../workflow/workflow-schema.ts';
import { PINNED_FILE, type Pinned } from '../pinned.ts';

/** Everything a run is made of at its start, resolved and checked. */
export interface NewRun {
  readonly request: string;
  readonly workflow: Workflow;
  readonly settings: RunSettings;
  readonly pinned: Pinned;
  readonly base: { readonly commit: string; readonly tree: string };
  /** Whose branch or commit it starts from, for a person. */
  readonly from: string;
  /** What the user should know before it begins. */
  readonly warnings?: readonly string[] | undefined;
  /** A name of the user's own choice. */
  readonly name?: string | undefined;
}

/** Creates a run. Nothing else happens yet: whoever drives it does the rest. */
export async function startRun(store: Store, given: NewRun): Promise<string> {
  const run = given.name ?? nameFor(given.request);
  const { text, redactions } = redactText(given.request);
  const data: EventData<'run.started'> = {
    workflow: given.workflow,
    request: text,
    branch: branchFor(run),
    base: given.base,
    settings: given.settings,
    rules: RULES,
    from: given.from,
    ...(redactions.length === 0 ? {} : { redactions }),
  };
  const event = { type: 'run.started', at: now().toISOString(), run, actor: 'person', data };
  const attachments = { [PINNED_FILE]: JSON.stringify(given.pinned) };
  const appended = await store.append(`runs/${run}`, undefined, event, { attachments });
  if (appended.ok) return run;
  throw new BatonError('lost_race', `A run ${run} exists already. Choose another --name.`, { data: { run } });
}

/** Whether a name can be a run's: it becomes part of refs and of a branch. */
export function isRunName(name: string): boolean {
  return isJournalName(`runs/${name}`);
}

export function branchFor(run: string): string {
  return `baton/${run}`;
}

const LONGEST_WORDS = 40;

/** A name a person recognises: the first words of the request and four letters that make it the only one. */
export function nameFor(request: string): string {
  const words = request
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .filter((word) => !FILLERS.has(word));
  let name = '';
  for (const word of words) {
    if (name.length + word.length > LONGEST_WORDS) break;
    name = name === '' ? word : `${name}-${word}`;
  }
  return `${name === '' ? 'run' : name}-${randomBytes(2).toString('hex')}`;
}

const FILLERS = new Set(['a', 'an', 'the', 'with', 'and', 'of', 'for', 'to', 'in', '']);
