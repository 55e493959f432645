import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { openEventMemory } from './event-memory.ts';

const message = (words: string): JSONRPCMessage => ({ jsonrpc: '2.0', method: words });

async function replayed(memory: ReturnType<typeof openEventMemory>, id: string): Promise<string[]> {
  const sent: string[] = [];
  await memory.replayEventsAfter(id, { send: async (_, one) => void sent.push('method' in one ? one.method : '') });
  return sent;
}

describe('the memory of a session', () => {
  it('gives what was sent on the same stream after an event', async () => {
    const memory = openEventMemory();
    const first = await memory.storeEvent('a', {} as JSONRPCMessage);
    await memory.storeEvent('b', message('elsewhere'));
    await memory.storeEvent('a', message('one'));
    await memory.storeEvent('a', message('two'));
    expect(await memory.getStreamIdForEventId?.(first)).toBe('a');
    expect(await replayed(memory, first)).toEqual(['one', 'two']);
  });

  it('forgets the oldest, by number and by size', async () => {
    const memory = openEventMemory();
    const first = await memory.storeEvent('a', message('first'));
    for (let at = 0; at < 300; at++) await memory.storeEvent('a', message('x'));
    expect(await memory.getStreamIdForEventId?.(first)).toBeUndefined();
    await expect(replayed(memory, first)).rejects.toThrow(/no longer known/);
    const small = await memory.storeEvent('a', message('small'));
    const big = await memory.storeEvent('a', message('y'.repeat(2_000_000)));
    expect(await memory.getStreamIdForEventId?.(small)).toBeUndefined();
    expect(await memory.getStreamIdForEventId?.(big)).toBe('a');
  });
});
