import type { SessionRequest } from '../runner.ts';
import { refuseWrite } from '../tools.ts';
import { mayRun } from './command-rules.ts';
import type { PermissionOption, RequestPermissionResponse } from './sdk.ts';
import { commandOf, hasDiff, pathsOf, type ToolCall } from './tool-call.ts';
import { hasTool } from './tool-names.ts';

/** What of a session decides over what its agent may do. */
export type Rules = Pick<SessionRequest, 'tools' | 'workbench' | 'mayNotWrite' | 'phase'>;

/**
 * Why a call of a tool is refused in this phase, in words for the agent; nothing if it may be. An agent asks or does not
 * ask, as it is made: what counts in the end is what it left in the workbench.
 *
 * | what the call does       | it may                                                              |
 * |--------------------------|---------------------------------------------------------------------|
 * | changes files            | if it has a tool that writes, and the phase allows every file of it |
 * | runs a command           | if it has Bash, or a rule of it that names the command              |
 * | fetches from the network | if it has WebFetch or WebSearch                                     |
 * | reads, searches, thinks  | always                                                              |
 * | changes its own mode     | never: what it may do is decided here                               |
 * | anything else            | if it has a tool of that name                                       |
 */
export function refuseCall(call: ToolCall, rules: Rules, toolName: string): string | undefined {
  switch (kindOf(call)) {
    case 'edit':
    case 'delete':
    case 'move':
      return refuseEdit(call, rules);
    case 'execute':
      return refuseCommand(call, rules);
    case 'fetch':
      return lacking(rules, 'WebFetch', 'WebSearch');
    case 'read':
    case 'search':
    case 'think':
      return undefined;
    case 'switch_mode':
      return 'The way you work is set from outside. Stay in the mode you are in.';
    default:
      return lacking(rules, toolName);
  }
}

/**
 * The answer to a question for permission: once, never for all times. An agent that offers neither is told that the
 * question was cancelled, which permits nothing.
 */
export function answerWith(options: readonly PermissionOption[], allowed: boolean): RequestPermissionResponse {
  const kind = allowed ? 'allow_once' : 'reject_once';
  const option = options.find((one) => one.kind === kind);
  if (option === undefined) return { outcome: { outcome: 'cancelled' } };
  return { outcome: { outcome: 'selected', optionId: option.optionId } };
}

/** What a call does, whatever it calls itself: one that shows a change of a file changes it. */
function kindOf(call: ToolCall): string {
  if (hasDiff(call)) return 'edit';
  const { kind = 'other' } = call;
  return (kind ?? 'other') === 'other' && commandOf(call) !== undefined ? 'execute' : (kind ?? 'other');
}

/** Some agents say their command in the title alone. */
function refuseCommand(call: ToolCall, rules: Rules): string | undefined {
  if (mayRun(commandOf(call) ?? call.title ?? undefined, rules.tools)) return undefined;
  return lacking(rules, 'Bash') ?? `Of all commands you may run only those of ${rules.tools.join(', ')}.`;
}

function refuseEdit(call: ToolCall, rules: Rules): string | undefined {
  const none = lacking(rules, 'Write', 'Edit', 'MultiEdit', 'NotebookEdit');
  if (none !== undefined) return none;
  const paths = pathsOf(call);
  if (paths.length === 0) return 'It does not say which file it would change. Name the file.';
  return paths.map((path) => refuseWrite(path, rules)).find((why) => why !== undefined);
}

function lacking({ tools, phase }: Rules, ...names: readonly string[]): string | undefined {
  if (hasTool(tools, ...names)) return undefined;
  const named = names[0] ?? 'This tool';
  return `${named} is none of your tools in the phase ${phase}: you have ${tools.join(', ') || 'none'}.`;
}
