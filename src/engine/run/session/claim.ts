import { z } from 'zod';
import { checkShape } from '../../../base/check.ts';
import type { Moment } from '../turn.ts';

/** What a session claimed, as it is kept beside its end: without secrets, and with the time of that end. */
const claimSchema = z.object({
  session: z.string(),
  at: z.string(),
  /** The result; empty where there was none that could be read. */
  result: z.record(z.string(), z.unknown()),
  /** Why it could not be read. */
  problem: z.string().optional(),
  /** What was taken out of it. */
  redactions: z.array(z.object({ kind: z.string(), field: z.string() })),
});
export type KeptClaim = Readonly<z.infer<typeof claimSchema>>;

export const CLAIM_FILE = 'claim.json';

/** What the session of the present candidate claimed. */
export async function keptClaim(moment: Moment): Promise<KeptClaim> {
  const { candidate } = moment.state;
  const text = await moment.lastAttachment(CLAIM_FILE);
  const what = `${CLAIM_FILE} of run ${moment.run}`;
  const kept = text === undefined ? undefined : checkShape(claimSchema, JSON.parse(text), what, 'corrupt_journal');
  return kept !== undefined && kept.session === candidate?.session
    ? kept
    : { ...NOTHING, session: String(candidate?.session) };
}

const NOTHING = { at: '1970-01-01T00:00:00.000Z', result: {}, redactions: [] };

/** A part of a result that has to be an object; anything else is none. */
export function partOf(value: unknown, key: string): Readonly<Record<string, unknown>> {
  const part = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isRecord(part) ? part : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
