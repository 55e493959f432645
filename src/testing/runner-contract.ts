import assert from 'node:assert/strict';
import { existsSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBatonError } from '../base/error.ts';
import { readClaim } from '../handoff/claim.ts';
import type { Runner, SessionMessage, SessionRequest } from '../runners/runner.ts';
import { markedProcesses } from '../sys/process-tree.ts';
import { MARK } from '../sys/program.ts';
import { isAlive, type TrialSession, withTrialSession } from './runner-session.ts';

/** What not every kind of runner can do. */
export type RunnerAbility =
  | 'standard_input'
  | 'exit_codes'
  | 'result_file'
  | 'result_text'
  | 'live_output'
  | 'missing_program';

/** A kind of runner under trial. */
export interface RunnerSubject {
  /** A runner whose agent runs this shell text in its workbench and ends as the text does. */
  doing(shell: string): Runner;
  /** A runner whose program is nowhere. */
  withoutProgram?(): Runner;
  /** What it cannot do by its nature, and why: the cases that need it are skipped by that name. */
  readonly lacks: Readonly<Partial<Record<RunnerAbility, string>>>;
}

/** One promise every runner keeps. */
export interface RunnerCase {
  readonly title: string;
  readonly needs?: RunnerAbility;
  run(subject: RunnerSubject): Promise<void>;
}

/** What a runner must do, whatever program it starts. Each case has directories of its own. */
export const RUNNER_CONTRACT: readonly RunnerCase[] = [
  {
    title: 'a session that comes to its end is done, and works in the workbench',
    run: (subject) =>
      withTrialSession(async (session) => {
        await subject.doing('true').check();
        const outcome = await session.play(subject.doing('pwd -P > where.txt'));
        assert.equal(outcome.ended, 'done', outcome.detail);
        assert.equal(session.read('where.txt'), `${session.request.workbench}\n`);
      }),
  },
  {
    title: 'a program that fails is a failed session, told with the end of what it printed',
    needs: 'exit_codes',
    run: (subject) =>
      withTrialSession(async (session) => {
        const outcome = await session.play(subject.doing('echo the reason >&2; exit 3'));
        assert.equal(outcome.ended, 'failed');
        assert.equal(outcome.exitCode, 3);
        assert.match(outcome.detail, /exit code 3[\s\S]*the reason/);
      }),
  },
  {
    title: 'exit codes tell a service that is away and a program that is not set up from a failure',
    needs: 'exit_codes',
    async run(subject) {
      const ends = { 0: 'done', 1: 'failed', 75: 'service', 78: 'unavailable', 126: 'unavailable', 127: 'unavailable' };
      for (const [code, ended] of Object.entries(ends)) {
        const outcome = await withTrialSession(({ play }) => play(subject.doing(`exit ${code}`)));
        assert.equal(outcome.ended, ended, `exit code ${code}`);
      }
    },
  },
  {
    title: 'a session whose time is up is ended with all it started, daemons too',
    async run(subject) {
      const runner = subject.doing(`${DAEMON}; sleep 600`);
      for (const deadlineMs of [1_000, 5_000, 25_000]) {
        const wasThere = await withTrialSession(
          async (session) => {
            const outcome = await session.play(runner);
            assert.equal(outcome.ended, 'timed_out', outcome.detail);
            assertAllGone(session);
            return existsSync(join(session.request.workbench, 'daemon.pid'));
          },
          { deadlineMs },
        );
        // On a busy machine the daemon may not have come up in time to be ended.
        if (wasThere) return;
      }
      assert.fail('the daemon never came up');
    },
  },
  {
    title: 'what a session leaves running when it is done is ended',
    run: (subject) =>
      withTrialSession(async (session) => {
        const outcome = await session.play(subject.doing(`${DAEMON}; until [ -e daemon.pid ]; do sleep 0.02; done`));
        assert.equal(outcome.ended, 'done', outcome.detail);
        assertAllGone(session);
      }),
  },
  {
    title: 'a session that is told to stop is interrupted, with all it started',
    async run(subject) {
      const stopping = new AbortController();
      await withTrialSession(
        async (session) => {
          const playing = session.play(subject.doing(`${DAEMON}; sleep 600`));
          await Promise.race([session.appears('daemon.pid'), playing]);
          stopping.abort();
          assert.equal((await playing).ended, 'interrupted');
          assertAllGone(session);
        },
        { signal: stopping.signal },
      );
    },
  },
  {
    title: 'a session that is stopped before it begins does nothing',
    run: (subject) =>
      withTrialSession(
        async (session) => {
          assert.equal((await session.play(subject.doing('touch begun'))).ended, 'interrupted');
          assert.deepEqual([session.started, existsSync(join(session.request.workbench, 'begun'))], [[], false]);
        },
        { signal: AbortSignal.abort() },
      ),
  },
  {
    title: 'the prompt arrives on standard input byte for byte, a megabyte too',
    needs: 'standard_input',
    async run(subject) {
      for (const prompt of ['', 'no line break', 'ä\r\n\t"$HOME" `x`\n', 'für 1 MB\n'.repeat(110_000)]) {
        await withTrialSession(
          async (session) => {
            await session.play(subject.doing('cat > prompt.txt'));
            assert.ok(session.read('prompt.txt') === prompt, `a prompt of ${prompt.length} characters`);
          },
          { prompt },
        );
      }
    },
  },
  {
    title: 'a session need not read its prompt',
    run: (subject) =>
      withTrialSession(async ({ play }) => assert.equal((await play(subject.doing('true'))).ended, 'done'), {
        prompt: 'x'.repeat(1_000_000),
      }),
  },
  {
    title: 'the environment says what the session is for and holds nothing of the user',
    run: (subject) =>
      withTrialSession(async (session) => {
        await withVariable('BATON_TRIAL_API_KEY', 'a-key-of-the-user', () =>
          session.play(subject.doing(SHOW_VARIABLES)),
        );
        const { request } = session;
        const variables = session.read('variables.txt');
        assert.doesNotMatch(variables, /a-key-of-the-user/);
        for (const [name, value] of Object.entries(variablesOf(request))) {
          assert.ok(variables.includes(`\n${name}=${value}\n`), `${name} is ${value} in ${variables}`);
        }
        for (const own of ['HOME', 'TMPDIR']) assert.ok(variables.includes(`\n${own}=${request.scratch}/`), own);
        assert.equal(session.read('instructions.txt'), request.instructions);
      }),
  },
  {
    title: 'what a session says is heard while it runs',
    needs: 'live_output',
    async run(subject) {
      const heard: SessionMessage[] = [];
      let request: SessionRequest | undefined;
      const onMessage = (message: SessionMessage) => {
        heard.push(message);
        if (request !== undefined && textOf(heard).includes('first')) writeFileSync(`${request.workbench}/go`, '');
      };
      await withTrialSession(
        async (session) => {
          request = session.request;
          const runner = subject.doing('echo first; until [ -e go ]; do sleep 0.02; done; echo second');
          assert.equal((await session.play(runner)).ended, 'done');
          assert.match(textOf(heard), /first[\s\S]*second/);
        },
        { onMessage },
      );
    },
  },
  {
    title: 'the program is contained, and made known with its mark',
    run: (subject) =>
      withTrialSession(
        async (session) => {
          await session.play(subject.doing(`echo "$CONTAINED $${MARK}" > told.txt`));
          const [mark = ''] = session.started;
          assert.equal(session.read('told.txt'), `yes ${mark}\n`);
        },
        { contain: (program) => ['env', 'CONTAINED=yes', ...program] },
      ),
  },
  {
    title: 'a result left in the file it was given is the claim',
    needs: 'result_file',
    run: (subject) =>
      withTrialSession(async (session) => {
        const { result } = await session.play(
          subject.doing(`echo '{"status": "complete"}'; printf '%s' '${RESULT}' > "$BATON_OUTPUT"`),
        );
        assert.deepEqual(readClaim(result, session.request).result?.summary, 'One test, red.');
      }),
  },
  {
    title: 'a result printed as the last fenced block is the claim, whatever goes to the other stream',
    needs: 'result_text',
    run: (subject) =>
      withTrialSession(async (session) => {
        const text = `Done.\\n\\140\\140\\140json\\n%s\\n\\140\\140\\140\\n`;
        const { result } = await session.play(subject.doing(`printf '${text}' '${RESULT}'; echo '\`\`\`json' >&2`));
        assert.deepEqual(readClaim(result, session.request).result?.summary, 'One test, red.');
      }),
  },
  {
    title: 'a session that reports nothing claims nothing',
    run: (subject) =>
      withTrialSession(async (session) => {
        const { result } = await session.play(subject.doing('true'));
        const claim = { status: 'complete', agent: 'test-agent', phase: 'red' };
        assert.deepEqual(readClaim(result, session.request), { result: claim });
      }),
  },
  {
    title: 'a program that is nowhere is told before anything begins',
    needs: 'missing_program',
    async run(subject) {
      const runner = subject.withoutProgram?.() ?? assert.fail('withoutProgram is missing');
      await assert.rejects(runner.check(), (error) => isBatonError(error) && error.code === 'missing_program');
      assert.equal((await withTrialSession(({ play }) => play(runner))).ended, 'unavailable');
    },
  },
];

const RESULT = JSON.stringify({ status: 'complete', summary: 'One test, red.' });

const SHOW_VARIABLES = '{ echo; env | sort; } > variables.txt; cat "$BATON_INSTRUCTIONS" > instructions.txt';

/** A process that leaves its group and would outlive its session; its number is in a file. */
const DAEMON = `${process.platform === 'linux' ? 'setsid ' : ''}sh -c 'echo $$ $(readlink /proc/self/ns/pid) > pid; mv pid daemon.pid; exec sleep 600' < /dev/null > /dev/null 2>&1 &
true`;

function assertAllGone(session: TrialSession): void {
  if (existsSync(join(session.request.workbench, 'daemon.pid'))) {
    const [pid, namespace = ''] = session.read('daemon.pid').trim().split(' ');
    // In a namespace of its own a program has numbers of its own: there the mark alone tells.
    if (namespace === ownNamespace()) assert.equal(isAlive(Number(pid)), false, 'the daemon lives on');
  }
  assert.ok(session.started.length > 0, 'no process was made known');
  if (process.platform !== 'linux') return;
  for (const mark of session.started) assert.deepEqual(markedProcesses(MARK, mark), []);
}

function ownNamespace(): string {
  return process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : '';
}

function variablesOf(request: SessionRequest): Readonly<Record<string, string>> {
  return {
    BATON_RUN: request.run,
    BATON_WORKFLOW: request.workflow,
    BATON_PHASE: request.phase,
    BATON_AGENT: request.agent,
    BATON_CYCLE: '1',
    BATON_VISIT: '1',
    BATON_ATTEMPT: '1',
    BATON_HANDOFF: request.handoffFile,
    BATON_OUTPUT: request.outputFile,
  };
}

async function withVariable<T>(name: string, value: string, work: () => Promise<T>): Promise<T> {
  process.env[name] = value;
  try {
    return await work();
  } finally {
    delete process.env[name];
  }
}

function textOf(messages: readonly SessionMessage[]): string {
  return messages.map((message) => (message.kind === 'text' ? message.text : '')).join('');
}
