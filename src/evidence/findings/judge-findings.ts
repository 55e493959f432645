import { nameSome, type Reason, reason, showName } from '../reasons.ts';

/** A finding as a reviewer reports it. */
export interface ReportedFinding {
  readonly sec_id: string;
  readonly severity: string;
  readonly category: string;
  readonly description: string;
  readonly status?: 'open' | 'closed' | undefined;
}

/** A sentence that has to be true of a fix, and the findings it belongs to. */
export interface OpenCriterion {
  readonly text: string;
  readonly sec_ids: readonly string[];
}

export interface FindingsInput<Found extends ReportedFinding> {
  /** What the review came to: a trigger, or `complete`. */
  readonly outcome: string;
  readonly reported: readonly Found[];
  /** What of the report could not be read, as sentences. */
  readonly unreadable: readonly string[];
  /** By what fixes of the reported findings are verified. */
  readonly criteria: readonly string[];
  /** What the reviewer says of criteria: true or false by text. */
  readonly verification: Readonly<Record<string, unknown>>;
  /** Everything the run knows so far. */
  readonly known: readonly ReportedFinding[];
  readonly open: readonly OpenCriterion[];
  /** Whether nothing bad may stay open. */
  readonly isCritical: boolean;
}

export interface FindingsVerdict<Found extends ReportedFinding> {
  readonly reasons: readonly Reason[];
  /** What is to be recorded as found, or found again. */
  readonly opens: readonly { readonly finding: Found; readonly criteria: readonly string[] }[];
  readonly closes: readonly { readonly sec_id: string; readonly reason: string }[];
}

const REMEDIATION = '@remediation-required';
const APPROVED = '@approved';

/**
 * Judges what a review found and verified. Findings are the run's, not the reviewer's: an id means one thing to the end,
 * a finding closes when each of its criteria was checked off, and an approval needs them all looked at. Judged again
 * after some of it was recorded, it gives the rest.
 */
export function judgeFindings<Found extends ReportedFinding>(input: FindingsInput<Found>): FindingsVerdict<Found> {
  const reported = input.reported.filter(({ status }) => status !== 'closed');
  const again = new Set(reported.map(({ sec_id }) => sec_id));
  const before = input.known.filter(({ sec_id, status }) => status === 'open' && !again.has(sec_id));
  const closes = before.flatMap(({ sec_id }) => closing(sec_id, input));
  const closed = new Set(closes.map(({ sec_id }) => sec_id));
  const open = [...before.filter(({ sec_id }) => !closed.has(sec_id)), ...reported];
  return {
    reasons: [
      ...input.unreadable.map((problem) => reason('finding_invalid', problem)),
      ...judgeIds(input),
      ...(input.outcome === REMEDIATION ? judgeRemediation(open, input) : []),
      ...(input.outcome === APPROVED ? judgeApproval(before, open, input) : []),
    ],
    opens: reported.filter((one) => isNews(one, input)).map((finding) => ({ finding, criteria: input.criteria })),
    closes,
  };
}

/** Whether the run does not know it yet, or not with all its criteria. */
function isNews({ sec_id }: ReportedFinding, { known, open, criteria }: FindingsInput<ReportedFinding>): boolean {
  if (!known.some((one) => one.sec_id === sec_id && one.status === 'open')) return true;
  return criteria.some((text) => !open.some((one) => one.text === text && one.sec_ids.includes(sec_id)));
}

/** A finding closes when all its criteria hold; one that has none, when the reviewer says so. */
function closing(id: string, { open, verification, reported }: FindingsInput<ReportedFinding>) {
  const own = open.filter(({ sec_ids }) => sec_ids.includes(id));
  const isSaid = reported.some(({ sec_id, status }) => sec_id === id && status === 'closed');
  if (own.length === 0) return isSaid ? [{ sec_id: id, reason: 'the reviewer says that it is fixed' }] : [];
  const isDone = own.every(({ text }) => checked(text, verification) === true);
  return isDone ? [{ sec_id: id, reason: `verified: ${own.map(({ text }) => text).join('; ')}` }] : [];
}

function checked(text: string, verification: Readonly<Record<string, unknown>>): unknown {
  return Object.hasOwn(verification, text) ? verification[text] : undefined;
}

/** An id means the same thing whenever it comes: within a report, and against what is known. */
function judgeIds({ reported, known }: FindingsInput<ReportedFinding>): readonly Reason[] {
  const ids = reported.map(({ sec_id }) => sec_id);
  const twice = [...new Set(ids.filter((id, at) => ids.indexOf(id) < at))];
  const other = reported.filter((one) => {
    const before = known.find(({ sec_id }) => sec_id === one.sec_id);
    return before !== undefined && SAME.some((field) => before[field].trim() !== one[field].trim());
  });
  const messages = [
    ...(twice.length === 0 ? [] : [`The report has two findings ${nameSome(twice)}. Give each an id of its own.`]),
    ...other.map(
      ({ sec_id }) =>
        `${showName(sec_id)} is known in this run with another severity, category or description. An id stays with its finding: give another finding another id, and repeat this one as it was.`,
    ),
  ];
  return messages.map((message) => reason('finding_invalid', message));
}

const SAME = ['severity', 'category', 'description'] as const;

function judgeRemediation(open: readonly ReportedFinding[], input: FindingsInput<ReportedFinding>): readonly Reason[] {
  if (open.length === 0) {
    return [reason('finding_invalid', `${REMEDIATION} needs a finding that is open: name it in security_findings.`)];
  }
  if (input.criteria.length > 0 || input.open.length > 0) return [];
  const message = `${REMEDIATION} needs verification_criteria: sentences that have to be true of the fix of ${nameSome(open.map(({ sec_id }) => sec_id))}.`;
  return [reason('finding_invalid', message)];
}

function judgeApproval(
  before: readonly ReportedFinding[],
  open: readonly ReportedFinding[],
  { open: criteria, verification, isCritical }: FindingsInput<ReportedFinding>,
): readonly Reason[] {
  const held = new Set(before.map(({ sec_id }) => sec_id));
  const unchecked = criteria
    .filter(({ sec_ids }) => sec_ids.some((id) => held.has(id)))
    .filter(({ text }) => typeof checked(text, verification) !== 'boolean');
  const bad = isCritical ? open.filter(({ severity }) => severity === 'HIGH' || severity === 'CRITICAL') : [];
  const named = nameSome(bad.map(({ sec_id }) => sec_id));
  const message = `A critical run is not approved while findings of severity HIGH or CRITICAL are open: ${named}. Verify their fixes, or raise ${REMEDIATION}.`;
  return [
    ...unchecked.map(({ text }) => {
      const told = `Not checked off: "${showName(text)}". Say in verification whether it holds: {${JSON.stringify(text)}: true} or false.`;
      return reason('criterion_unchecked', told);
    }),
    ...(bad.length === 0 ? [] : [reason('finding_open', message)]),
  ];
}
