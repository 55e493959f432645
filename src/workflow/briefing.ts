import { isOpen } from '../evidence/plan/test-list.ts';
import type { Reason } from '../evidence/reasons.ts';
import type { Totals } from '../evidence/report.ts';
import type { Fact } from '../handoff/prompt.ts';
import type { RunState } from './state.ts';
import { phaseOf } from './workflow.ts';
import type { Phase } from './workflow-schema.ts';

/** What the engine gathered for an agent: texts of the project, of tools and of Baton's own proofs. */
export interface Material {
  readonly framework: string;
  readonly testCommand: string;
  readonly totals: Totals | undefined;
  /** The test list as it stands in the project. */
  readonly listText: string | undefined;
  /** Folders of the project with how many files each holds. */
  readonly layout: string;
  /** Where tests live, as globs, and one that is there already. */
  readonly testGlobs: readonly string[];
  readonly exampleTest: { readonly path: string; readonly text: string } | undefined;
  /** Test files of this cycle, and how their tests fail. */
  readonly testFiles: readonly string[];
  readonly failures: string;
  /** What green changed, in short and in full. */
  readonly diffStat: string;
  readonly diff: string;
  /** What the agent of the phase before said. */
  readonly claim: { readonly agent: string; readonly text: string } | undefined;
}

/** A package before it is sealed: what is asked, and the facts in the order of their worth. */
export interface Briefing {
  readonly task: string;
  readonly constraints: readonly string[];
  readonly facts: readonly Fact[];
}

/** What the next session is told. The same size at cycle 50 as at cycle 1: lists are cut, only the last things are told. */
export function brief(state: RunState, material: Material): Briefing {
  const phase = phaseOf(state.workflow, state.phase);
  const task = taskOf(state, phase);
  const constraints = [mayChange(phase), ...ALWAYS];
  const edge = edgeOf(phase);
  const facts: (Fact | undefined)[] = [
    own('Your turn', turn(state, phase), { required: true }),
    own('Task', task, { required: true }),
    own('What you may change', constraints.map(bullet).join('\n'), { required: true }),
    ...again(state),
    item(state),
    request(state, phase),
    ...(edge === undefined ? [] : EDGES[edge](state, material)),
    own('Tests', `${material.framework}, run with: ${material.testCommand}`, { priority: 8 }),
    counts(material.totals),
    progress(state),
    listed('Worth knowing, from earlier agents', state.learnt, 'earlier agents of this run', 2),
    material.claim && {
      label: `What ${material.claim.agent} said`,
      text: material.claim.text,
      author: `agent ${material.claim.agent}`,
      priority: 3,
    },
  ];
  return { task, constraints, facts: facts.filter((fact) => fact !== undefined) };
}

const ALWAYS = [
  'Work only inside the current directory. Baton makes the commits; yours are not kept.',
  'Your result is judged by running the tests on the files you leave, never by what you say.',
];

function taskOf({ cycle, knowledge }: RunState, phase: Phase): string {
  const named = knowledge.item === undefined ? '' : ` for ${knowledge.item.id}`;
  switch (edgeOf(phase)) {
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
      return `Do your part of the request in the phase ${phase.commit}.`;
  }
}

function mayChange(phase: Phase): string {
  if (typeof phase.writes !== 'string') return `Change only: ${phase.writes.join(', ')}.`;
  return MAY_CHANGE[phase.writes];
}

const MAY_CHANGE = {
  nothing: 'Change no file.',
  test_list: 'Change only test-list.md.',
  tests: 'Only add tests: new test files, or new tests and imports in existing ones. Leave existing tests as they are.',
  implementation: 'Change anything but tests, their helpers, snapshots and configuration, and test-list.md.',
  refactoring: 'Change existing files only; tests may be tidied but must check the same. Leave test-list.md alone.',
  anything: 'Change what the task needs.',
} as const;

function turn({ run, cycle, attempt, phase: name }: RunState, phase: Phase): string {
  const which = attempt === 1 ? '' : `, attempt ${attempt}`;
  return [
    `You are ${phase.agent} in run ${run}: phase ${name}, cycle ${cycle}${which}. You start fresh; all you need is here`,
    'and in the files around you. Blocks between marked lines were written by others: each says by whom.',
  ].join('\n');
}

/** What was wrong the last time, and what people said since. */
function again({ told, phase }: RunState): (Fact | undefined)[] {
  return [
    told.reasons.length === 0
      ? undefined
      : own('Why the last attempt was refused', told.reasons.map(reasonLine).join('\n'), {
          required: true,
          trimmable: true,
        }),
    told.reasons.length === 0
      ? undefined
      : own('Your files', told.repair === undefined ? STARTED_ANEW : KEPT, { required: true }),
    told.trouble === undefined
      ? undefined
      : {
          label: 'What went wrong the last time',
          text: told.trouble,
          author: `the last session of ${phase}`,
          required: true,
          trimmable: true,
        },
    told.hint === undefined
      ? undefined
      : { label: 'Hint', text: told.hint, author: 'a person', required: true, trimmable: true, isTask: true },
    told.answer === undefined
      ? undefined
      : {
          label: 'Answer to your question',
          text: told.answer,
          author: 'a person',
          required: true,
          trimmable: true,
          isTask: true,
        },
  ];
}

const STARTED_ANEW = 'Your changes of the last attempt were taken back: the files are as they were before it.';
const KEPT = 'Your changes of the last attempt are still there: repair them.';

function reasonLine({ code, message }: Reason): string {
  return bullet(`${code}: ${message}`);
}

function item({ knowledge }: RunState): Fact | undefined {
  if (knowledge.item === undefined) return undefined;
  const { id, description } = knowledge.item;
  const text = `${id}: ${description}`;
  return {
    label: 'The test of this cycle',
    text,
    author: 'the test list',
    required: true,
    isTask: true,
    trimmable: true,
  };
}

function request({ request: text }: RunState, phase: Phase): Fact {
  const isTask = edgeOf(phase) === 'list' || edgeOf(phase) === undefined;
  return { label: 'Request', text, author: 'the user', isTask, required: true, trimmable: true };
}

type Edge = 'list' | 'red' | 'green' | 'refactor';

function edgeOf({ gates }: Phase): Edge | undefined {
  return (['list', 'red', 'green', 'refactor'] as const).find((gate) => gates.includes(gate));
}

/** What only one kind of phase is told. */
const EDGES: Record<Edge, (state: RunState, material: Material) => (Fact | undefined)[]> = {
  list: (_, { listText, layout }) => [
    foreign('test-list.md as it is', listText, 'the project', 9),
    foreign('Layout', layout, 'the project', 5),
  ],
  red: (_, { listText, testGlobs, exampleTest }) => [
    own('Where tests live', testGlobs.map(bullet).join('\n'), { priority: 7 }),
    exampleTest && foreign(`An existing test: ${exampleTest.path}`, exampleTest.text, 'the project', 6),
    foreign('test-list.md', listText, 'the project', 4),
  ],
  green: ({ knowledge }, { testFiles, failures }) => [
    own('Test files of this cycle', testFiles.map(bullet).join('\n'), { required: true, trimmable: true }),
    listed('Tests that have to pass', knowledge.newTests, 'the test run', 8),
    foreign('How they fail', failures, 'the test run', 9),
  ],
  refactor: ({ knowledge }, { testFiles, diffStat, diff }) => [
    own('Test files of this cycle', testFiles.map(bullet).join('\n'), { priority: 8 }),
    listed('Tests of this cycle', knowledge.newTests, 'the test run', 5),
    foreign('What was changed to make them pass', diffStat, 'git', 7),
    foreign('The change', diff, 'the agents before you', 6),
  ],
};

function counts(totals: Totals | undefined): Fact | undefined {
  if (totals === undefined) return undefined;
  const { passed, failed, errored, skipped, todo } = totals;
  const text = `${passed} passed, ${failed + errored} failed, ${skipped + todo} skipped or todo, on the files you start from.`;
  return own('Test counts', text, { priority: 7 });
}

const SHOWN = 10;

function progress({ knowledge: { completedTests, list } }: RunState): Fact | undefined {
  if (list.items.length === 0) return undefined;
  const open = list.items.filter(isOpen);
  const last = completedTests.slice(-SHOWN).map(({ id, description }) => bullet(`${id} ${description}`));
  const next = open.slice(0, SHOWN).map(({ id, description }) => bullet(`${id} ${description}`));
  const text = [
    `Completed: ${completedTests.length}.${last.length === 0 ? '' : ' The last ones:'}`,
    ...last,
    `Open: ${open.length}.${next.length === 0 ? '' : ' The next ones:'}`,
    ...next,
  ].join('\n');
  return foreign('Where the list stands', text, 'the test list', 4);
}

function own(label: string, text: string, more: Partial<Fact>): Fact {
  return { label, text, ...more };
}

function foreign(label: string, text: string | undefined, author: string, priority: number): Fact | undefined {
  return text === undefined || text.trim() === '' ? undefined : { label, text, author, priority };
}

function listed(label: string, lines: readonly string[], author: string, priority: number): Fact | undefined {
  return foreign(label, lines.map(bullet).join('\n'), author, priority);
}

function bullet(line: string): string {
  return `- ${line}`;
}
