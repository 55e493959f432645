import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { codexRunner } from '../../src/runners/codex/codex.ts';
import { type ModelServer, playTurns } from '../../src/testing/models/model-script.ts';
import { startOpenAi } from '../../src/testing/models/openai.ts';
import { withTrialSession } from '../../src/testing/runner-session.ts';
import { temporaryDirectory } from '../repository.ts';
import { DONE, missingCodex, playCodex, userOf } from './codex-play.ts';

beforeEach((context) => {
  if (missingCodex !== undefined) context.skip(missingCodex);
});

describe('a session of Codex', { timeout: 60_000 }, () => {
  // Codex gives each of them its tools in another way: by a program, one by one, and without one for patches.
  it.each(['gpt-6.1-sol', 'gpt-5.5', 'a-model-nobody-knows'])('works with a model such as %s', (model) =>
    playCodex(
      [
        { calls: [{ do: 'write', path: 'src/a.txt', text: 'one two\n' }] },
        { calls: [{ do: 'replace', path: 'src/a.txt', find: 'two', with: '2' }] },
        { calls: [{ do: 'write', path: 'b.txt', text: 'no line break' }] },
        { calls: [{ do: 'shell', command: 'cat src/a.txt; exit 3' }] },
        DONE,
      ],
      ({ outcome, session, server }) => {
        expect(outcome).toMatchObject({ ended: 'done', model, result: { status: 'complete' } });
        expect(session.read('src/a.txt')).toBe('one 2\n');
        expect(session.read('b.txt')).toBe('no line break');
        expect(server.requests.at(-1)?.toolResults.join()).toMatch(/exited with code 3[\s\S]*one 2/);
        expect(bodyOf(server).model).toBe(model);
        const calls = session.messages.flatMap((message) => (message.kind === 'tool_call' ? [message.tool] : []));
        expect(calls).toEqual(['Edit', 'Bash', 'Bash', 'Bash']);
        expect(session.messages).toContainEqual({ kind: 'tool_result', tool: 'Bash', ok: false, text: 'one 2\n' });
      },
      { request: { model } },
    ),
  );

  it('tells in full what it used, and which model it asked', () =>
    playCodex(
      [
        { calls: [{ do: 'shell', command: 'true' }], usage: { input: 1000, output: 10 } },
        { ...DONE, usage: { input: 2000, output: 20 } },
      ],
      ({ outcome, session, server }) => {
        const usage = { inputTokens: 3000, outputTokens: 30, cacheReadTokens: 0, cacheWriteTokens: 0 };
        expect(outcome.usage).toEqual(usage);
        expect(session.messages.at(-1)).toEqual({ kind: 'usage', usage });
        expect(outcome.sessionId).toMatch(/^[0-9a-f-]{36}$/);
        expect(outcome.model).toBe(bodyOf(server).model);
      },
    ));

  it('waits for a command that takes longer than Codex does by itself', { timeout: 120_000 }, () =>
    playCodex(
      [{ calls: [{ do: 'shell', command: 'sleep 32; echo late' }] }, DONE],
      ({ outcome, server }) => {
        expect(outcome).toMatchObject({ ended: 'done' });
        expect(server.requests.length).toBe(2);
        expect(server.requests[1]?.toolResults.join()).toContain('late');
      },
      { request: { deadlineMs: 100_000 } },
    ),
  );

  it('asks for a result in the form that the service takes', () =>
    playCodex([DONE], ({ server }) => {
      const { format } = bodyOf(server).text;
      expect(format).toMatchObject({ type: 'json_schema', strict: true });
      const objects = objectsIn(format.schema);
      expect(objects.length).toBe(3);
      for (const one of objects) {
        expect(one).toMatchObject({ additionalProperties: false, required: Object.keys(one.properties ?? {}) });
      }
    }));

  it('leaves out of its result what its agent left empty', () => {
    const result = {
      status: 'blocked',
      summary: null,
      attempted: ['one'],
      handoff: { next_agent: null, context: 'c' },
    };
    return playCodex([{ result }], ({ outcome }) => {
      expect(outcome.result).toEqual({ status: 'blocked', attempted: ['one'], handoff: { context: 'c' } });
    });
  });

  it('gives its model the texts of Baton as they are', () => {
    const odd = 'ä "quoted" \\ \u0001 \u007f \t $x 🙂 \'\'\' """ # \r\n[table]\nkey = 1\n';
    return playCodex(
      [DONE],
      ({ server }) => {
        expect(server.requests[0]?.system).toContain(odd.trim());
        expect(server.requests[0]?.prompt).toContain('/clear and look at @notes.txt');
        expect(JSON.stringify(server.requests[0]?.body)).not.toContain('note 4717');
      },
      {
        request: { instructions: odd, prompt: '/clear and look at @notes.txt' },
        prepare: ({ request }) => writeFileSync(join(request.workbench, 'notes.txt'), 'note 4717\n'),
      },
    );
  });

  it.each(['gpt-6.1-sol', 'a-model-nobody-knows'])('gives %s the reason why a file may not be written', (model) =>
    playCodex(
      [
        { calls: [{ do: 'write', path: 'src/sum.js', text: '0\n' }] },
        { calls: [{ do: 'write', path: 'test/sum.test.js', text: 'red\n' }] },
        DONE,
      ],
      ({ outcome, session, server }) => {
        expect(outcome).toMatchObject({ ended: 'done' });
        expect(server.requests[1]?.toolResults.join()).toContain('src/sum.js: not in this phase.');
        expect(session.messages).toContainEqual({
          kind: 'tool_result',
          tool: expect.any(String),
          ok: false,
          text: 'src/sum.js: not in this phase.',
        });
        expect(session.read('test/sum.test.js')).toBe('red\n');
      },
      { request: { model, mayNotWrite: rule } },
    ),
  );

  it('may write where its phase lets it, whatever way leads to the workbench', async () => {
    const way = join(temporaryDirectory(), 'way');
    await withTrialSession(async ({ request, read }) => {
      const path = join(request.workbench, 'test/sum.test.js');
      const server = await startOpenAi(playTurns([{ calls: [{ do: 'write', path, text: 'red\n' }] }, DONE]));
      onTestFinished(() => server.close());
      symlinkSync(request.workbench, way);
      const runner = codexRunner({ user: userOf(server) });
      expect(await runner.play({ ...request, workbench: way, mayNotWrite: rule })).toMatchObject({ ended: 'done' });
      expect(read('test/sum.test.js')).toBe('red\n');
    });
  });

  it('lets an agent without a shell read, and nothing else', () =>
    playCodex(
      [
        { calls: [{ do: 'shell', command: "sed -n '1,2p' notes.txt | head -1 && ls" }] },
        { calls: [{ do: 'shell', command: 'cat notes.txt > copy.txt' }] },
        { calls: [{ do: 'write', path: 'written.txt', text: 'w\n' }] },
        DONE,
      ],
      ({ session, server }) => {
        expect(server.requests[1]?.toolResults.join()).toContain('note 4717');
        expect(server.requests[2]?.toolResults.join()).toContain('You have no shell.');
        expect(session.read('written.txt')).toBe('w\n');
        expect(existsSync(join(session.request.workbench, 'copy.txt'))).toBe(false);
      },
      {
        request: { tools: ['Read', 'Write'] },
        prepare: ({ request }) => writeFileSync(join(request.workbench, 'notes.txt'), 'note 4717\n'),
      },
    ));

  it('searches the web only for an agent that has that tool', async () => {
    for (const tools of [['Read', 'WebSearch'], ['Read']]) {
      await playCodex(
        [DONE],
        ({ server }) => expect(bodyOf(server).tools.some(({ type }) => type === 'web_search')).toBe(tools.length > 1),
        { request: { model: 'gpt-5.5', tools } },
      );
    }
  });

  it('belongs to the trace it is given', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const calls = [{ do: 'shell', command: 'printf %s "$TRACEPARENT" > trace.txt' }] as const;
    return playCodex([{ calls }, DONE], ({ session }) => expect(session.read('trace.txt')).toBe(traceparent), {
      request: { traceparent },
    });
  });

  it('leaves nothing in the workbench but what its agent made', () =>
    playCodex(
      [{ calls: [{ do: 'shell', command: 'touch made; setsid sleep 600 > /dev/null 2>&1 &' }] }, DONE],
      ({ outcome, session }) => {
        expect(outcome).toMatchObject({ ended: 'done' });
        expect(readdirSync(session.request.workbench)).toEqual(['made']);
      },
    ));

  it.each([
    { what: 'a model nobody knows', status: 404, message: 'The model x does not exist.', ended: 'unavailable' },
    { what: 'a conversation that is too long', status: 400, message: 'context_length_exceeded', ended: 'failed' },
    { what: 'a request that is refused', status: 400, message: 'no such parameter', ended: 'failed' },
    { what: 'a service that is away', status: 503, message: 'try later', ended: 'service' },
  ])('tells $what by how it ends: $ended', ({ status, message, ended }) =>
    playCodex([{ status, message }], ({ outcome }) => expect(outcome).toMatchObject({ ended })),
  );

  it('that finds nobody at its address is no failed attempt', () =>
    playCodex([DONE], ({ outcome }) => expect(outcome).toMatchObject({ ended: 'service' }), {
      user: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' },
    }));
});

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

interface Body {
  readonly model: string;
  readonly tools: readonly { readonly type: string }[];
  readonly text: { readonly format: { readonly schema: Shape } };
}

function bodyOf({ requests }: ModelServer): Body {
  return (requests[0]?.body ?? expect.fail('nothing was asked')) as Body;
}

function objectsIn(shape: Shape): readonly Shape[] {
  const { properties = {}, items, anyOf = [] } = shape;
  const below = [...Object.values(properties), ...(items === undefined ? [] : [items]), ...anyOf];
  return [...(shape.properties === undefined ? [] : [shape]), ...below.flatMap(objectsIn)];
}

function rule(path: string): string | undefined {
  return path.startsWith('src/') ? `${path}: not in this phase.` : undefined;
}
