import { now } from '../../base/clock.ts';
import { roleOf } from '../../evidence/file-roles.ts';
import { isOpen } from '../../evidence/plan/test-list.ts';
import { commitTree } from '../../sys/git/commit.ts';
import { phaseMessage } from '../../sys/git/phase-message.ts';
import { learn } from '../../workflow/moves.ts';
import type { Knowledge } from '../../workflow/state.ts';
import { phaseOf, targetOf } from '../../workflow/workflow.ts';
import { tickTree } from './list-edits.ts';
import { projectPhase } from './project.ts';
import { type Surroundings, TEST_LIST } from './surroundings.ts';
import type { Turn } from './turn.ts';

/**
 * Makes the phase commit, records it (this is the moment of truth), and lets branch and note follow. A commit made before
 * a crash and never recorded belongs to nobody.
 */
export async function completePhase(turn: Turn, around: Surroundings, dropped: boolean): Promise<void> {
  const { state } = turn;
  const phase = phaseOf(state.workflow, state.phase);
  const candidate = dropped ? undefined : state.candidate;
  const tree = candidate?.tree ?? (await keptTree(turn, around));
  const changed = await changedPaths(tree, turn, around);
  const knowledge = learn({ ...state, candidate });
  const commit = await commitTree(around.repository, {
    tree,
    parents: [state.base.commit],
    message: phaseMessage({
      type: commitType(turn, phase.commit),
      subject: subjectOf(turn, knowledge, changed),
      run: state.run,
      phase: state.phase,
      cycle: state.cycle,
      agent: phase.agent,
      model: around.pinned.runners[phase.agent]?.model,
    }),
    at: now(),
    identity: await around.identities(),
    sign: around.pinned.sign,
  });
  const outcome = candidate?.outcome ?? 'complete';
  const target = targetOf(phase, outcome);
  const entry = await turn.append({
    type: 'phase.completed',
    data: {
      commit,
      tree,
      outcome,
      workflow: state.workflow.name,
      next_phase: target === 'end' ? 'complete' : target,
      ...(dropped ? { dropped, last_phase_result: { success: false, errors: lastErrors(turn) } } : {}),
      ...noteData(turn, knowledge, changed, around),
      agent: phase.agent,
      session_id: state.candidate?.session ?? null,
      handoff: state.handoff ?? null,
      retry_count: state.attempt - 1,
    },
    anchor: commit,
  });
  await projectPhase(entry, turn, around);
}

/** Where the work of a phase is given up: the files of its base, with the item ticked if the phase ends a cycle. */
function keptTree(turn: Turn, around: Surroundings): Promise<string> | string {
  const { ticks } = phaseOf(turn.state.workflow, turn.state.phase);
  return ticks === true ? tickTree(turn.state.base.tree, turn, around) : turn.state.base.tree;
}

async function changedPaths(tree: string, { state }: Turn, around: Surroundings): Promise<readonly string[]> {
  const changes = await around.changes(state.base.tree, tree);
  return changes.map(({ path }) => path).filter((path) => path !== TEST_LIST);
}

function commitType({ state: { knowledge } }: Turn, type: string): string {
  return type === 'feat' && /^fix(es|ed)?\b/i.test(knowledge.item?.description ?? '') ? 'fix' : type;
}

function subjectOf({ state }: Turn, knowledge: Knowledge, changed: readonly string[]): string {
  const { gates } = phaseOf(state.workflow, state.phase);
  if (gates.includes('list')) {
    return knowledge.item === undefined ? 'the list is done' : `${knowledge.item.id} ${knowledge.item.description}`;
  }
  if (gates.includes('refactor')) {
    return changed.length === 0 ? 'no changes needed' : (firstLine(state.candidate?.summary) ?? `tidy ${changed[0]}`);
  }
  return knowledge.item?.description ?? firstLine(state.candidate?.summary) ?? state.phase;
}

function firstLine(text: string | undefined): string | undefined {
  const line = text?.split('\n')[0]?.trim().replace(/\.$/, '');
  return line === '' ? undefined : line;
}

/** What the note says beyond the event. */
function noteData({ state }: Turn, knowledge: Knowledge, changed: readonly string[], { roles }: Surroundings) {
  const { gates } = phaseOf(state.workflow, state.phase);
  const { item, list, completedTests, newTests, red } = knowledge;
  const testFile = newTests[0]?.split('::')[0] ?? red?.redFiles[0] ?? null;
  const implementation = changed.find((path) => roleOf(path, roles) === 'other' || roleOf(path, roles) === 'mixed');
  return {
    current_test:
      item === undefined
        ? null
        : {
            id: item.id,
            description: item.description,
            test_file: testFile,
            impl_file: gates.includes('red') ? null : (implementation ?? null),
          },
    pending_tests: list.items.filter(isOpen).map(({ description }) => description),
    completed_tests: completedTests.map(({ description }) => description),
    test_result: gates.includes('red') ? ('FAIL' as const) : gates.includes('list') ? null : ('PASS' as const),
  };
}

function lastErrors({ state: { told } }: Turn): string[] {
  return told.trouble === undefined ? told.reasons.map(({ message }) => message) : [told.trouble];
}
