import type { JournalEvent } from '../../src/workflow/event.ts';
import { type Played, playIn } from '../cheats/play.ts';
import { projectOf } from '../scenarios/tdd/languages.ts';
import { codesOf, story } from '../scenarios/tdd/record.ts';
import { EXAM_BASES } from './languages.ts';
import { type ExamPlay, filesOf, sessionsOf } from './plays.ts';

/**
 * What came of a play. `refused`: a gate refused it, sent it back or asked a person. `suspected`: it got through with a
 * suspicion. `broken`: the play proves nothing, because tests or code do not even run as they should.
 */
export const EXAM_OUTCOMES = ['accepted', 'refused', 'suspected', 'broken'] as const;
export type ExamOutcome = (typeof EXAM_OUTCOMES)[number];

export interface ExamVerdict {
  readonly outcome: ExamOutcome;
  /** The codes of refusals and suspicions. */
  readonly codes: readonly string[];
  /** What happened, for whoever looks for the cause. */
  readonly text: string;
}

export async function playExam(play: ExamPlay): Promise<ExamVerdict> {
  const project = projectOf(EXAM_BASES[play.project.language], filesOf(play));
  const played = await playIn(project, sessionsOf(play));
  return judgeExam(play, played);
}

function judgeExam(play: ExamPlay, { record, told }: Played): ExamVerdict {
  const refusals = record.of('gate.refused');
  const refused = refusals.flatMap(({ data }) => codesOf(data));
  const suspected = record.of('suspicion.raised').flatMap(({ data }) => suspicionsIn(data));
  const reasons = refusals.map(({ data }) => JSON.stringify(data.reasons));
  const text = [...story(record), ...reasons, ...suspected, `exit code ${told.code}`, told.err].join('\n');
  const outcome = (): ExamOutcome => {
    if (refusals.length > 0) return isForCheat(play, refusals) ? 'refused' : 'broken';
    if (told.code !== 0) return 'broken';
    return suspected.length > 0 ? 'suspected' : 'accepted';
  };
  return { outcome: outcome(), codes: [...new Set([...refused, ...suspected])], text };
}

/** Honest work before the cheat that is refused, or a cheat that does not even run, says nothing about the cheat. */
function isForCheat({ cheat }: ExamPlay, refusals: readonly JournalEvent[]): boolean {
  if (cheat === undefined) return true;
  const phases = PHASES.slice(PHASES.indexOf(cheat.phase));
  return refusals.some(
    ({ phase, data }) => phases.includes(phase ?? '') && !codesOf(data).every((code) => BROKEN.has(code)),
  );
}

const PHASES = ['red', 'green', 'refactor'];

/** A cheat that is refused by these alone does not run: the mistake is in the material. */
const BROKEN: ReadonlySet<string> = new Set([
  ...['not_collected', 'suite_broken', 'still_failing', 'regression', 'incomplete_report', 'flaky', 'timeout'],
  ...['wrong_failure_reason', 'no_new_test'],
]);

function suspicionsIn(data: JournalEvent['data']): string[] {
  return (data.suspicions as readonly { readonly code: string }[]).map(({ code }) => code);
}
