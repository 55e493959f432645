import { join } from 'node:path';
import { z } from 'zod';
import { agentResultSchema } from '../../handoff/result-schema.ts';
import type { SessionRequest } from '../runner.ts';
import { prepareEnvironment } from '../session-program.ts';
import type { QueryOptions } from './sdk.ts';
import { guardWrites } from './write-guard.ts';

/** How the program is set up for a session: fresh, with nothing of the user's or the project's own settings. */
export function optionsOf(
  request: SessionRequest,
  variables: Readonly<Record<string, string>>,
): Omit<QueryOptions, 'spawnClaudeCodeProcess'> {
  const { model, maxTurns, budgetUsd } = request;
  return {
    cwd: request.workbench,
    env: prepareEnvironment(request, {
      ...variables,
      ...SETTINGS,
      CLAUDE_CONFIG_DIR: join(request.scratch, 'claude'),
    }),
    systemPrompt: request.instructions,
    ...(model === undefined ? {} : { model }),
    // `Bash(npm test)` is a rule for the tool `Bash`.
    tools: [...new Set(request.tools.map((rule) => rule.replace(/\(.*$/s, '')))],
    allowedTools: request.tools,
    permissionMode: 'dontAsk',
    settingSources: [],
    strictMcpConfig: true,
    verbatimPrompts: true,
    persistSession: false,
    outputFormat: { type: 'json_schema', schema: RESULT_SCHEMA },
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(budgetUsd === undefined ? {} : { maxBudgetUsd: budgetUsd }),
    hooks: { PreToolUse: [{ hooks: [guardWrites(request)] }] },
  };
}

const SETTINGS = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  // Baton waits and tries again by itself; the program alone would go on for minutes.
  CLAUDE_CODE_MAX_RETRIES: '2',
  // A session ends with all it started, so its agent must not end its turn to wait for something.
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
};

/** Who reports, and in which phase, is known. The program refuses newer drafts. */
const RESULT_SCHEMA = z.toJSONSchema(agentResultSchema.omit({ agent: true, phase: true }), {
  target: 'draft-7',
  io: 'input',
});
