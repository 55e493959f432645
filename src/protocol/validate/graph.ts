/** Who hands to whom, by name. A receiver that is no key of the graph is outside of it. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** The names that no way from an entry leads to. */
export function unreachable(graph: Graph, entries: Iterable<string>): string[] {
  const reached = reachable(graph, entries);
  return [...graph.keys()].filter((name) => !reached.has(name));
}

/** The names from which no way leads to an end. */
export function inescapable(graph: Graph, ends: Iterable<string>): string[] {
  const escaping = reachable(reversed(graph), ends);
  return [...graph.keys()].filter((name) => !escaping.has(name));
}

/** The largest groups of the names given in which everybody leads to everybody, themselves included. */
export function cyclesAmong(graph: Graph, names: readonly string[]): string[][] {
  const kept = new Set(names);
  const inner: Graph = new Map(names.map((name) => [name, (graph.get(name) ?? []).filter((to) => kept.has(to))]));
  const ahead = new Map(names.map((name) => [name, reachable(inner, inner.get(name) ?? [])]));
  const together = (name: string) =>
    names.filter((other) => ahead.get(name)?.has(other) && ahead.get(other)?.has(name)).sort();
  const groups = names.filter((name) => ahead.get(name)?.has(name)).map(together);
  return [...new Map(groups.map((group) => [JSON.stringify(group), group])).values()];
}

/** The names that are connected with one of those given, whoever hands to whom. */
export function connected(graph: Graph, names: Iterable<string>): ReadonlySet<string> {
  const back = reversed(graph);
  const both: Graph = new Map([...graph].map(([name, to]) => [name, [...to, ...(back.get(name) ?? [])]]));
  return reachable(both, names);
}

function reachable(graph: Graph, from: Iterable<string>): Set<string> {
  const reached = new Set<string>();
  const open = [...from].filter((name) => graph.has(name));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    open.push(...(graph.get(name) ?? []).filter((to) => graph.has(to)));
  }
  return reached;
}

function reversed(graph: Graph): Graph {
  const back = new Map<string, string[]>([...graph.keys()].map((name) => [name, []]));
  for (const [name, receivers] of graph) for (const to of receivers) back.get(to)?.push(name);
  return back;
}
