import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import type { SessionRequest } from '../runner.ts';
import { refuseWrite } from '../tools.ts';
import type { ToolHook } from './sdk.ts';

/** Where each tool that writes says which file. */
const WRITTEN: Readonly<Record<string, string>> = {
  Write: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
};

/** Denies writes that the phase does not allow, and tells the agent why. What its shell writes is seen in the diff. */
export function guardWrites(request: SessionRequest): ToolHook {
  const workbench = realpathSync(request.workbench);
  return async ({ tool_name, tool_input }) => {
    const path = (tool_input as Readonly<Record<string, unknown>> | null)?.[WRITTEN[tool_name] ?? ''];
    if (typeof path !== 'string') return {};
    // The program makes paths absolute by what its directory is really called.
    const inside = path.startsWith(workbench + sep) ? path.slice(workbench.length + 1) : path;
    const why = refuseWrite(inside, request);
    return why === undefined ? {} : denied(why);
  };
}

function denied(permissionDecisionReason: string) {
  return {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason },
  } as const;
}
