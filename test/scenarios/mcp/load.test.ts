import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import type { Actor } from '../../../src/engine/acting.ts';
import { IS_FULL } from '../../full.ts';
import { serveHere } from '../../mcp/serving.ts';
import { temporaryRepository } from '../../repository.ts';

const PEOPLE = 24;
const AGENTS = 8;
/** Each has five calls: a hundred for each client in `npm run check:full`. */
const ROUNDS = IS_FULL ? 20 : 5;
const CALLS = ROUNDS * 5;

/** What somebody may be told who comes second, or for whom something is not. */
const EXPECTED = new Set(['lost_race', 'wrong_status', 'not_authorised']);

/** What one client did, as it was told. */
interface Done {
  readonly who: string;
  calls: number;
  readonly prepared: string[];
  readonly accepted: string[];
  readonly completed: string[];
  readonly surprises: string[];
}

it('32 clients of both generations call at once: nothing fails, nothing is lost, and each handoff has one taker', {
  timeout: 600_000,
}, async () => {
  const actors: readonly Actor[] = [
    ...Array.from({ length: PEOPLE }, (_, n) => ({ name: `person-${n}`, kind: 'person' as const })),
    ...Array.from({ length: AGENTS }, (_, n) => ({ name: `agent-${n}`, kind: 'agent' as const })),
  ];
  const served = await serveHere(temporaryRepository(), actors);
  const done = await Promise.all(actors.map(async (actor, index) => play(await connect(served, index), actor, index)));

  expect(done.flatMap(({ surprises }) => surprises)).toEqual([]);
  expect(done.map(({ calls }) => calls)).toEqual(actors.map(() => CALLS));
  const stored = new Map((await served.baton.handoffs.list()).map((one) => [one.handoff.id, one]));
  const prepared = done.flatMap((one) => one.prepared);
  expect(prepared).toHaveLength(PEOPLE * ROUNDS);
  expect([...stored.keys()].sort()).toEqual([...prepared].sort());
  const takers = [...stored.values()].flatMap(({ handoff, history }) =>
    history.filter(({ status }) => status === 'accepted').map(({ actor }) => `${handoff.id} ${actor}`),
  );
  const believed = done.flatMap(({ who, accepted }) => accepted.map((id) => `${id} ${who}`));
  expect(takers.sort()).toEqual(believed.sort());
  expect(new Set(believed.map((line) => line.split(' ')[0])).size).toBe(believed.length);
  expect(believed.length).toBeGreaterThan(PEOPLE);
  const ended = [...stored.values()].filter(({ handoff }) => handoff.status === 'completed');
  expect(ended.map(({ handoff }) => handoff.id).sort()).toEqual(done.flatMap(({ completed }) => completed).sort());
  expect((await served.baton.verifyJournals()).problems).toEqual([]);
});

async function connect({ url, tokens }: { url: string; tokens: readonly string[] }, index: number): Promise<Client> {
  const mode = index % 2 === 0 ? { pin: '2026-07-28' } : 'legacy';
  const client = new Client({ name: `client-${index}`, version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${tokens[index]}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

/** Five calls a round: hand on or look round, list, look at one, take one, and end it if it was had. */
async function play(client: Client, { name: who, kind }: Actor, index: number): Promise<Done> {
  const done: Done = { who, calls: 0, prepared: [], accepted: [], completed: [], surprises: [] };
  const call = async (tool: string, given: Record<string, unknown> = {}) => {
    done.calls += 1;
    const { structuredContent, isError, content, _meta } = await client.callTool({ name: tool, arguments: given });
    if (isError !== true) return structuredContent as Record<string, unknown>;
    if (!EXPECTED.has(String(_meta?.['baton/code']))) done.surprises.push(`${tool}: ${JSON.stringify(content)}`);
    return undefined;
  };
  for (let round = 0; round < ROUNDS; round++) {
    if (kind === 'person') {
      const to = `agent-${(index + round) % AGENTS}`;
      const made = await call('handoff_prepare', { to, task: `Part ${round} of ${who}` });
      if (made !== undefined) done.prepared.push(String(made.id));
    } else await call('run_status');
    const listed = (await call('handoff_list', { limit: 10 })) as { handoffs: { id: string }[] } | undefined;
    const chosen = listed?.handoffs[round % Math.max(1, listed.handoffs.length)]?.id ?? done.prepared.at(-1);
    if (chosen === undefined) {
      for (let n = 0; n < 3; n++) await call('run_status');
      continue;
    }
    await call('handoff_get', { id: chosen });
    const taken = await call('handoff_accept', { id: chosen });
    if (taken === undefined) {
      await call('run_status');
      continue;
    }
    done.accepted.push(chosen);
    if ((await call('handoff_complete', { id: chosen, summary: 'Done' })) !== undefined) done.completed.push(chosen);
  }
  return done;
}
