import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { McpHost } from './host.ts';
import { createServer } from './server.ts';
import { openWorks } from './works.ts';

const INSIDE = ['ghp', '_', 'aB3dE5gH7jK9mN1pQ3sT5vX7zA9cD1fG3hJ5'].join('');

/** A client of a server that cannot list anything. */
async function clientOfBroken(onDefect?: (error: unknown) => void): Promise<Client> {
  const fail = async () => {
    throw new TypeError(`cannot read ${INSIDE} in /home/ann`);
  };
  const host = { runs: { list: fail }, handoffs: { overview: fail } } as unknown as McpHost;
  const [here, there] = InMemoryTransport.createLinkedPair();
  const serving = { host, version: '0', works: openWorks(), onDefect };
  await createServer(serving, { name: 'ann', kind: 'person' }).connect(there);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(here);
  onTestFinished(() => client.close());
  return client;
}

describe('a defect of Baton', () => {
  it('is told to whoever runs the server, and to the caller of a tool only that it is one', async () => {
    const heard: unknown[] = [];
    const client = await clientOfBroken((error) => heard.push(error));
    const { content } = await client.callTool({ name: 'handoff_list', arguments: {} });
    expect(JSON.stringify(content)).toContain('a defect in Baton itself');
    expect(JSON.stringify(content)).not.toContain('/home/ann');
    expect(heard).toMatchObject([{ message: expect.stringContaining('/home/ann') }]);
  });

  it('gives nothing away where resources are listed', async () => {
    const client = await clientOfBroken();
    await expect(client.listResources()).rejects.toThrow('which is a defect in Baton itself');
  });

  it.each([
    { type: 'ref/resource', uri: 'baton://run/{id}' },
    { type: 'ref/resource', uri: 'baton://handoff/{id}' },
    { type: 'ref/prompt', name: 'take-handoff' },
  ] as const)('gives nothing away where ids are proposed for $type $uri $name', async (ref) => {
    const client = await clientOfBroken();
    const call = client.complete({ ref, argument: { name: 'id', value: '' } });
    await expect(call).rejects.toThrow('which is a defect in Baton itself');
  });
});
