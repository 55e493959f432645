import type { EventData } from './event-data.ts';
import type { Criterion, Finding, Knowledge, RunState } from './state.ts';

/** What a review found is known from now on. What is known already is not found again, but may get more criteria. */
export function opened(state: RunState, { finding, criteria }: EventData<'finding.opened'>): RunState {
  if (state.stage !== 'judging') return state;
  const { findings, criteria: known } = state.knowledge;
  const isKnown = (text: string) => known.some((one) => one.text === text && one.sec_ids.includes(finding.sec_id));
  const isOpen = findings.some((one) => one.sec_id === finding.sec_id && one.status === 'open');
  if (isOpen && criteria.every(isKnown)) return state;
  const others = findings.filter(({ sec_id }) => sec_id !== finding.sec_id);
  return knowing(state, {
    findings: [...others, { ...finding, status: 'open' }],
    criteria: criteria.reduce((all, text) => withCriterion(all, text, finding.sec_id), known),
  });
}

/** A finding whose fix was verified is closed, and its criteria with it. */
export function closed(state: RunState, { sec_id: id }: EventData<'finding.closed'>): RunState {
  const { findings, criteria } = state.knowledge;
  const isMeant = ({ sec_id, status }: Finding) => sec_id === id && status === 'open';
  if (state.stage !== 'judging' || !findings.some(isMeant)) return state;
  return knowing(state, {
    findings: findings.map((one) => (isMeant(one) ? { ...one, status: 'closed' } : one)),
    criteria: criteria
      .map(({ text, sec_ids }) => ({ text, sec_ids: sec_ids.filter((one) => one !== id) }))
      .filter(({ sec_ids }) => sec_ids.length > 0),
  });
}

/** What reviews found and nobody has verified yet. */
export function openFindings({ findings }: Pick<Knowledge, 'findings'>): readonly Finding[] {
  return findings.filter(({ status }) => status === 'open');
}

/** A finding in a sentence, for agents and people. */
export function tellFinding({ sec_id, severity, category, location, description }: Finding): string {
  return `${sec_id} (${severity}, ${category}) in ${location}: ${description}`;
}

/** The fields of a handoff that the run itself fills; as long as it knows of nothing, they are for the agent to give. */
export function foundFields({ findings, criteria }: Found): Readonly<Record<string, unknown>> {
  const open = openFindings({ findings });
  return {
    ...(open.length === 0 ? {} : { security_findings: open }),
    ...(criteria.length === 0 ? {} : { verification_criteria: criteria.map(({ text }) => text) }),
  };
}

type Found = Pick<Knowledge, 'findings' | 'criteria'>;

/** What a session found counts once its phase is completed: without that, what is known is what was accepted. */
export function withoutFound(state: RunState): RunState {
  const { findings, criteria } = state.milestones.at(-1)?.knowledge ?? NONE_FOUND;
  const isSame = state.knowledge.findings === findings && state.knowledge.criteria === criteria;
  return isSame ? state : knowing(state, { findings, criteria });
}

const NONE_FOUND: Found = { findings: [], criteria: [] };

function knowing(state: RunState, more: Found): RunState {
  return { ...state, knowledge: { ...state.knowledge, ...more } };
}

function withCriterion(known: readonly Criterion[], text: string, id: string): readonly Criterion[] {
  const before = known.find((one) => one.text === text);
  if (before === undefined) return [...known, { text, sec_ids: [id] }];
  return known.map((one) => (one === before ? { text, sec_ids: [...new Set([...one.sec_ids, id])] } : one));
}
