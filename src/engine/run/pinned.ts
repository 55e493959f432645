import { z } from 'zod';
import { checkShape } from '../../base/check.ts';
import { BatonError } from '../../base/error.ts';
import type { Moment } from './turn.ts';

const texts = z.array(z.string());

/** What a run fixed when it started, beyond what its machine decides by: kept beside `run.started`. */
export const pinnedSchema = z.object({
  agents: z.record(
    z.string(),
    z.object({
      tools: texts,
      model: z.string().optional(),
      max_turns: z.int().min(1).optional(),
      body: z.string(),
      source: z.string(),
    }),
  ),
  runners: z.record(
    z.string(),
    z.object({
      runner: z.string(),
      command: z.union([z.string(), texts]).optional(),
      model: z.string().optional(),
    }),
  ),
  tests: z.object({
    framework: z.string(),
    directory: z.string(),
    command: texts.optional(),
    setup: z.union([z.string(), texts]).optional(),
    /** How an agent runs the tests. */
    shown: z.string(),
    timeout_s: z.number().positive(),
    files: texts,
    support: texts,
    config: texts,
    mixed: texts,
    reports: texts.optional(),
    git: z.boolean().optional(),
  }),
  protected: texts.optional(),
  scope: z.record(z.string(), texts).optional(),
  sandbox: z.enum(['auto', 'require', 'off']),
  accept_baseline_failures: z.boolean(),
  redaction: z.enum(['redact', 'refuse']),
  sign: z.boolean().optional(),
  notify: z.union([z.string(), texts]).optional(),
});
export type Pinned = Readonly<z.infer<typeof pinnedSchema>>;

export const PINNED_FILE = 'run.json';

/** Reads what the run fixed when it started, or when it was last resumed with other settings. */
export async function readPinned(moment: Moment): Promise<Pinned> {
  const text = await moment.lastAttachment(PINNED_FILE);
  if (text === undefined) {
    throw new BatonError('corrupt_journal', `The run ${moment.run} has no ${PINNED_FILE}.`);
  }
  return checkShape(pinnedSchema, JSON.parse(text), `${PINNED_FILE} of run ${moment.run}`, 'corrupt_journal');
}
