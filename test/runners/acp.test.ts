import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readClaim } from '../../src/handoff/claim.ts';
import { type AcpRunnerOptions, acpRunner } from '../../src/runners/acp/acp.ts';
import type { SessionOutcome, SessionRequest } from '../../src/runners/runner.ts';
import { markedProcesses } from '../../src/sys/process-tree.ts';
import { MARK } from '../../src/sys/program.ts';
import { type TrialSession, withTrialSession } from '../../src/testing/runner-session.ts';
import { temporaryDirectory } from '../repository.ts';

const FAKE = join(import.meta.dirname, '../agents/fake-acp.mjs');

interface Played {
  readonly outcome: SessionOutcome;
  readonly session: TrialSession;
}

interface Trial {
  readonly request?: Partial<SessionRequest>;
  readonly options?: Partial<AcpRunnerOptions>;
  readonly prepare?: (session: TrialSession) => void;
}

function fake(word: string, options: Partial<AcpRunnerOptions> = {}) {
  return acpRunner({ command: [process.execPath, FAKE, word], repository: '/', user: {}, ...options });
}

/** Plays one session of the agent that does what a word says, and hands what came of it to a check. */
function play(word: string, check: (played: Played) => void, { request, options, prepare }: Trial = {}): Promise<void> {
  return withTrialSession(async (session) => {
    prepare?.(session);
    const outcome = await session.play(fake(word, options));
    check({ outcome, session });
    expect(session.started.length).toBe(1);
    for (const mark of session.started) expect(markedProcesses(MARK, mark)).toEqual([]);
  }, request);
}

function notInSource(path: string): string | undefined {
  return path.startsWith('src/') ? `${path}: rule 4723 forbids it.` : undefined;
}

describe('an agent that speaks the protocol', () => {
  it('is done when it ends its turn, and is heard', () =>
    play('done', ({ outcome, session }) => {
      expect(outcome).toMatchObject({ ended: 'done', detail: '', sessionId: 's1' });
      expect(readClaim(outcome.result, session.request).result?.summary).toBe('All done.');
      expect(outcome.usage).toMatchObject({ inputTokens: 107, outputTokens: 20, cacheReadTokens: 7, usd: 0.25 });
      expect(session.messages.slice(0, 3)).toEqual([
        { kind: 'tool_call', tool: 'Read', input: { path: 'a' } },
        { kind: 'tool_result', tool: 'Read', ok: true, text: 'seen' },
        { kind: 'text', text: expect.stringMatching(/^I am done\.\n\n```json/) },
      ]);
    }));

  it('gets its instructions before the task, and nothing that looks like a command', () =>
    play(
      'echo',
      ({ outcome }) => {
        expect(outcome.result).toMatch(
          /^These[\s\S]*<instructions>\nYou write tests\.\n<\/instructions>[\s\S]*task\.\n\n\/clear/,
        );
      },
      { request: { prompt: '/clear' } },
    ));

  it('may say what is no message, and messages nobody knows', () =>
    play('strange', ({ outcome, session }) => {
      expect(outcome).toMatchObject({ ended: 'done' });
      expect(session.messages).toContainEqual({ kind: 'text', text: 'Welcome to the agent!\n' });
    }));

  it('is told why it was refused something, and can go on', () =>
    play(
      'refused',
      ({ outcome, session }) => {
        expect(outcome).toMatchObject({ ended: 'done', result: expect.stringContaining('It was yes.') });
        expect(session.messages).toContainEqual({
          kind: 'tool_result',
          tool: 'Edit',
          ok: false,
          text: 'src/sum.js: rule 4723 forbids it.',
        });
      },
      { request: { mayNotWrite: notInSource } },
    ));

  it.each([
    ['stubborn', 'cancelled its turn when it was refused Edit (src/sum.js): src/sum.js: rule 4723 forbids it.'],
    ['sulking', 'gave up when it was refused Edit (src/sum.js): src/sum.js: rule 4723 forbids it.'],
  ])('that only stops when it is refused something has failed: %s', (word, told) =>
    play(
      word,
      ({ outcome }) => {
        expect(outcome).toMatchObject({ ended: 'failed', detail: expect.stringContaining(told) });
        expect(outcome).not.toHaveProperty('result');
      },
      { request: { mayNotWrite: notInSource } },
    ),
  );

  it('is permitted nothing for ever', () =>
    play('only-for-ever', ({ outcome }) => expect(outcome.result).toContain('It was cancelled.')));
});

describe('the files an agent asks its client for', () => {
  const trial = (asked: readonly (readonly [string, object])[], more: Trial = {}): Trial => ({
    options: { environment: { FAKE_FILES: JSON.stringify(asked) } },
    request: { mayNotWrite: notInSource },
    ...more,
  });
  const answers = ({ outcome }: Played): readonly string[] => JSON.parse(String(outcome.result)) as string[];

  it('are those of the workbench', () =>
    play(
      'files',
      (played) => {
        expect(answers(played)).toEqual(['ok', 'two\nthree\n', 'two\n', 'ok']);
        expect(played.session.read('test/new/a.txt')).toBe('one\ntwo\nthree\n');
        expect(played.session.read('old.txt')).toBe('x');
      },
      trial(
        [
          ['fs/write_text_file', { path: 'test/new/a.txt', content: 'one\ntwo\nthree\n' }],
          ['fs/read_text_file', { path: 'test/new/a.txt', line: 2 }],
          ['fs/read_text_file', { path: 'test/new/a.txt', line: 2, limit: 1 }],
          ['fs/write_text_file', { path: 'old.txt', content: 'x' }],
        ],
        { prepare: ({ request }) => writeFileSync(join(request.workbench, 'old.txt'), 'something longer') },
      ),
    ));

  it('are refused with the reason where the phase forbids them', () =>
    play(
      'files',
      (played) => {
        expect(answers(played)).toEqual([
          'refused: src/sum.js: rule 4723 forbids it.',
          'refused: .git/config belongs to git. Leave it alone.',
        ]);
        expect(existsSync(join(played.session.request.workbench, 'src'))).toBe(false);
      },
      trial([
        ['fs/write_text_file', { path: 'src/sum.js', content: '0' }],
        ['fs/write_text_file', { path: '.git/config', content: '0' }],
      ]),
    ));

  it('are not those outside, whatever way leads there', async () => {
    const outside = temporaryDirectory();
    writeFileSync(join(outside, 'secret.txt'), 'secret 4724');
    const asked = ['secret.txt', 'new.txt'].flatMap((name) =>
      [`${outside}/${name}`, `way/${name}`, `../${name}`, 'link.txt'].flatMap((path) => [
        ['fs/read_text_file', { path }] as const,
        ['fs/write_text_file', { path, content: 'changed' }] as const,
      ]),
    );
    await play(
      'files',
      (played) => {
        const told = answers(played);
        expect(told.length).toBe(16);
        expect(told.every((one) => one.startsWith('refused: '))).toBe(true);
        expect(existsSync(join(outside, 'new.txt'))).toBe(false);
      },
      trial(asked, {
        prepare({ request: { workbench } }) {
          symlinkSync(outside, join(workbench, 'way'));
          symlinkSync(join(outside, 'secret.txt'), join(workbench, 'link.txt'));
        },
      }),
    );
  });

  it('may be reached by a link that stays inside', () =>
    play(
      'files',
      (played) => {
        expect(answers(played)).toEqual(['text', 'ok', 'refused: src/a.txt: rule 4723 forbids it.']);
        expect(played.session.read('test/b.txt')).toBe('b');
      },
      trial(
        [
          ['fs/read_text_file', { path: 'there/a.txt' }],
          ['fs/write_text_file', { path: 'there/b.txt', content: 'b' }],
          ['fs/write_text_file', { path: 'test/way/a.txt', content: 'a' }],
        ],
        {
          prepare({ request: { workbench } }) {
            for (const name of ['test', 'src']) mkdirSync(join(workbench, name));
            writeFileSync(join(workbench, 'test/a.txt'), 'text');
            symlinkSync('test', join(workbench, 'there'));
            symlinkSync('../src', join(workbench, 'test/way'));
          },
        },
      ),
    ));
});

describe('the end of an agent that speaks the protocol', () => {
  it.each([
    ['max_tokens', 'reached the most tokens'],
    ['max_turn_requests', 'reached the most requests'],
    ['refusal', 'refused to go on'],
    ['a_new_reason', '(a_new_reason)'],
    ['cancelled', 'though nobody asked it to'],
    ['nothing', 'without a word and without doing anything'],
    ['dies', 'ended (exit code 0) without an answer to its task'],
    ['killed', 'was ended by SIGKILL'],
    ['hangs-up', 'it closed the connection'],
    ['broken', 'something is undefined'],
    ['fails', 'ended with exit code 3. It printed last:\nThere is no light.'],
  ])('is a failure: %s', (word, told) =>
    play(word, ({ outcome }) => {
      expect(outcome).toMatchObject({ ended: 'failed', detail: expect.stringContaining(told) });
      expect(outcome).not.toHaveProperty('result');
    }),
  );

  it.each([
    ['overloaded', '(529)', undefined],
    ['limited', 'told to wait', 2500],
  ])('is the fault of its service: %s', (word, told, retryAfterMs) =>
    play(word, ({ outcome }) => {
      expect(outcome).toMatchObject({ ended: 'service', detail: expect.stringContaining(told) });
      expect(outcome.retryAfterMs).toBe(retryAfterMs);
    }),
  );

  it.each([
    ['needs-login', 'is not logged in'],
    ['no-model', 'Set another `model`'],
    ['of-tomorrow', 'speaks version 2 of the Agent Client Protocol'],
    ['no-protocol', 'Method not found'],
    ['exits', 'without saying that it speaks the Agent Client Protocol'],
    ['chatters', 'It printed last:\nUsage: this is no agent.'],
  ])('waits for a person: %s', (word, told) =>
    play(word, ({ outcome }) =>
      expect(outcome).toMatchObject({ ended: 'unavailable', detail: expect.stringContaining(told) }),
    ),
  );

  it('waits for a person if it never says that it speaks the protocol', () =>
    play(
      'mute',
      ({ outcome }) => {
        const detail = expect.stringContaining('did not answer within 1 s that it speaks the Agent Client Protocol');
        expect(outcome).toMatchObject({ ended: 'unavailable', detail });
      },
      { options: { startMs: 1_000 } },
    ));

  it('comes when it says more in one message than can be meant', () =>
    play('long', ({ outcome }) => {
      expect(outcome).toMatchObject({ ended: 'failed', detail: expect.stringContaining('more than 32000000') });
    }));

  it.each(['mute', 'deaf', 'polite'])('comes at its deadline: %s', (word) =>
    play(
      word,
      ({ outcome }) => expect(outcome).toMatchObject({ ended: 'timed_out', detail: expect.stringContaining('1.5 s') }),
      { request: { deadlineMs: 1_500 } },
    ),
  );

  it.each(['mute', 'deaf', 'polite'])('comes when Baton is stopped: %s', async (word) => {
    const stopping = new AbortController();
    const started: string[] = [];
    const request: Partial<SessionRequest> = {
      signal: stopping.signal,
      onStarting(mark) {
        started.push(mark);
        setTimeout(() => stopping.abort(), 500);
      },
    };
    await withTrialSession(async (session) => {
      expect(await session.play(fake(word))).toMatchObject({ ended: 'interrupted' });
      for (const mark of started) expect(markedProcesses(MARK, mark)).toEqual([]);
    }, request);
    expect(started.length).toBe(1);
  });
});

describe('the model of an agent', () => {
  it.each([
    ['models', 'Set m to large.'],
    ['older-models', 'Took large.'],
  ])('is the one it is told to take: %s', (word, told) =>
    play(
      word,
      ({ outcome }) => {
        expect(outcome).toMatchObject({ ended: 'done', model: 'large', result: expect.stringContaining(told) });
      },
      { request: { model: 'large' } },
    ),
  );

  it('is its own choice if nobody says', () =>
    play('models', ({ outcome }) => expect(outcome).toMatchObject({ ended: 'done', model: 'small' })));

  it.each([
    ['models', 'has no model huge. It offers small, large.'],
    ['done', 'lets nobody choose a model, and `model` in baton.yaml is huge.'],
  ])('that it does not have waits for a person: %s', (word, told) =>
    play(
      word,
      ({ outcome }) => expect(outcome).toMatchObject({ ended: 'unavailable', detail: expect.stringContaining(told) }),
      { request: { model: 'huge' } },
    ),
  );
});

describe('an agent that cannot work here', () => {
  it('is told before a run, by its command', async () => {
    const runner = acpRunner({ command: 'no-such-agent --acp', repository: '/', user: {} });
    await expect(runner.check()).rejects.toMatchObject({ code: 'missing_program' });
    expect(await runner.describe?.()).toMatchObject({ program: '`no-such-agent --acp`', problems: [] });
    await withTrialSession(async (session) => {
      expect(await session.play(runner)).toMatchObject({ ended: 'unavailable' });
      expect(session.started).toEqual([]);
    });
  });

  it.each([
    ['gemini', 'npm install @google/gemini-cli'],
    ['opencode acp', 'npm install opencode-ai'],
  ])('is told before a run, with the command that installs it: %s', async (command, told) => {
    const user = { PATH: temporaryDirectory(), HOME: temporaryDirectory(), BATON_AGENT_HOME: temporaryDirectory() };
    const runner = acpRunner({ command, repository: '/', user });
    await expect(runner.check()).rejects.toMatchObject({
      code: 'missing_program',
      message: expect.stringContaining(told),
    });
    expect((await runner.describe?.())?.problems.length).toBe(2);
  });

  it('is not begun by a run that is stopped', () =>
    withTrialSession(
      async (session) => {
        expect(await session.play(fake('done'))).toMatchObject({ ended: 'interrupted' });
        expect(session.started).toEqual([]);
      },
      { signal: AbortSignal.abort() },
    ));
});

it('the key of an agent is in nothing that is said', () =>
  play(
    'echo',
    ({ outcome, session }) => {
      expect(JSON.stringify([outcome, session.messages])).not.toContain('a-dummy-key-4725');
      expect(outcome.result).toContain('[redacted: login]');
    },
    {
      options: { environment: { FAKE_API_KEY: 'a-dummy-key-4725' } },
      request: { prompt: 'The key is a-dummy-key-4725.' },
    },
  ));
