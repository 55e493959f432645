import type { ListItem } from '../evidence/plan/list-item.ts';
import type { TestList } from '../evidence/plan/test-list.ts';
import type { Reason } from '../evidence/reasons.ts';
import type { Finding as ReportedFinding } from '../protocol/finding.ts';
import type { Choice, EventData, Place, Raised, RedMemory, RunSettings } from './event-data.ts';
import type { Workflow } from './workflow-schema.ts';

/** Where a phase stands; ADR 0009 has the table. */
export type Stage =
  | 'baseline'
  | 'ready'
  | 'playing'
  | 'judging'
  | 'asking'
  | 'waiting'
  | 'settled'
  | 'dropped'
  | 'closing'
  | 'ended';

export interface OpenAsk {
  readonly id: string;
  readonly kind: 'approval' | 'question' | 'decision';
  readonly about: string;
  readonly reason: string | undefined;
  readonly tree: string | undefined;
  /** What may be decided, of a decision. */
  readonly choices?: readonly Choice[] | undefined;
}

/** What a person has to be asked before the run can go on. */
export interface Need {
  readonly kind: OpenAsk['kind'];
  /**
   * A word for programs: for an approval `approval`, or `nothing_to_do`; for a decision `attempts`, `budget`, `cycles`, `visits`, `service`, `baseline`,
   * `routing`, `final`, `already_implemented`, `sent_back`; for a question why the agent is blocked.
   */
  readonly reason: string;
  readonly about: string;
}

/** Something that has to be carried out before anything else. */
export interface Decision {
  readonly choice: Choice;
  readonly hint: string | undefined;
  /** Where the run goes back to, and what its next session is told, where a refusal led there and no person. */
  readonly sentBack?: { readonly to: string; readonly reasons: readonly Reason[] } | undefined;
}

/** A session that has started, and what it left once it has ended. */
export interface Candidate {
  readonly session: string;
  readonly tree: string | undefined;
  /** Names of gates that passed on it. */
  readonly passed: readonly string[];
  /** The trigger it claims, or what a gate found out; else `complete`. */
  readonly outcome: string;
  readonly needsReview: boolean;
  /** The agent says that the item is implemented already: its test is run, and a person decides. Nothing is completed. */
  readonly saysImplemented: boolean;
  readonly approved: boolean;
  /** The handoff that the gate `handoff` let through. */
  readonly raised?: Raised | undefined;
  /** Protected paths it changed, which a person has to approve. */
  readonly needsApproval: readonly string[];
  /** The phase that a person passes over when this one is completed. */
  readonly passesOver?: PassedOver | undefined;
  /** What its gates found out; it counts once the phase is completed. */
  readonly list: TestList | undefined;
  readonly red: RedMemory | undefined;
  readonly newTests: readonly string[] | undefined;
  readonly suspicions: readonly Suspicion[];
  /** Why it could not be tried what its tests notice. */
  readonly unsabotaged: string | undefined;
  /** The event whose attachment is the report on it. */
  readonly reportAt: number | undefined;
  /** What the agent says it did. */
  readonly summary: string | undefined;
  /** What the agent says the next one has to know, and which files it says it changed. */
  readonly context: string | undefined;
  readonly files: readonly string[];
  /** What the agent says it decided. */
  readonly decisions: readonly ClaimedDecision[];
  /** What it left that cannot be kept. */
  readonly problems: readonly { readonly kind: string; readonly path: string }[];
}

/** What looks like a way round the tests. */
type Suspicion = NonNullable<EventData<'suspicion.raised'>['suspicions']>[number];

/** A finding of a review, as the run keeps it. */
export type Finding = ReportedFinding & { readonly status: 'open' | 'closed' };

/** A sentence that has to be true of a fix, and the findings it belongs to. */
export interface Criterion {
  readonly text: string;
  readonly sec_ids: readonly string[];
}

/** A phase that a person passed over, and why. */
export interface PassedOver {
  readonly phase: string;
  readonly reason: string;
}

/** Something an agent says it decided. */
export interface ClaimedDecision {
  readonly what: string;
  readonly why: string;
  readonly alternatives?: readonly string[] | undefined;
}

/** What the agent of a phase said. */
export interface Said {
  readonly agent: string;
  readonly phase: string;
  readonly text: string | undefined;
  /** What it says the next one has to know, and which files it says it changed. */
  readonly context: string | undefined;
  readonly files: readonly string[];
}

/** Why the agent of a phase could not go on. */
export interface Stuck {
  readonly phase: string;
  readonly agent: string;
  readonly reason: string;
  readonly text: string;
  readonly attempted: readonly string[];
  readonly questions: readonly string[];
  readonly context: string | undefined;
  /** What that phase had been handed. */
  readonly handoff: Raised | undefined;
}

/** What is known behind an accepted commit; going back to the commit goes back to this. */
export interface Knowledge {
  readonly list: TestList;
  readonly completedTests: readonly ListItem[];
  /** Items the run answers for, as first seen: open at its start, or added in it. */
  readonly ownItems: readonly ListItem[];
  /** The item the cycle works on. */
  readonly item: ListItem | undefined;
  readonly red: RedMemory | undefined;
  readonly newTests: readonly string[];
  readonly knownFailing: readonly string[];
  /** The event whose attachment is the report on the last proved tree. */
  readonly reportAt: number;
  /** What the agent of the last phase said, and what those of phases before it did: the last few, newest last. */
  readonly said: Said | undefined;
  readonly saidBefore: readonly Said[];
  /** What agents of completed phases say they decided: the last ones, newest last. */
  readonly decisions: readonly (ClaimedDecision & { readonly phase: string; readonly agent: string })[];
  /** What the present phase was handed. */
  readonly handoff: Raised | undefined;
  /** Everything reviews of this run found, open and closed. */
  readonly findings: readonly Finding[];
  /** Criteria of open findings. */
  readonly criteria: readonly Criterion[];
  readonly passedOver: readonly PassedOver[];
  /** What accepted work is suspected of. */
  readonly suspicions: readonly (Suspicion & { readonly phase: string; readonly cycle: number })[];
  /** Accepted work of which it could not be tried what its tests notice. */
  readonly unsabotaged: readonly { readonly phase: string; readonly cycle: number; readonly why: string }[];
}

/** An accepted commit and what followed from it. */
export interface Milestone extends Place {
  /** The phase that ended with it; nothing at the start of a run. */
  readonly phase: string | undefined;
  readonly cycle: number;
  readonly next: string;
  /** How often each phase had been entered by then. */
  readonly visits: Readonly<Record<string, number>>;
  readonly knowledge: Knowledge;
}

/** What the next session of a phase is told about the ones before it. */
export interface Retelling {
  readonly reasons: readonly Reason[];
  /** What went wrong beside gates: a program that failed, a result nobody can read, a person who said no. */
  readonly trouble: string | undefined;
  /** What people said in this phase, which holds until it is completed: a hint, and the answer to a question. */
  readonly hint: string | undefined;
  readonly question: string | undefined;
  readonly answer: string | undefined;
  /** The tree the next session starts from, to go on with it; nothing where it starts from the base again. */
  readonly repair: string | undefined;
}

/** What sessions have used. */
export interface Spending {
  readonly tokens: number;
  readonly usd: number;
  readonly ms: number;
}

/** How often each budget may be spent: more than once if a person said so. */
export interface Budgets {
  readonly run: number;
  readonly phase: number;
  readonly attempts: number;
}

/** A run as its events tell it. */
export interface RunState {
  readonly run: string;
  /** How many events it is made of. */
  readonly seq: number;
  /** The version of the rules it is judged by. */
  readonly rules: number;
  readonly workflow: Workflow;
  readonly request: string;
  readonly branch: string;
  readonly settings: RunSettings;
  readonly start: Place;
  /** The last accepted commit. */
  readonly base: Place;
  readonly stage: Stage;
  readonly ended: 'completed' | 'aborted' | 'failed' | undefined;
  /** Why it is parked, if it is: nothing moves until somebody resumes it. */
  readonly parked: string | undefined;
  readonly phase: string;
  /** The phase whose agent was blocked or escalated, while another one sees to it: where `back` leads. */
  readonly interrupted: string | undefined;
  /** Why an agent could not go on, until the phase that was interrupted is completed. */
  readonly stuck: Stuck | undefined;
  /** Whether that phase is completed and no other follows: the last proof or a person comes next. */
  readonly isOver: boolean;
  readonly cycle: number;
  /** The session of this phase, from 1. */
  readonly attempt: number;
  /** How many sessions of this phase used up an attempt, and how many may. */
  readonly spent: number;
  readonly allowed: number;
  readonly visits: Readonly<Record<string, number>>;
  /** Services that failed in a row. */
  readonly waits: number;
  readonly retryAfterMs: number | undefined;
  readonly unreadable: number;
  /** The package the present session was given. */
  readonly handoff: string | undefined;
  readonly candidate: Candidate | undefined;
  readonly told: Retelling;
  readonly need: Need | undefined;
  readonly ask: OpenAsk | undefined;
  /** A decision that has to be carried out. */
  readonly decision: Decision | undefined;
  /** How often a phase of this cycle was done again because a later one was refused for it. */
  readonly sentBack: number;
  readonly knowledge: Knowledge;
  readonly milestones: readonly Milestone[];
  /** What agents left for later ones, newest last, bounded. */
  readonly learnt: readonly string[];
  readonly spending: Spending;
  /** The same, of the present phase alone. */
  readonly phaseSpending: Spending;
  /** Sessions of the whole run that count as attempts. */
  readonly attemptsMade: number;
  readonly budgets: Budgets;
  /** What sessions did not report since a person last looked, though a budget limits it. */
  readonly unreported: readonly ('usd' | 'tokens')[];
  readonly allowedCycles: number;
  /** Tests that fail before anything was done and that nobody accepted. */
  readonly refusedBaseline: readonly string[];
  /** Who confirmed that there is nothing to do, and at which commit: it holds for no other. */
  readonly confirmed: { readonly by: string; readonly commit: string } | undefined;
  /** The event with this Baton's reason why it must not move the run. */
  readonly unknown: string | undefined;
}
