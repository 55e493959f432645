import { describeIssue } from '../../../base/check.ts';
import { judgeFindings } from '../../../evidence/findings/judge-findings.ts';
import { type Finding, findingSchema } from '../../../protocol/finding.ts';
import type { Judged, Judgement } from '../judge.ts';
import { keptClaim, partOf } from '../session/claim.ts';
import type { Sources } from '../surroundings.ts';
import type { Moment } from '../turn.ts';

/** Judges what a reviewing agent found and verified, and tells what of it the run does not know yet. */
export async function judgeReview(_: Judged, moment: Moment, __: Sources): Promise<Judgement> {
  const { knowledge, candidate, settings } = moment.state;
  const { result } = await keptClaim(moment);
  const context = partOf(partOf(result, 'handoff'), 'context');
  const { reported, unreadable } = readFindings(context.security_findings ?? result.findings ?? []);
  const { reasons, opens, closes } = judgeFindings({
    outcome: candidate?.outcome ?? 'complete',
    reported,
    unreadable,
    criteria: textsIn(context.verification_criteria),
    verification: { ...partOf(context, 'verification'), ...partOf(result, 'verification') },
    known: knowledge.findings,
    open: knowledge.criteria,
    isCritical: settings.tier === 'critical',
  });
  return { reasons, opens: opens.map((one) => ({ ...one, criteria: [...one.criteria] })), closes };
}

/** Findings that can be read, and what is wrong with the others. */
function readFindings(given: unknown): {
  readonly reported: readonly Finding[];
  readonly unreadable: readonly string[];
} {
  if (!Array.isArray(given)) return { reported: [], unreadable: ['security_findings is no list of findings.'] };
  const reported: Finding[] = [];
  const unreadable: string[] = [];
  for (const [at, one] of given.entries()) {
    const { data, error } = findingSchema.safeParse(one);
    if (data !== undefined) reported.push(data);
    const [issue] = error?.issues ?? [];
    if (issue !== undefined) unreadable.push(`security_findings[${at}]: ${describeIssue(issue, one)}.`);
  }
  return { reported, unreadable };
}

function textsIn(given: unknown): readonly string[] {
  return Array.isArray(given) ? [...new Set(given.filter((one) => typeof one === 'string' && one !== ''))] : [];
}
