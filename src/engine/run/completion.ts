import { isTested } from '../../evidence/file-roles.ts';
import { isOpen } from '../../evidence/plan/test-list.ts';
import { keepsList } from '../../workflow/list-progress.ts';
import { leadsTo, learn } from '../../workflow/moves.ts';
import type { Knowledge } from '../../workflow/state.ts';
import { phaseOf } from '../../workflow/workflow.ts';
import type { Gate } from '../../workflow/workflow-schema.ts';
import { type Sources, TEST_LIST } from './surroundings.ts';
import type { Moment } from './turn.ts';

/** What a phase leaves: the tree it commits, and whether its work was given up. */
interface Completed {
  readonly tree: string;
  readonly dropped: boolean;
}

/**
 * What the commit of a phase that is completed now says, and what is recorded of it beside its id. All of it follows from
 * the record and the files alone.
 */
export async function completionOf({ tree, dropped }: Completed, { state }: Moment, sources: Sources) {
  const phase = phaseOf(state.workflow, state.phase);
  const candidate = dropped ? undefined : state.candidate;
  const changed = await changedPaths(tree, state.base.tree, sources);
  const knowledge = learn({ ...state, candidate });
  const outcome = candidate?.outcome ?? 'complete';
  const target = leadsTo(state, candidate);
  return {
    type: commitType(state.knowledge, phase.commit),
    subject: subjectOf(state, knowledge, changed),
    facts: { ...placeOf(state), agent: phase.agent, model: sources.pinned.runners[phase.agent]?.model },
    data: {
      tree,
      outcome,
      workflow: state.workflow.name,
      next_phase: target === 'end' ? 'complete' : target,
      ...(candidate?.passesOver === undefined ? {} : { passed_over: candidate.passesOver }),
      ...(candidate?.unsabotaged === undefined ? {} : { strength: 'unsabotaged' as const }),
      ...(dropped ? { dropped, last_phase_result: { success: false, errors: lastErrors(state) } } : {}),
      ...(await noteData(state, knowledge, changed, sources)),
      agent: phase.agent,
      session_id: state.candidate?.session ?? null,
      handoff: state.handoff ?? null,
      retry_count: state.attempt - 1,
    },
  };
}

type State = Moment['state'];

function placeOf({ run, phase, cycle }: State) {
  return { run, phase, cycle };
}

async function changedPaths(tree: string, base: string, sources: Sources): Promise<readonly string[]> {
  const changes = await sources.changes(base, tree);
  return changes.map(({ path }) => path).filter((path) => path !== TEST_LIST);
}

function commitType({ item }: Knowledge, type: string): string {
  return type === 'feat' && /^fix(es|ed)?\b/i.test(item?.description ?? '') ? 'fix' : type;
}

function subjectOf(state: State, knowledge: Knowledge, changed: readonly string[]): string {
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
async function noteData(state: State, knowledge: Knowledge, changed: readonly string[], sources: Sources) {
  const { gates } = phaseOf(state.workflow, state.phase);
  const { item, list, completedTests, newTests, red } = knowledge;
  const roles = await sources.roles(state.base.tree);
  const testFile = newTests[0]?.split('::')[0] ?? red?.redFiles[0] ?? null;
  const implementation = changed.find((path) => isTested(path, roles));
  // Journals of earlier rules name what is open on any list there is.
  const isWorkedThrough = state.rules < 5 || keepsList(state.workflow);
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
    pending_tests: isWorkedThrough ? list.items.filter(isOpen).map(({ description }) => description) : [],
    completed_tests: completedTests.map(({ description }) => description),
    test_result: gates.includes('red') ? ('FAIL' as const) : provesPassing(gates) ? ('PASS' as const) : null,
  };
}

/** Whether a gate saw the tests pass on what the phase leaves. */
function provesPassing(gates: readonly Gate[]): boolean {
  return (['green', 'refactor', 'tests'] as const).some((gate) => gates.includes(gate));
}

function lastErrors({ told }: State): string[] {
  return told.trouble === undefined ? told.reasons.map(({ message }) => message) : [told.trouble];
}
