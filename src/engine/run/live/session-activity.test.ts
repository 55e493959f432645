import { describe, expect, it } from 'vitest';
import { NO_ACTIVITY, parseStreamLine, type SessionActivity, seeMessage } from './session-activity.ts';

const AT = '2026-01-31T12:00:00.000Z';

function seen(...messages: readonly Record<string, unknown>[]): SessionActivity {
  return messages.reduce<SessionActivity>((activity, message) => {
    const parsed = parseStreamLine(JSON.stringify({ at: AT, ...message }));
    return parsed === undefined ? activity : seeMessage(activity, parsed);
  }, NO_ACTIVITY);
}

describe('what a session does, from its stream', () => {
  it('is its last lines, its tool calls and what it has used', () => {
    const activity = seen(
      { kind: 'text', text: 'I look first.\n\n' },
      { kind: 'tool_call', tool: 'Bash', input: { command: 'npm\n test', timeout: 5 } },
      { kind: 'usage', usage: { inputTokens: 100, outputTokens: 20, usd: 0.01 } },
      { kind: 'usage', usage: { inputTokens: 300, outputTokens: 50, usd: 0.03 } },
    );
    expect(activity).toMatchObject({
      lastAt: AT,
      toolCalls: 1,
      tool: { name: 'Bash', input: 'npm test', isRunning: true },
      usage: { tokens: 350, usd: 0.03 },
      lineCount: 2,
    });
    expect(activity.lines.map(({ kind, text }) => [kind, text])).toEqual([
      ['text', 'I look first.'],
      ['tool', 'Bash npm test'],
    ]);
    const after = seeMessage(activity, {
      at: AT,
      kind: 'tool_result',
      tool: 'Bash',
      ok: false,
      text: '1 failed\nmore',
    });
    expect(after.tool?.isRunning).toBe(false);
    expect(after.lines.at(-1)?.text).toBe('Bash failed: 1 failed');
  });

  it('keeps few and short lines of a session that says much', () => {
    const activity = seen({ kind: 'text', text: Array(5_000).fill('x'.repeat(5_000)).join('\n') });
    expect(activity.lineCount).toBe(5_000);
    expect(activity.lines).toHaveLength(20);
    expect(activity.lines[0]?.text).toHaveLength(300);
  });

  it('is not disturbed by lines that are no messages, or by messages without the form they should have', () => {
    for (const line of ['', '{', 'null', '7', '{"at":1,"kind":"text"}']) expect(parseStreamLine(line)).toBe(undefined);
    const odd = [
      { kind: 'text' },
      { kind: 'tool_call' },
      { kind: 'tool_result' },
      { kind: 'usage' },
      { kind: 'other' },
    ];
    expect(seen(...odd)).toMatchObject({ lastAt: AT, toolCalls: 1, usage: { tokens: 0, usd: 0 } });
  });
});
