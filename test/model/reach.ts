/** Which states lead to which, by number, and those where a run has come to its end or was not looked at further. */
export interface Graph {
  readonly from: number[];
  readonly to: number[];
  readonly ends: Set<number>;
}

/** The first state from which no end can be reached, found by going backwards from all ends. */
export function deadEnd({ from, to, ends }: Graph, states: number): number | undefined {
  const starts = new Int32Array(states + 1);
  for (const target of to) starts[target + 1] = (starts[target + 1] ?? 0) + 1;
  for (let state = 0; state < states; state++) starts[state + 1] = (starts[state + 1] ?? 0) + (starts[state] ?? 0);
  const sources = new Int32Array(from.length);
  const filled = starts.slice();
  for (const [edge, target] of to.entries()) {
    const at = filled[target] ?? 0;
    sources[at] = from[edge] ?? 0;
    filled[target] = at + 1;
  }
  const reached = new Set(ends);
  for (const state of reached) {
    for (let at = starts[state] ?? 0; at < (starts[state + 1] ?? 0); at++) reached.add(sources[at] ?? 0);
  }
  for (let state = 0; state < states; state++) if (!reached.has(state)) return state;
  return undefined;
}
