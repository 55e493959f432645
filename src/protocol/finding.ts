import { z } from 'zod';
import { patternedText } from '../handoff/patterned-text.ts';

/** How bad a finding or a violation is, the mildest first. */
export const SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

const text = z.string().min(1);

/** Something a review found, in the words of Domain Zero. */
export const findingSchema = z
  .object({
    sec_id: patternedText(/^[A-Za-z][A-Za-z0-9._-]{0,62}$/, 'an id such as "SEC-001"').describe(
      'Id that stays with the finding until it is closed',
    ),
    severity: z.enum(SEVERITIES).describe('How bad it is'),
    category: text.describe('Kind of weakness, such as "A02:2021 - Cryptographic Failures"'),
    description: text.describe('What is wrong'),
    location: text.describe('Where: file and line'),
    recommendation: text.describe('What to do about it'),
    status: z.enum(['open', 'closed']).optional().describe('Whether it still has to be fixed; a new one is open'),
  })
  .describe('A finding of a review');

export type Finding = Readonly<z.infer<typeof findingSchema>>;
