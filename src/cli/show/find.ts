import { BatonError } from '../../base/error.ts';
import type { Runs } from '../../engine/run/runs.ts';
import type { RunView } from '../../engine/run/view.ts';

/** An event as it stands in a run's journal, with its attachments. */
export type Recorded = Awaited<ReturnType<Runs['entries']>>[number];

/** What a word on the command line means, with the story it stands in. */
export type Found =
  | { readonly kind: 'run'; readonly view: RunView; readonly entries: readonly Recorded[] }
  | { readonly kind: 'ask' | 'commit' | 'event'; readonly entry: Recorded; readonly entries: readonly Recorded[] };

/** Finds what is meant: a run, `run:number` for an event, or the first digits of an ask, a commit or a journal entry. */
export async function findThing(runs: Pick<Runs, 'list' | 'entries'>, word: string): Promise<Found> {
  const views = await runs.list();
  const view = views.find(({ run }) => run === word);
  if (view !== undefined) return { kind: 'run', view, entries: await runs.entries(view.run) };
  const found: Found[] = [];
  for (const { run } of views) found.push(...thingsIn(await runs.entries(run), run, word));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  if (only === undefined) throw unknown(word);
  const lines = found.slice(0, MAX_LISTED).map((one) => `  ${describeCandidate(one)}`);
  const more = found.length > MAX_LISTED ? ['  ...'] : [];
  throw new BatonError(
    'usage',
    [`${JSON.stringify(word)} could be ${found.length} things. Type more of it:`, ...lines, ...more].join('\n'),
  );
}

const MAX_LISTED = 10;

function describeCandidate(found: Found): string {
  if (found.kind === 'run') return `run ${found.view.run}`;
  const { id, event } = found.entry;
  if (found.kind === 'ask') return `${String(event.data.ask)}  ask of ${event.run}`;
  const name = found.kind === 'commit' ? String(event.data.commit) : id;
  return `${name.slice(0, 12)}  ${found.kind} of ${event.run}: ${event.type} ${event.phase ?? ''}`.trimEnd();
}

/** Everything in a run's story that a word could mean. A commit that several events name is that of the first. */
export function thingsIn(entries: readonly Recorded[], run: string, word: string): Found[] {
  const [named, seq] = word.split(':');
  if (seq !== undefined) {
    return named === run ? asFound('event', entries, ({ event }) => String(event.seq) === seq) : [];
  }
  const begins = (ask: string) => asFound('ask', entries, (entry) => isAsk(entry, ask));
  if (/^ask-./i.test(word)) return begins(word.toLowerCase());
  if (!/^[0-9a-f]{4,64}$/i.test(word)) return [];
  const digits = word.toLowerCase();
  return [
    ...begins(`ask-${digits}`),
    ...asFound('commit', entries, ({ event }) => {
      return COMMITTING.has(event.type) && String(event.data.commit).startsWith(digits);
    }),
    ...asFound('event', entries, ({ id }) => id.startsWith(digits)),
  ];
}

function isAsk({ event }: Recorded, beginning: string): boolean {
  return event.type === 'ask.opened' && String(event.data.ask).startsWith(beginning);
}

const COMMITTING: ReadonlySet<string> = new Set(['phase.completed', 'phase.rolled_back', 'person.committed']);

function asFound(
  kind: 'ask' | 'commit' | 'event',
  entries: readonly Recorded[],
  isMeant: (entry: Recorded) => boolean,
): Found[] {
  return entries.filter(isMeant).map((entry) => ({ kind, entry, entries }));
}

function unknown(word: string): BatonError {
  return new BatonError(
    'not_found',
    `There is no run, ask, commit or event ${JSON.stringify(word)}. \`baton status\` lists runs and asks, \`baton log\` shows commits.`,
  );
}
