import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { ERROR_CODES } from '../../src/base/error.ts';
import { type ArgumentSchema, argumentsFor } from './tool-arguments.ts';
import { type Answer, openPlace, SECRETS, unchanging } from './tool-place.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 200);
/** What one repository has to bear before the next takes its place. */
const BATCH = 2_500;
const LONGEST_MS = 7_200_000;

const HOSTILE = [
  '--upload-pack=touch /tmp/pwned',
  '-c core.sshCommand=touch',
  '--output=../beside/canary.txt',
  '-',
  '--',
  'ext::sh -c touch% /tmp/pwned',
  '../../etc/passwd',
  '../beside/canary.txt',
  '@../beside/canary.txt',
  '/etc/passwd',
  'file:///etc/passwd',
  'refs/heads/main',
  'refs/baton/handoffs/x',
  'HEAD:baton.yaml',
  'HEAD@{1}',
  'HEAD~1',
  ':(top)baton.yaml',
  'a\u0000b',
  'a\nb',
  'a\r\nSet-Cookie: x',
  '$(touch /tmp/pwned)',
  '`id`',
  '; rm -rf .',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '\u202Etxt.exe',
  '\uD800',
  'ＡＳＫ-00000000',
  'é'.repeat(300),
  'x'.repeat(70_000),
  `token: ${SECRETS.environment}`,
  SECRETS.config,
  '[click](javascript:alert(1))',
  '\u001B]0;title\u0007',
  '',
  ' ',
  '.',
  '..',
  '.git/config',
  'ask-00000000',
  '00000000-0000-4000-8000-000000000000',
];

afterEach(() => {
  vi.unstubAllEnvs();
});

it('every tool takes what it is given or refuses it, and touches and tells nothing else', {
  timeout: LONGEST_MS,
}, async () => {
  vi.stubEnv('SERVICE_API_TOKEN', SECRETS.environment);
  const tally = new Map<string, { answered: number; refused: number }>();
  for (let left = RUNS; left > 0; left -= BATCH) await fuzz(Math.min(left, BATCH), tally);
  const all = [...tally.values()];
  expect(tally.size).toBeGreaterThanOrEqual(19);
  expect(all.reduce((sum, { answered, refused }) => sum + answered + refused, 0)).toBe(RUNS);
  if (RUNS < 20_000) return;
  expect([...tally].filter(([, { answered }]) => answered === 0)).toEqual([]);
  expect([...tally].filter(([, { refused }]) => refused === 0)).toEqual([]);
});

async function fuzz(runs: number, tally: Map<string, { answered: number; refused: number }>): Promise<void> {
  const place = await openPlace();
  try {
    const before = unchanging(place.root, place.project.path);
    const words = { known: place.known, hostile: HOSTILE };
    const { result } = await place.clients[0].ask('tools/list', {});
    const tools = (result as unknown as { tools: { name: string; inputSchema: ArgumentSchema }[] }).tools;
    for (const { name } of tools) if (!tally.has(name)) tally.set(name, { answered: 0, refused: 0 });
    const calls = fc.oneof(
      ...tools.map(({ name, inputSchema }) =>
        fc.record({ name: fc.constant(name), given: argumentsFor(inputSchema, words) }),
      ),
    );
    const property = fc.asyncProperty(calls, fc.nat(2), async ({ name, given }, who) => {
      const params = { name, arguments: given };
      const answer = await (place.clients[who] ?? place.clients[0]).ask('tools/call', params);
      const counts = tally.get(name) as { answered: number; refused: number };
      counts[judge(name, answer, place.forbidden)]++;
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: true });
    expect('polluted' in {}).toBe(false);
    expect(unchanging(place.root, place.project.path)).toEqual(before);
  } finally {
    await place.close();
  }
}

const INVALID_PARAMS = -32_602;

/** Fails when an answer is not one that was promised; says else what it is. */
function judge(tool: string, answer: Answer, forbidden: readonly string[]): 'answered' | 'refused' {
  const text = JSON.stringify(answer);
  for (const secret of forbidden) {
    if (text.includes(secret)) throw new Error(`${tool} gave away ${secret.slice(0, 12)}: ${text.slice(0, 2_000)}`);
  }
  if (answer.error !== undefined) {
    if (answer.error.code === INVALID_PARAMS) return 'refused';
    throw new Error(`${tool} failed as a request: ${text.slice(0, 2_000)}`);
  }
  const { isError, content, _meta } = answer.result as {
    isError?: boolean;
    content: readonly { text: string }[];
    _meta?: Record<string, unknown>;
  };
  if (isError !== true) return 'answered';
  const code = _meta?.['baton/code'];
  if (code === undefined && content[0]?.text.startsWith('Input validation error')) return 'refused';
  if (typeof code === 'string' && code in ERROR_CODES && code !== 'internal') return 'refused';
  throw new Error(`${tool} failed without a code of its own: ${text.slice(0, 2_000)}`);
}
