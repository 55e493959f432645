import type { Fact } from '../handoff/prompt.ts';
import { bullets, foreign, listed, needed } from './briefing-facts.ts';
import type { Material } from './material.ts';
import type { RunState } from './state.ts';
import type { Phase } from './workflow-schema.ts';

/** The kinds of phases that are told something of their own; each is known by its gate. */
export type Edge = 'list' | 'red' | 'green' | 'refactor';

export function edgeOf({ gates }: Phase): Edge | undefined {
  return (['list', 'red', 'green', 'refactor'] as const).find((gate) => gates.includes(gate));
}

/** What only one kind of phase is told. */
export function edgeFacts(edge: Edge | undefined, state: RunState, material: Material): (Fact | undefined)[] {
  return edge === undefined ? changeFacts(material) : EDGES[edge](state, material);
}

/** What changed since the agent last saw the files, else since the run began. */
function changeFacts({ changedFiles = [], diffStat, diff }: Material): (Fact | undefined)[] {
  return [
    listed('Files changed since you last saw them', changedFiles, 'git', 8),
    foreign('How much was changed', diffStat, 'git', 7),
    foreign('The change', diff, 'the agents before you', 4),
  ];
}

const EDGES: Record<Edge, (state: RunState, material: Material) => (Fact | undefined)[]> = {
  list: (_, { listText, layout, existingTests = [], diffStat }) => [
    foreign('test-list.md as it is', listText, 'the project', 9),
    foreign('Files touched in the cycle before', diffStat, 'git', 6),
    foreign('Layout', layout, 'the project', 5),
    listed('Tests there are', existingTests, 'the test run', 4),
  ],
  red: (_, { listText, exampleTest }) => [
    exampleTest && foreign(`An existing test: ${exampleTest.path}`, exampleTest.text, 'the project', 6),
    foreign('test-list.md', listText, 'the project', 4),
  ],
  green: ({ knowledge, told }, { testFiles, failures }) => [
    needed('Test files of this cycle', bullets(testFiles), 'the test run', { share: 300 }),
    redFailures(told, failures),
    listed('Tests that have to pass', knowledge.newTests, 'the test run', 8),
  ],
  refactor: ({ knowledge }, { testFiles, diffStat, diff }) => [
    listed('Test files of this cycle', testFiles, 'the test run', 8),
    listed('Tests of this cycle', knowledge.newTests, 'the test run', 5),
    foreign('What was changed to make them pass', diffStat, 'git', 7),
    foreign('The change', diff, 'the agents before you', 6),
  ],
};

/** How the tests failed in red: the current failure only while nobody has changed the code since. */
function redFailures({ reasons, trouble, repair }: RunState['told'], failures: string): Fact | undefined {
  if (reasons.some((reason) => (reason.failures ?? []).length > 0)) return undefined;
  const isCurrent = repair === undefined && reasons.length === 0 && trouble === undefined;
  return foreign(isCurrent ? 'How they fail' : 'How they failed in red, before any code', failures, 'the test run', 9);
}
