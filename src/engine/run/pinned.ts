import { z } from 'zod';
import { checkShape } from '../../base/check.ts';
import { BatonError } from '../../base/error.ts';
import { runFlagsSchema } from '../../protocol/config-schema.ts';
import type { Moment } from './turn.ts';

const text = z.string().optional();
const texts = z.array(z.string());
const command = z.union([z.string(), texts]);
const jsonSchema = z.union([z.record(z.string(), z.unknown()), z.boolean()]);

/** How tests are run, and what files are to them. Globs are seen from the top of the repository. */
const pinnedTests = z.object({
  framework: z.string(),
  directory: z.string(),
  command: texts.optional(),
  /** The command that installs dependencies; false: nothing is installed. */
  setup: z.union([command, z.literal(false)]).optional(),
  /** Names of the variables that reach the set-up; what they hold is never recorded. */
  env: texts.optional(),
  /** How an agent runs the tests. */
  shown: z.string(),
  timeout_s: z.number().positive(),
  files: texts,
  support: texts,
  config: texts,
  mixed: texts,
  /** Functions, packages and globs of files whose errors count as failed assertions. */
  assertions: texts.optional(),
  reports: texts.optional(),
  git: z.boolean().optional(),
  /** How coverage is measured, where the project says so. */
  coverage: z.object({ command, report: z.string() }).optional(),
  /** Globs of the tests of each kind. */
  kinds: z.record(z.string(), texts).optional(),
});

/** What a run fixed when it started, beyond what its machine decides by: kept beside `run.started`. */
export const pinnedSchema = z.object({
  agents: z.record(
    z.string(),
    z.object({
      tools: texts,
      model: z.string().optional(),
      runner: z.string().optional(),
      max_turns: z.int().min(1).optional(),
      body: z.string(),
      source: z.string(),
      /** Whom it may hand to, on which trigger, with which fields. */
      handoffs: z
        .array(z.object({ agent: z.string(), trigger: z.string().optional(), context: texts.optional() }))
        .default([]),
      /** Context fields of its own, each with a JSON Schema. */
      context: z.record(z.string(), jsonSchema).optional(),
      scope: texts.optional(),
    }),
  ),
  runners: z.record(
    z.string(),
    z.object({
      runner: z.string(),
      command: command.optional(),
      model: z.string().optional(),
    }),
  ),
  tests: pinnedTests,
  /** Where `tests` in baton.yaml is a list: every suite. `tests` is then what they come to together. */
  suites: z
    .array(pinnedTests.extend({ name: z.string() }))
    .min(1)
    .optional(),
  /** The packages whose tests are run, where that is not the whole repository: nothing else may change unproved. */
  packages: texts.optional(),
  /** A command that prints one JSON object of figures. */
  figures: z.object({ command }).optional(),
  /** Triggers of the project's own. */
  triggers: z
    .array(
      z.object({
        name: z.string(),
        source: z.string(),
        target: z.string(),
        context: texts,
        description: z.string(),
      }),
    )
    .default([]),
  /** Whether a line with nothing but a trigger counts in what an agent says last. */
  trigger_tags: z.boolean().default(false),
  protected: texts.optional(),
  scope: z.record(z.string(), texts).optional(),
  sandbox: z.enum(['auto', 'require', 'off']),
  accept_baseline_failures: z.boolean(),
  redaction: z.enum(['redact', 'refuse']),
  sign: z.boolean().optional(),
  notify: command.optional(),
  /** What the command line said when the run started or was resumed. */
  flags: runFlagsSchema.optional(),
  /** Runner, model and command that the project chose for single agents. */
  roles: z.record(z.string(), z.object({ runner: text, model: text, command: command.optional() })).optional(),
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
