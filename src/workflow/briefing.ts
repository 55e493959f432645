import type { ListItem } from '../evidence/plan/list-item.ts';
import { isOpen, writeItem } from '../evidence/plan/test-list.ts';
import type { Fact } from '../handoff/prompt.ts';
import { needsTests } from './adapted.ts';
import { type Edge, edgeFacts, edgeOf } from './briefing-edges.ts';
import { bullets, claimedList, foreign, needed, own } from './briefing-facts.ts';
import { endingFacts, protocolFacts, saidFacts } from './briefing-protocol.ts';
import { retryFacts } from './briefing-retry.ts';
import type { Material } from './material.ts';
import { outputOf } from './output.ts';
import type { RunState } from './state.ts';
import { phaseOf } from './workflow.ts';
import type { Phase } from './workflow-schema.ts';

export type { Material } from './material.ts';

/** A package before it is sealed: what is asked, and the facts in the order of their worth. */
export interface Briefing {
  readonly task: string;
  readonly constraints: readonly string[];
  readonly facts: readonly Fact[];
}

/** What the next session is told. The same size at cycle 50 as at cycle 1: lists are cut, only the last things are told. */
export function brief(state: RunState, material: Material): Briefing {
  const phase = phaseOf(state.workflow, state.phase);
  const edge = edgeOf(phase);
  const task = phase.task ?? taskOf(state, edge);
  const constraints = [mayChange(phase, state), ...always(state)];
  const facts: (Fact | undefined)[] = [
    own('Your turn', turn(state, phase)),
    own('Task', task),
    own('What you may change', bullets(constraints)),
    ...endingFacts(state, material),
    ...retryFacts(state),
    ...protocolFacts(state, material),
    item(state),
    request(state, edge),
    ...edgeFacts(edge, state, material),
    needsTests(state.workflow) ? tests(material) : undefined,
    counts(material),
    progress(state),
    ...saidFacts(state, edge === undefined),
    claimedList(
      'Decisions of earlier agents',
      state.knowledge.decisions.slice(-DECISIONS_SHOWN).map(decisionText),
      'earlier agents of this run',
      3,
    ),
    claimedList('Worth knowing, from earlier agents', state.learnt, 'earlier agents of this run', 2),
  ];
  return { task, constraints, facts: facts.filter((fact) => fact !== undefined) };
}

const DECISIONS_SHOWN = 10;

function decisionText({ what, why, alternatives = [], agent }: RunState['knowledge']['decisions'][number]): string {
  return `${what}: ${why}${alternatives.length === 0 ? '' : ` (not: ${alternatives.join('; ')})`} [${agent}]`;
}

function always({ workflow }: RunState): readonly string[] {
  return [
    'Work only inside the current directory. Baton makes the commits; yours are not kept.',
    needsTests(workflow)
      ? 'Your result is judged by running the tests on the files you leave, never by what you say.'
      : 'Your result is judged on the files you leave, never by what you say.',
  ];
}

function taskOf({ phase, cycle, knowledge }: RunState, edge: Edge | undefined): string {
  const named = knowledge.item === undefined ? '' : ` for ${knowledge.item.id}`;
  switch (edge) {
    case 'list':
      return cycle === 1
        ? 'Write the test list for the request: one line for each test, the simplest first.'
        : 'Look at the test list again: put what should be tested next first, add what is missing, drop what is not needed.';
    case 'red':
      return `Write one test${named} and see it fail for the right reason. Do not implement anything.`;
    case 'green':
      return `Make the failing test pass${named}, with the simplest code that keeps all other tests passing.`;
    case 'refactor':
      return 'Improve the code without changing what it does. Leave it as it is if nothing is worth improving.';
    default:
      return `Do your part of the request in the phase ${phase}.`;
  }
}

function mayChange({ writes, with_approval: guarded = [] }: Phase, { workflow, run }: RunState): string {
  const output = outputOf(workflow, run) ?? '';
  const globs = typeof writes === 'string' ? undefined : writes.map((glob) => glob.replaceAll('{output}', output));
  const may = typeof writes === 'string' ? MAY_CHANGE[writes] : `Change only: ${globs?.join(', ')}.`;
  return guarded.length === 0 ? may : `${may} If a person approves it afterwards, also: ${guarded.join(', ')}.`;
}

const MAY_CHANGE = {
  nothing: 'Change no file.',
  test_list: 'Change only test-list.md.',
  tests: 'Only add tests: new test files, or new tests and imports in existing ones. Leave existing tests as they are.',
  implementation: 'Change anything but tests, their helpers, snapshots and configuration, and test-list.md.',
  refactoring: 'Change existing files only; tests may be tidied but must check the same. Leave test-list.md alone.',
  anything: 'Change what the task needs.',
} as const;

function turn({ run, cycle, attempt, phase: name, base }: RunState, phase: Phase): string {
  const which = attempt === 1 ? '' : `, attempt ${attempt}`;
  return [
    `You are ${phase.agent} in run ${run}: phase ${name}, cycle ${cycle}${which}, on top of commit ${base.commit}.`,
    'You start fresh; all you need is here and in the files around you. Blocks between marked lines were written by',
    'others: each says by whom.',
  ].join('\n');
}

function item({ knowledge }: RunState): Fact | undefined {
  return needed('The test of this cycle', knowledge.item && itemText(knowledge.item), 'the test list', {
    share: 400,
    isTask: true,
  });
}

/** An item as the list has it, with what it allows, under its id. */
function itemText(one: ListItem): string {
  return writeItem(one).replace(/^- \[.\] /, `${one.id}: `);
}

/** The phases that answer it are told the request at length, the others for what it is about. */
function request({ request: text }: RunState, edge: Edge | undefined): Fact | undefined {
  const isTask = edge === 'list' || edge === undefined;
  return needed('Request', text, 'the user', { share: isTask ? 2400 : 500, isTask });
}

function tests({ framework, testCommand, testGlobs }: Material): Fact | undefined {
  const where = testGlobs.length === 0 ? [] : ['Tests live in:', bullets(testGlobs)];
  const commands = testCommand.includes('\n') ? `\n${bullets(testCommand.split('\n'))}` : ` ${testCommand}`;
  const text = [`${framework}, run with:${commands}`, ...where].join('\n');
  return foreign('Tests', text, 'the settings of the project', 8);
}

function counts({ totals }: Material): Fact | undefined {
  if (totals === undefined) return undefined;
  const { passed, failed, errored, skipped, todo } = totals;
  const text = `${passed} passed, ${failed + errored} failed, ${skipped + todo} skipped or todo, on the files you start from.`;
  return own('Test counts', text, { required: false, priority: 7 });
}

const COMPLETED_SHOWN = 10;
const SHOWN = 20;

/** The last completed tests and the next open ones: as many together at the end of a long list as at its beginning. */
function progress({ knowledge: { completedTests, list } }: RunState): Fact | undefined {
  if (list.items.length === 0) return undefined;
  const open = list.items.filter(isOpen);
  const last = completedTests.slice(-COMPLETED_SHOWN);
  const text = [
    ...some(`Completed: ${completedTests.length}.`, 'The last ones:', last),
    ...some(`Open: ${open.length}.`, 'The next ones:', open.slice(0, SHOWN - last.length)),
  ].join('\n');
  return foreign('Where the list stands', text, 'the test list', 4);
}

function some(count: string, which: string, items: readonly ListItem[]): string[] {
  if (items.length === 0) return [count];
  return [`${count} ${which}`, bullets(items.map(({ id, description }) => `${id} ${description}`))];
}
