import { z } from 'zod';
import { checkShape } from '../../../base/check.ts';
import { coverageSchema } from '../../../evidence/coverage/coverage.ts';
import type { Moment } from '../turn.ts';

/** The figures that were measured on a tree, as they are kept beside the gate that passed by them. */
const qualitySchema = z.object({
  tree: z.string(),
  coverage: coverageSchema.optional(),
  figures: z.record(z.string(), z.number()).optional(),
});
export type KeptQuality = Readonly<z.infer<typeof qualitySchema>>;

export const QUALITY_FILE = 'quality.json';

/** The figures of the candidate, else those of the last accepted tree that was measured. */
export async function keptQuality(moment: Moment): Promise<KeptQuality | undefined> {
  const { candidate, milestones } = moment.state;
  const kept = readQuality(moment, await moment.lastAttachment(QUALITY_FILE));
  const isOurs = kept?.tree === candidate?.tree || milestones.some(({ tree }) => tree === kept?.tree);
  return isOurs ? kept : undefined;
}

/** Figures as the journal keeps them. */
export function readQuality({ run }: Moment, text: string | undefined): KeptQuality | undefined {
  if (text === undefined) return undefined;
  return checkShape(qualitySchema, JSON.parse(text), `${QUALITY_FILE} of run ${run}`, 'corrupt_journal');
}
