import { z } from 'zod';
import { TIER_NAMES } from './tiers.ts';
import { TRIGGER_PATTERN } from './triggers.ts';

const words = z.array(z.string().min(1));
const command = z.union([z.string().min(1), words.min(1)]);

const amounts = {
  usd: z.number().positive().optional().describe('US dollars'),
  tokens: z.number().positive().optional().describe('Tokens, in and out'),
  minutes: z.number().positive().optional().describe('Minutes of sessions'),
};

/** How the tests of one package are run. */
const testSettings = z.strictObject({
  framework: z.string().min(1).optional().describe('Test framework, when it cannot be told or several could be meant'),
  directory: z.string().min(1).optional().describe('Package of a monorepo whose tests count'),
  command: command.optional().describe('Command that runs the tests'),
  files: words.optional().describe('Globs of test files'),
  config_files: words.optional().describe('Globs of files that decide how tests run'),
  assertions: words
    .optional()
    .describe('Functions, packages and globs of files whose errors count as failed assertions'),
  reports: words.optional().describe('Globs of JUnit XML files that the command leaves'),
  setup: z
    .union([command, z.literal(false)])
    .optional()
    .describe("Command that installs dependencies; default: the lock file's own; false: use what is installed"),
  env: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected the name of an environment variable'))
    .optional()
    .describe('Environment variables that reach the set-up, such as the token of a registry; never agents or tests'),
  timeout_s: z.number().positive().optional().describe('Longest run of the tests, in seconds'),
  git: z.boolean().optional().describe('Whether tests need a .git directory'),
  coverage: z
    .strictObject({
      command: command.describe('Command that runs the tests and measures which lines they run'),
      report: z.string().min(1).describe('File it leaves: lcov, Cobertura XML, or JSON'),
    })
    .optional()
    .describe("How coverage is measured; default: the framework's own way"),
  kinds: z.record(z.string(), words).optional().describe('Globs of the tests of each kind: integration, e2e'),
});

/** One suite of several. Its globs are relative to its directory. */
const suiteSettings = testSettings.extend({
  name: z.string().min(1).optional().describe('Name of the suite in reports; default: its directory'),
});

/** `baton.yaml`, as it may be written. Everything is optional; unknown keys are errors. */
export const configSchema = z.strictObject({
  workflow: z.string().min(1).optional().describe('Workflow of a run: tdd, capability, domain-zero, or your own'),
  runner: z
    .string()
    .min(1)
    .optional()
    .describe('Program that plays the agents: claude, codex, acp, command, scripted, attached'),
  model: z.string().min(1).optional().describe('Model of the runner'),
  command: command.optional().describe('Command of the command runner: text for a shell, or a list of arguments'),
  tests: z
    .union([testSettings, z.array(suiteSettings).min(1)])
    .optional()
    .describe('How the tests are run; a list for several suites, as in a monorepo'),
  figures: z
    .strictObject({ command: command.describe('Command that prints one JSON object, such as {"accuracy": 0.97}') })
    .optional()
    .describe('Figures that only the project can measure, for the gate `quality`'),
  output: z.string().min(1).optional().describe('Directory of artifacts; `{run}` in it is the run'),
  gates: z
    .strictObject({
      mutation: z
        .boolean()
        .optional()
        .describe('Whether tests must notice when a line written in green is wrong; default: in the tier critical'),
    })
    .optional()
    .describe('Gates beside those every workflow has'),
  scope: z.record(z.string(), words).optional().describe('Globs of what a phase may change, by phase'),
  protected: words.optional().describe('Globs of files no agent may change'),
  attempts: z.int().min(1).optional().describe('Sessions a phase may take'),
  deadline_min: z.number().positive().optional().describe('Longest session, in minutes'),
  budget: z
    .strictObject({
      ...amounts,
      attempts: z.int().min(1).optional().describe('Attempts of all phases together'),
      phase: z
        .strictObject(amounts)
        .optional()
        .describe('The same for one phase of one cycle, all its attempts together'),
    })
    .optional()
    .describe('What all sessions of a run may cost together; then a person is asked'),
  approvals: words.optional().describe('Phases that wait for a person'),
  sandbox: z
    .enum(['auto', 'require', 'off'])
    .optional()
    .describe('Whether agents and tests are contained: where that is possible, always, or never'),
  agents: words
    .optional()
    .describe('Globs of agent files, in place of the usual ones; where two name the same agent, the earlier glob wins'),
  use_builtin: z
    .union([z.boolean(), words])
    .optional()
    .describe(
      'Built-in agents to use in place of your own: their names, or true for those that lack a trigger of the workflow',
    ),
  routing: z
    .record(z.string(), z.string())
    .optional()
    .describe('Who takes over from a blocked agent, by reason: an agent, a phase, or ask'),
  remote: z.string().min(1).optional().describe('Git remote that runs are exchanged with'),
  redaction: z.enum(['redact', 'refuse']).optional().describe('Whether secrets are taken out of packages or refused'),
  commit: z
    .strictObject({
      hooks: z.boolean().optional().describe('Whether your git hooks run at baton merge; default: true'),
      sign: z
        .boolean()
        .optional()
        .describe('Whether commits are signed; default: phase commits never, the merge commit as git is set up'),
    })
    .optional(),
  notify: command.optional().describe('Command that is run when a run waits for a person or ends'),
  max_cycles: z.int().min(1).optional().describe('Cycles after which a person is asked'),
  tier: z.enum(TIER_NAMES).optional().describe('How strict a run is: which tests, coverage and reviews it needs'),
  strict: z.boolean().optional().describe('Whether a run that completes with suspicions ends with exit code 1'),
  triggers: z
    .record(
      z.string(),
      z.union(
        [
          z.strictObject({
            source: z.string().min(1).describe('Agent that raises it, or any'),
            target: z.string().min(1).describe('Agent it leads to'),
            context: words.optional().describe('Fields it carries'),
            description: z.string().optional().describe('What it is for'),
          }),
          z.string().regex(TRIGGER_PATTERN),
        ],
        { error: '{source, target, context?, description?}, or the trigger that agents raise in its place' },
      ),
    )
    .optional()
    .describe(
      'Triggers of your own, by name; a trigger as the value is the word by which agents raise the one of the workflow',
    ),
  trigger_tags: z
    .boolean()
    .optional()
    .describe('Whether a line with nothing but a trigger, at the end of what an agent says, raises it'),
  roles: z
    .record(
      z.string(),
      z.strictObject({ runner: z.string().optional(), model: z.string().optional(), command: command.optional() }),
    )
    .optional()
    .describe('Another runner, model or command for single agents, by name'),
});

export type Config = z.infer<typeof configSchema>;

/** The settings that a command line can set for one run. */
export const runFlagsSchema = z.object(
  configSchema.pick({
    workflow: true,
    tier: true,
    runner: true,
    command: true,
    model: true,
    max_cycles: true,
    attempts: true,
    deadline_min: true,
    budget: true,
    approvals: true,
    sandbox: true,
    use_builtin: true,
    strict: true,
  }).shape,
);
export type RunFlags = z.infer<typeof runFlagsSchema>;
export type TestSettings = z.infer<typeof testSettings>;
export type SuiteSettings = z.infer<typeof suiteSettings>;

/** The one object of `tests`; nothing where it is a list, or not given. */
export function singleSuite({ tests }: Pick<Config, 'tests'>): TestSettings | undefined {
  return Array.isArray(tests) ? undefined : tests;
}

/** The list of `tests`; nothing where it is one object, or not given. */
export function suiteList({ tests }: Pick<Config, 'tests'>): readonly SuiteSettings[] | undefined {
  return Array.isArray(tests) ? tests : undefined;
}
