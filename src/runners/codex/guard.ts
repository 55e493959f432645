import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { SessionMessage, SessionRequest } from '../runner.ts';
import { refuseCall, type ToolUse } from './tool-list.ts';

/** Something Codex asks before each call of a tool that writes or runs something. */
export interface Guard {
  /** The command by which Codex asks. */
  readonly command: string;
  /** Which model calls: its hooks are all by which Codex tells. */
  model(): string | undefined;
  close(): Promise<void>;
}

/**
 * Waits for Codex's questions on the loopback, as long as a session lasts. A question that is not answered lets the call
 * pass: what it does is judged from the files.
 */
export async function openGuard(
  request: SessionRequest,
  home: string,
  tell: (message: SessionMessage) => void,
): Promise<Guard> {
  let model: string | undefined;
  const path = `/${randomUUID()}`;

  function answer(asked: ToolUse & { readonly model?: string }): string {
    model = asked.model ?? model;
    const why = refuseCall(asked, request);
    if (why === undefined) return '';
    // Of a call that is refused Codex says nothing itself.
    const tool = asked.tool_name === 'apply_patch' ? 'Edit' : asked.tool_name;
    tell({ kind: 'tool_call', tool, input: asked.tool_input });
    tell({ kind: 'tool_result', tool, ok: false, text: why });
    return why;
  }

  const server = createServer(async (asked, response) => {
    const question = await text(asked).catch(() => '');
    response.end(asked.url === path ? answered(question, answer) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const program = join(home, 'guard.mjs');
  writeFileSync(program, programFor(`http://127.0.0.1:${port}${path}`));
  return {
    command: [process.execPath, program].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' '),
    model: () => model,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answered(question: string, answer: (asked: ToolUse) => string): string {
  try {
    return answer(JSON.parse(question) as ToolUse);
  } catch {
    return '';
  }
}

/** Passes what Codex says on to Baton, and a refusal back: that is what exit code 2 means. */
function programFor(address: string): string {
  return `const pieces = [];
for await (const piece of process.stdin) pieces.push(piece);
const asking = fetch(${JSON.stringify(address)}, { method: 'POST', body: Buffer.concat(pieces) });
const why = await asking.then((response) => response.text()).catch(() => '');
if (why !== '') {
  process.stderr.write(why);
  process.exitCode = 2;
}
`;
}
