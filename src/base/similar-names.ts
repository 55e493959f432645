/** How alike two names are, from 0 to 1: the share of pairs of neighbouring characters they have in common. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const left = pairsOf(a);
  const right = pairsOf(b);
  const total = left.length + right.length;
  if (total === 0) return 0;
  const counts = new Map<string, number>();
  for (const pair of left) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of right) {
    const count = counts.get(pair) ?? 0;
    if (count === 0) continue;
    counts.set(pair, count - 1);
    shared++;
  }
  return (2 * shared) / total;
}

/**
 * Whether a name is another one but for a slip of the pen: one letter more, less or other, or two neighbours swapped. Digits
 * and a plural tell names apart on purpose.
 */
export function isSlipOf(name: string, other: string): boolean {
  if (name === other || Math.min(name.length, other.length) < SHORTEST_SLIP) return false;
  let start = 0;
  while (start < name.length && name[start] === other[start]) start++;
  let end = 0;
  const rest = Math.min(name.length, other.length) - start;
  while (end < rest && name.at(-1 - end) === other.at(-1 - end)) end++;
  const [left, right] = [name.slice(start, name.length - end), other.slice(start, other.length - end)];
  if (/\d/.test(left + right) || (end === 0 && left + right === 's')) return false;
  const isSwapped = left.length === 2 && left === [...right].toReversed().join('');
  return isSwapped || (left.length <= 1 && right.length <= 1);
}

const SHORTEST_SLIP = 3;

/** Names this alike are taken for the same thing under a new name. */
export const SIMILAR = 0.5;

/**
 * Pairs each of the first list with at most one of the second, the most alike first, ties by their order. Lists too
 * long to compare are left unpaired: nothing is lost, what is not paired counts as gone and as new.
 */
export function pairSimilar<T>(
  from: readonly T[],
  to: readonly T[],
  namesOf: (a: T, b: T) => readonly [string, string],
): readonly (readonly [T, T])[] {
  if (from.length * to.length > MOST_COMPARISONS) return [];
  const candidates = from.flatMap((a, i) => to.map((b, j) => ({ a, b, i, j, score: similarity(...namesOf(a, b)) })));
  const taken = new Set<T>();
  const pairs: (readonly [T, T])[] = [];
  const ranked = candidates
    .filter(({ score }) => score >= SIMILAR)
    .sort((x, y) => y.score - x.score || x.i - y.i || x.j - y.j);
  for (const { a, b } of ranked) {
    if (taken.has(a) || taken.has(b)) continue;
    taken.add(a).add(b);
    pairs.push([a, b]);
  }
  return pairs;
}

const MOST_COMPARISONS = 40_000;
const LONGEST = 200;

function pairsOf(name: string): readonly string[] {
  const text = name.slice(0, LONGEST).toLowerCase();
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2));
}
