import type { ModelCall } from './model-script.ts';

/** A call of a tool: its arguments by name, or free text for a tool that takes that. */
export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>> | string;
}

/** The call as the agent that offers these tools expects it. */
export function toolCall(call: ModelCall, tools: readonly string[]): ToolCall {
  if (tools.includes('exec')) return scripted(codexCall(call, true));
  return CODEX_TOOLS.some((name) => tools.includes(name))
    ? codexCall(call, tools.includes('apply_patch'))
    : opencodeCall(call);
}

/**
 * The call by which Codex waits for a command that still runs, or nothing if none does: a model of Codex has to ask again
 * and again, which no script should have to tell.
 */
export function waitingCall(results: readonly string[]): ToolCall | undefined {
  // What the command printed stands below this line, and might look like anything.
  const heads = results.map((text) => text.split('\nOutput:\n')[0] ?? '');
  const session = firstMatch(heads, /^Process running with session ID (\d+)$/m);
  if (session !== undefined) {
    return { name: 'write_stdin', input: { session_id: Number(session), chars: '', yield_time_ms: WAIT_MS } };
  }
  const cell = firstMatch(heads, /^Script running with cell ID (\S+)$/m);
  return cell === undefined ? undefined : { name: 'wait', input: { cell_id: cell, yield_time_ms: WAIT_MS } };
}

const CODEX_TOOLS = ['exec_command', 'write_stdin', 'apply_patch', 'view_image'];

const WAIT_MS = 30_000;

function codexCall(call: ModelCall, patches: boolean): ToolCall {
  switch (call.do) {
    case 'shell':
      return codexShell(call.command);
    case 'write':
      return codexWrite(call.path, call.text, patches);
    case 'replace':
      return codexShell(
        [process.execPath, '-e', REPLACE, call.path, call.find, call.with].map((word) => quoted(word)).join(' '),
      );
    case 'tool':
      return call;
  }
}

function codexShell(command: string): ToolCall {
  return { name: 'exec_command', input: { cmd: command, login: false, yield_time_ms: WAIT_MS } };
}

/** A patch always ends a file with a line break, and cannot make an empty one. */
function codexWrite(path: string, text: string, patches: boolean): ToolCall {
  if (!text.endsWith('\n')) {
    return codexShell(`mkdir -p "$(dirname ${quoted(path)})" && printf %s ${quoted(text)} > ${quoted(path)}`);
  }
  const lines = text.slice(0, -1).split('\n');
  const patch = ['*** Begin Patch', `*** Add File: ${path}`, ...lines.map((line) => `+${line}`), '*** End Patch'];
  if (patches) return { name: 'apply_patch', input: `${patch.join('\n')}\n` };
  return codexShell(["apply_patch <<'BATON_PATCH'", ...patch, 'BATON_PATCH'].join('\n'));
}

/** A patch replaces whole lines, which a model that has not read the file does not know. */
const REPLACE = `const fs = require('node:fs');
const [path, find, put] = process.argv.slice(1);
const text = fs.readFileSync(path, 'utf8');
if (!text.includes(find)) throw new Error('The text to replace is not in ' + path);
fs.writeFileSync(path, text.replace(find, () => put));`;

/** Newer models of Codex call its tools from a program of their own. */
function scripted({ name, input }: ToolCall): ToolCall {
  const argument = JSON.stringify(input);
  const script =
    name === 'exec_command'
      ? [
          `let part = await tools.exec_command(${argument});`,
          'let said = part.output;',
          'while (part.session_id !== undefined) {',
          `  part = await tools.write_stdin({ session_id: part.session_id, chars: '', yield_time_ms: ${WAIT_MS} });`,
          '  said += part.output;',
          '}',
          "text('Process exited with code ' + part.exit_code + '\\n' + said);",
        ]
      : [`text(await tools[${JSON.stringify(name)}](${argument}));`];
  return { name: 'exec', input: script.join('\n') };
}

function opencodeCall(call: ModelCall): ToolCall {
  switch (call.do) {
    case 'shell':
      return { name: 'bash', input: { command: call.command, description: 'Runs a command' } };
    case 'write':
      return { name: 'write', input: { filePath: call.path, content: call.text } };
    case 'replace':
      return { name: 'edit', input: { filePath: call.path, oldString: call.find, newString: call.with } };
    case 'tool':
      return call;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function firstMatch(texts: readonly string[], pattern: RegExp): string | undefined {
  return texts.map((text) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
}
