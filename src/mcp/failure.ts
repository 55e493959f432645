import type { CallToolResult } from '@modelcontextprotocol/server';
import { type ErrorCode, isBatonError } from '../base/error.ts';
import { copyJson, type JsonValue } from '../base/json.ts';
import { redact, redactText } from '../handoff/redact.ts';

/**
 * A tool's failure as its caller sees it: a sentence that says what to do, which tool helps, a code, and the data behind
 * it. A defect of Baton gives nothing away of what was inside.
 */
export function failure(error: unknown): CallToolResult {
  if (!isBatonError(error)) return told('internal', 'Baton failed at this, which is a defect in Baton itself.', {});
  return told(error.code, error.message, error.data);
}

/** Where a caller looks after a failure, by its code. Other failures say themselves what to do. */
const LOOK: Partial<Record<ErrorCode, string>> = {
  not_found: 'Tools that list what there is: handoff_list, run_status.',
  lost_race: 'Look at it again before you go on: handoff_get, run_status.',
  wrong_status: 'To see where it stands: handoff_get, run_status.',
};

function told(code: ErrorCode, message: string, data: Readonly<Record<string, unknown>>): CallToolResult {
  const text = [shortened(redactText(message).text), LOOK[code]].filter((part) => part !== undefined).join(' ');
  const meta = { 'baton/code': code, 'baton/data': plainData(data) };
  return { isError: true, content: [{ type: 'text', text: `${text} (${code})` }], _meta: meta };
}

const LONGEST_MESSAGE = 4_000;

function shortened(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)} ...` : message;
}

/** What JSON cannot carry, or is too much to carry, is left out. */
function plainData(data: Readonly<Record<string, unknown>>): JsonValue {
  try {
    return redact(copyJson(data, 'error', { depth: 8, characters: 10_000 })).value;
  } catch {
    return {};
  }
}
