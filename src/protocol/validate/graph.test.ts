import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connected, cyclesAmong, type Graph, inescapable, unreachable } from './graph.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

const graphs = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES, 'outside')), { maxLength: 12 })
  .map(
    (edges): Graph => new Map(NAMES.map((name) => [name, edges.filter(([from]) => from === name).map(([, to]) => to)])),
  );
const somebody = fc.subarray(NAMES);

/** Whether one leads to another in exactly some number of steps, tried one by one: slow, and plainly right. */
function leads(graph: Graph, from: string, to: string, steps: number): boolean {
  if (steps === 0) return from === to;
  return (graph.get(from) ?? []).some((next) => graph.has(next) && leads(graph, next, to, steps - 1));
}

function leadsSomehow(graph: Graph, from: string, to: string, fewest = 0): boolean {
  return NAMES.some((_, more) => leads(graph, from, to, fewest + more));
}

describe('in any graph of agents', () => {
  it('unreachable are those whom a walk from no entry finds', () => {
    fc.assert(
      fc.property(graphs, somebody, (graph, entries) => {
        const found = NAMES.filter((name) => !entries.some((entry) => leadsSomehow(graph, entry, name)));
        expect(unreachable(graph, entries)).toEqual(found);
      }),
      { numRuns: 500 },
    );
  });

  it('inescapable are those from whom no walk finds an end [R003-60]', () => {
    fc.assert(
      fc.property(graphs, somebody, (graph, ends) => {
        const found = NAMES.filter((name) => !ends.some((end) => leadsSomehow(graph, name, end)));
        expect(inescapable(graph, ends)).toEqual(found);
      }),
      { numRuns: 500 },
    );
  });

  it('a cycle holds exactly those who come back to each other', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const groups = cyclesAmong(graph, NAMES);
        for (const one of NAMES) {
          for (const other of NAMES) {
            const together = leadsSomehow(graph, one, other, 1) && leadsSomehow(graph, other, one, 1);
            expect(groups.some((group) => group.includes(one) && group.includes(other))).toBe(together);
          }
        }
        expect(new Set(groups.flat()).size).toBe(groups.flat().length);
      }),
      { numRuns: 300 },
    );
  });
});

it('a way out of a cycle lets everybody in it escape', () => {
  const loop: Graph = new Map([
    ['yuuji', ['megumi']],
    ['megumi', ['yuuji', 'gojo']],
    ['gojo', []],
  ]);
  expect(inescapable(loop, ['gojo'])).toEqual([]);
  expect(inescapable(new Map([...loop, ['megumi', ['yuuji']]]), ['gojo'])).toEqual(['yuuji', 'megumi']);
  expect(connected(loop, ['gojo'])).toEqual(new Set(['gojo', 'megumi', 'yuuji']));
});
