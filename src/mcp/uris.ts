import type { Change } from '../engine/changes.ts';

/** Where the lists are read. Every URI also exists with `.json` behind it. */
export const LIST_URIS = { run: 'baton://runs', handoff: 'baton://handoffs' } as const;

export function uriOf({ kind, id }: Change): string {
  return `baton://${kind}/${id}`;
}

/** Everything that reads differently when a run or a handoff has moved. */
export function urisOf(change: Change): string[] {
  const own = uriOf(change);
  const named = [own, ...(change.kind === 'run' ? [`${own}/journal`] : []), LIST_URIS[change.kind]];
  return named.flatMap((uri) => [uri, `${uri}.json`]);
}
