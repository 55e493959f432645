import { describe, expect, it } from 'vitest';
import { CLIENT_NAMES, withBaton } from './clients.ts';

describe('the file of a client', () => {
  it('has the form that the client reads', () => {
    expect(JSON.parse(withBaton('claude', undefined, 'code-reviewer'))).toEqual({
      mcpServers: {
        baton: { type: 'stdio', command: 'npx', args: ['-y', 'batonpass', 'mcp', '--as', 'code-reviewer'] },
      },
    });
    expect(JSON.parse(withBaton('vscode', undefined, undefined))).toEqual({
      servers: { baton: { type: 'stdio', command: 'npx', args: ['-y', 'batonpass', 'mcp'] } },
    });
    expect(JSON.parse(withBaton('gemini', undefined, undefined))).toEqual({
      mcpServers: { baton: { command: 'npx', args: ['-y', 'batonpass', 'mcp'] } },
    });
    expect(withBaton('codex', undefined, 'a "b"')).toBe(
      `[mcp_servers.baton]\ncommand = "npx"\nargs = ["-y", "batonpass", "mcp", "--as", "a \\"b\\""]\nstartup_timeout_sec = 60\n`,
    );
  });

  it.each(CLIENT_NAMES)('that cannot be edited is told with its place and what to add: %s', (client) => {
    expect(() => withBaton(client, 'a = {', undefined)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringMatching(/, line 1, column \d: [\s\S]*left as it is[\s\S]*by hand:\n\n[\s\S]*batonpass/),
      }),
    );
  });
});
