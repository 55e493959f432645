import { z } from 'zod';

const words = z.array(z.string().min(1));
const command = z.union([z.string().min(1), words.min(1)]);

/** `baton.yaml`, as it may be written. Everything is optional; unknown keys are errors. */
export const configSchema = z.strictObject({
  workflow: z.string().min(1).optional().describe('Workflow of a run: tdd, capability, domain-zero, or your own'),
  runner: z.string().min(1).optional().describe('Program that plays the agents: claude, codex, acp, command, scripted'),
  model: z.string().min(1).optional().describe('Model of the runner'),
  command: command.optional().describe('Command of the command runner: text for a shell, or a list of arguments'),
  tests: z
    .strictObject({
      framework: z
        .string()
        .min(1)
        .optional()
        .describe('Test framework, when it cannot be told or several could be meant'),
      directory: z.string().min(1).optional().describe('Package of a monorepo whose tests count'),
      command: command.optional().describe('Command that runs the tests'),
      files: words.optional().describe('Globs of test files'),
      config_files: words.optional().describe('Globs of files that decide how tests run'),
      reports: words.optional().describe('Globs of JUnit XML files that the command leaves'),
      setup: command.optional().describe("Command that installs dependencies; default: the lock file's own"),
      timeout_s: z.number().positive().optional().describe('Longest run of the tests, in seconds'),
      git: z.boolean().optional().describe('Whether tests need a .git directory'),
    })
    .optional(),
  gates: z.record(z.string(), z.unknown()).optional(),
  scope: z.record(z.string(), words).optional(),
  protected: words.optional().describe('Globs of files no agent may change'),
  attempts: z.int().min(1).optional().describe('Sessions a phase may take'),
  deadline_min: z.number().positive().optional().describe('Longest session, in minutes'),
  budget: z
    .strictObject({
      usd: z.number().positive().optional(),
      tokens: z.number().positive().optional(),
      minutes: z.number().positive().optional(),
    })
    .optional(),
  approvals: words.optional().describe('Phases that wait for a person'),
  sandbox: z.enum(['auto', 'require', 'off']).optional(),
  agents: words.optional().describe('Globs of agent files'),
  routing: z.record(z.string(), z.string()).optional(),
  remote: z.string().min(1).optional(),
  redaction: z.enum(['redact', 'refuse']).optional(),
  commit: z.strictObject({ hooks: z.boolean().optional(), sign: z.boolean().optional() }).optional(),
  notify: command.optional(),
  max_cycles: z.int().min(1).optional(),
  tier: z.enum(['rapid', 'standard', 'critical']).optional(),
  triggers: z.record(z.string(), z.unknown()).optional(),
  roles: z
    .record(
      z.string(),
      z.strictObject({ runner: z.string().optional(), model: z.string().optional(), command: command.optional() }),
    )
    .optional(),
  redis: z.string().min(1).optional(),
});

export type Config = z.infer<typeof configSchema>;
