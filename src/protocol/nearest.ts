/** The candidate that takes the fewest changes of a letter, if it takes no more than `most`. */
export function nearest(
  word: string,
  candidates: readonly string[],
  most: number = Math.max(2, word.length / 3),
): string | undefined {
  const ranked = candidates.map((candidate) => ({ candidate, distance: distance(word, candidate) }));
  ranked.sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= most ? best.candidate : undefined;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
