import { randomFrom } from '../store/random.ts';

/** What a story is made of. The values are words of its title, and what `--only` looks for. */
export const DIMENSIONS = {
  repository: [
    'init',
    'clone',
    'shallow clone',
    'worktree',
    'submodule and LFS',
    'bare remote',
    'odd path',
    'detached HEAD',
    'dirty checkout',
    'signed commits',
    'global settings',
  ],
  sandbox: ['sandbox', 'no sandbox', 'sandbox gone at resume', 'sandbox new at resume'],
  player: ['command', 'attached'],
  event: ['complete', 'interrupt', 'approve', 'reject', 'answer', 'decide'],
  place: ['same clone', 'other clone', 'other clone and back'],
  after: ['rest', 'verify in a bare clone', 'merge', 'second run', 'idle second run'],
} as const;

type Dimensions = typeof DIMENSIONS;
type Dimension = keyof Dimensions;

/** The coordinates of one story. */
export type Story = { readonly [D in Dimension]: Dimensions[D][number] };

/** Combinations that cannot be played, each with the reason. */
export const CONSTRAINTS: readonly { readonly reason: string; forbids(story: Story): boolean }[] = [
  {
    reason: 'A run that completes at once is not resumed, so its sandbox cannot change.',
    forbids: ({ event, sandbox }) => event === 'complete' && sandbox.endsWith('at resume'),
  },
  {
    reason: 'A run that completes at once leaves nothing to do in another clone.',
    forbids: ({ event, place }) => event === 'complete' && place !== 'same clone',
  },
  {
    reason: 'An interrupted run waits for no answer that could be brought back from another clone.',
    forbids: ({ event, place }) => event === 'interrupt' && place === 'other clone and back',
  },
];

/**
 * Stories in which every pair of values that can be played occurs: each is the one that adds most pairs, and the seed
 * chooses among equals. The first stories cover most, so a prefix is the best sample of its length.
 */
export function storiesFor(seed: number): Story[] {
  const random = randomFrom(seed);
  const all = allStories();
  const numbers = new Map([...new Set(all.flatMap(pairsOf))].map((pair, at) => [pair, at]));
  const open = all
    .map((story) => ({ story, pairs: pairsOf(story).map((pair) => numbers.get(pair) ?? 0), order: random() }))
    .sort((a, b) => a.order - b.order);
  const missing = new Uint8Array(numbers.size).fill(1);
  const chosen: Story[] = [];
  while (missing.includes(1)) {
    const gains = open.map(({ pairs }) => pairs.reduce((sum, pair) => sum + (missing[pair] ?? 0), 0));
    const best = open[gains.indexOf(Math.max(...gains))];
    for (const pair of best?.pairs ?? []) missing[pair] = 0;
    if (best !== undefined) chosen.push(best.story);
  }
  return chosen;
}

/** Every story that no constraint forbids. */
export function allStories(): Story[] {
  const names = Object.keys(DIMENSIONS) as Dimension[];
  const product = names.reduce<Partial<Story>[]>(
    (stories, name) => stories.flatMap((story) => DIMENSIONS[name].map((value) => ({ ...story, [name]: value }))),
    [{}],
  ) as Story[];
  return product.filter((story) => !CONSTRAINTS.some(({ forbids }) => forbids(story)));
}

/** All pairs of values of a story. */
export function pairsOf(story: Story): string[] {
  const values = Object.values(story);
  return values.flatMap((one, at) => values.slice(at + 1).map((other) => `${one} + ${other}`));
}

export function titleOf(story: Story): string {
  return Object.values(story).join(', ');
}
