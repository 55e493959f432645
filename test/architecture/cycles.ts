import type { SourceModule } from './scan.ts';

/** One shortest cycle per knot of modules that reach each other at run time, from the knot's first file back to it. */
export function findCycles(modules: readonly SourceModule[]): string[][] {
  const graph = runtimeGraph(modules);
  const reach = new Map([...graph.keys()].map((file) => [file, reachableFrom(file, graph)]));
  const knotted = new Set<string>();
  const cycles: string[][] = [];
  for (const [file, reached] of reach) {
    if (knotted.has(file) || !reached.has(file)) continue;
    for (const other of reached) if (reach.get(other)?.has(file)) knotted.add(other);
    cycles.push(shortestWayBack(file, graph));
  }
  return cycles;
}

type Graph = ReadonlyMap<string, readonly string[]>;

/** Lazy imports count: they run, only later. Type imports do not: the compiler erases them. */
function runtimeGraph(modules: readonly SourceModule[]): Graph {
  const files = new Set(modules.map(({ file }) => file));
  const graph = new Map<string, readonly string[]>();
  for (const { file, imports } of modules) {
    const targets = imports.flatMap(({ target, typeOnly }) => (target === undefined || typeOnly ? [] : [target]));
    graph.set(
      file,
      targets.filter((target) => files.has(target)),
    );
  }
  return graph;
}

/** Every file some chain of imports leads to; the start itself only if a chain leads back. */
function reachableFrom(start: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const next of graph.get(file) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}

/** Breadth first, so the first chain that arrives is a shortest one. The caller knows that one exists. */
function shortestWayBack(start: string, graph: Graph): string[] {
  const seen = new Set<string>();
  const chains: string[][] = [[start]];
  for (const chain of chains) {
    for (const next of graph.get(chain.at(-1) ?? start) ?? []) {
      if (next === start) return [...chain, start];
      if (seen.has(next)) continue;
      seen.add(next);
      chains.push([...chain, next]);
    }
  }
  return [start];
}
