import { BatonError } from '../base/error.ts';
import type { JsonObject } from '../base/json.ts';
import type { ListItem } from '../evidence/plan/list-item.ts';
import { readTestList, TEST_LIST } from '../evidence/plan/test-list.ts';
import type { Store } from '../store/store.ts';
import { headOf } from '../sys/git/head.ts';
import type { Repository } from '../sys/git/repository.ts';
import { projectFiles } from '../sys/project-files.ts';
import type { RunState } from '../workflow/state.ts';
import type { AttachedSessions } from './attached-sessions.ts';
import { projectNotes } from './notes.ts';
import { handInAndWait, type PhaseVerdict } from './phase-verdict.ts';
import { openTurn } from './run/turn.ts';
import { stateIn } from './state-at.ts';
import { commitNamed } from './test-subject.ts';

export type { PhaseVerdict } from './phase-verdict.ts';

/** An item of the test list of a run or of the checkout. */
export interface ListedTest {
  readonly id: string;
  readonly description: string;
  readonly state: 'open' | 'done' | 'skipped';
}

/** Whether a test is complete, by what is recorded. */
export type TestCompletion =
  | { readonly state: 'complete'; readonly test: ListedTest; readonly commit: string; readonly cycle: number }
  /** What is still to be shown, in a sentence. */
  | { readonly state: 'lacking'; readonly test: ListedTest; readonly lacking: string };

/** A run seen from the phase it is in: what the tools of 001 ask for. */
export interface PhaseWork {
  /**
   * The state of the workflow at a commit: what its note says, or that of the newest phase commit in its history; phase
   * `PLAN`, cycle 1 and no tests where there is none. Default: the head of a run's branch, else of the checkout.
   */
  stateAt(of: { readonly run?: string | undefined; readonly commit?: string | undefined }): Promise<JsonObject>;
  /** The list of a run, or of the checkout; the first open one is next. */
  tests(run: string | undefined): Promise<readonly ListedTest[]>;
  completion(run: string, test: string): Promise<TestCompletion>;
  /** Hands in the waiting session of a run and waits for what the gates say, or for the signal. */
  handIn(run: string, signal: AbortSignal): Promise<PhaseVerdict>;
}

export interface PhaseParts {
  readonly repository: Repository;
  readonly store: Store;
  readonly attached: AttachedSessions;
}

export function openPhaseWork(parts: PhaseParts): PhaseWork {
  const { repository, store } = parts;
  const stateOf = async (run: string) => (await openTurn(store, run, () => undefined)).state;

  /** The commit that is meant, and where notes on it are looked for. */
  async function placeOf({ run, commit }: { run?: string | undefined; commit?: string | undefined }) {
    const state = run === undefined ? undefined : await stateOf(run);
    const named = commit === undefined ? undefined : await commitNamed(commit, repository);
    const at = named ?? state?.base.commit ?? (await headOf(repository))?.commit;
    return { at, workflow: state?.workflow.name };
  }

  return {
    async stateAt(of) {
      const { at, workflow } = await placeOf(of);
      return stateIn({ repository, store }, at, workflow);
    },
    async tests(run) {
      const items = run === undefined ? listOf(repository) : (await stateOf(run)).knowledge.list.items;
      return items.map(listed);
    },
    completion: async (run, test) => completionOf(await stateOf(run), test),
    async handIn(run, signal) {
      const verdict = await handInAndWait(run, parts, signal);
      // Whoever moves the run writes the note next; who asks for it at once is to find it.
      if (verdict.kind === 'committed') await projectNotes(store, run);
      return verdict;
    },
  };
}

function listOf({ checkout, cwd }: Repository): readonly ListItem[] {
  const text = projectFiles(checkout ?? cwd).read(TEST_LIST);
  if (text === undefined) return [];
  const { list, problems = [] } = readTestList(text);
  if (list !== undefined) return list.items;
  throw new BatonError('invalid_input', `${TEST_LIST} cannot be read: ${problems.slice(0, 5).join('; ')}. Mend it.`);
}

function listed({ id, description, done, skipped }: ListItem): ListedTest {
  return { id, description, state: skipped !== undefined ? 'skipped' : done ? 'done' : 'open' };
}

/** A test is complete once a phase that ticks it was accepted. What anybody says or writes into the list is not asked. */
function completionOf(state: RunState, id: string): TestCompletion {
  const item = state.knowledge.list.items.find((one) => one.id === id);
  if (item === undefined) {
    const known = state.knowledge.list.items.map((one) => one.id).slice(0, 50);
    const list = known.length === 0 ? 'It has none yet.' : `It has ${known.join(', ')}.`;
    throw new BatonError(
      'not_found',
      `The list of ${state.run} has no test ${JSON.stringify(id.slice(0, 50))}. ${list}`,
    );
  }
  const shown = state.milestones.find(({ knowledge }) => knowledge.completedTests.some((one) => one.id === id));
  if (shown !== undefined) return { state: 'complete', test: listed(item), commit: shown.commit, cycle: shown.cycle };
  return { state: 'lacking', test: listed(item), lacking: whatIsLacking(item, state) };
}

function whatIsLacking(item: ListItem, { knowledge, workflow, phase, cycle, run }: RunState): string {
  const { id, skipped, done } = item;
  if (skipped !== undefined) return `${id} was passed over (${skipped}), so nothing shows that it works.`;
  if (done) return `${id} is ticked in the list, but no phase of ${run} showed it.`;
  if (knowledge.item?.id !== id) {
    const now = knowledge.item === undefined ? `in ${phase}` : `at ${knowledge.item.id}, in ${phase}`;
    return `${id} was not begun yet: the run is ${now} of cycle ${cycle}.`;
  }
  const last = Object.entries(workflow.phases).find(([, { ticks }]) => ticks === true)?.[0] ?? 'the last phase';
  return `${id} is in the works: the run is in ${phase} of cycle ${cycle}, and ${id} is complete once ${last} was accepted.`;
}
