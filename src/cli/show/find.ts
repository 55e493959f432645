import { BatonError } from '../../base/error.ts';
import type { Runs } from '../../engine/run/runs.ts';
import type { RunView } from '../../engine/run/view.ts';

/** An event as it stands in a run's journal, with its attachments. */
export type Recorded = Awaited<ReturnType<Runs['entries']>>[number];

/** What a word on the command line means, with the story it stands in. */
export type Found =
  | { readonly kind: 'run'; readonly view: RunView; readonly entries: readonly Recorded[] }
  | { readonly kind: 'ask' | 'commit' | 'event'; readonly entry: Recorded; readonly entries: readonly Recorded[] };

/** Finds what is meant: a run, an ask, `run:number` for an event, or the first digits of a commit or a journal entry. */
export async function findThing(runs: Pick<Runs, 'list' | 'entries'>, word: string): Promise<Found> {
  const views = await runs.list();
  const view = views.find(({ run }) => run === word);
  if (view !== undefined) return { kind: 'run', view, entries: await runs.entries(view.run) };
  const found: Found[] = [];
  for (const { run } of views) found.push(...thingsIn(await runs.entries(run), run, word));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  if (only === undefined) throw unknown(word);
  throw new BatonError('usage', `${JSON.stringify(word)} could be ${found.length} things. Type more of it.`);
}

/** Everything in a run's story that a word could mean. A commit that several events name is that of the first. */
export function thingsIn(entries: readonly Recorded[], run: string, word: string): Found[] {
  const [named, seq] = word.split(':');
  if (seq !== undefined) {
    return named === run ? asFound('event', entries, ({ event }) => String(event.seq) === seq) : [];
  }
  if (word.startsWith('ask-')) {
    return asFound('ask', entries, ({ event }) => event.type === 'ask.opened' && event.data.ask === word);
  }
  if (!/^[0-9a-f]{4,64}$/i.test(word)) return [];
  const digits = word.toLowerCase();
  return [
    ...asFound('commit', entries, ({ event }) => {
      return COMMITTING.has(event.type) && String(event.data.commit).startsWith(digits);
    }),
    ...asFound('event', entries, ({ id }) => id.startsWith(digits)),
  ];
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
