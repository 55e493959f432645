import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatonError, isBatonError } from '../../base/error.ts';
import { makeDirectories } from '../../sys/kept-file.ts';
import { runProgram } from '../../sys/program.ts';
import { findLogin, type Login } from '../login.ts';
import { INTERRUPTED } from '../program-end.ts';
import { refuseUnready } from '../readiness.ts';
import type { Runner, SessionMessage, SessionOutcome, SessionRequest } from '../runner.ts';
import { hideSecrets, secretsOf } from '../secrets.ts';
import { prepareEnvironment } from '../session-program.ts';
import { endingOf, NO_SANDBOX } from './ending.ts';
import { openGuard } from './guard.ts';
import { listen } from './listening.ts';
import { CODEX_LOGIN } from './login.ts';
import { watchMountPoints } from './mount-points.ts';
import { type CodexProgram, findCodex } from './program.ts';
import { describeCodex, problemsOf } from './readiness.ts';
import { resultShape } from './result-shape.ts';
import { PROFILE, settingsOf } from './settings.ts';
import { writeToml } from './toml.ts';

export interface CodexRunnerOptions {
  /** The environment in which the login and the program are looked for. Default: that of this process. */
  readonly user?: NodeJS.ProcessEnv | undefined;
  /** Variables its program gets beside the usual ones. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** Codex as an agent, by way of `codex exec`. */
export function codexRunner({ user = process.env, environment = {} }: CodexRunnerOptions = {}): Runner {
  return {
    name: 'codex',
    unreported: ['usd'],
    check: async () => void readyProgram(user),
    describe: async () => describeCodex(user),
    play: (request) => play(request, user, environment),
  };
}

function readyProgram(user: NodeJS.ProcessEnv): CodexProgram {
  refuseUnready(problemsOf(user), { runner: 'codex' });
  const place = findCodex(user);
  if ('program' in place) return place.program;
  throw new BatonError('missing_program', 'Codex is gone.', { data: { runner: 'codex' } });
}

async function play(
  request: SessionRequest,
  user: NodeJS.ProcessEnv,
  environment: Readonly<Record<string, string>>,
): Promise<SessionOutcome> {
  if (request.signal.aborted) return INTERRUPTED;
  try {
    const program = readyProgram(user);
    const login = findLogin(CODEX_LOGIN, user);
    const variables = { ...login.variables, ...environment };
    const secrets = secretsOf(variables);
    const tell = (message: SessionMessage) => request.onMessage(hideSecrets(message, secrets));
    return hideSecrets(await playTurn(program, request, { login, variables, tell }), secrets);
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return { ended: 'unavailable', detail: error.message };
  }
}

interface Provision {
  readonly login: Login;
  readonly variables: Readonly<Record<string, string>>;
  readonly tell: (message: SessionMessage) => void;
}

async function playTurn(
  codex: CodexProgram,
  request: SessionRequest,
  { login, variables, tell }: Provision,
): Promise<SessionOutcome> {
  const home = join(request.scratch, 'codex');
  const environment = prepareEnvironment(request, { ...variables, CODEX_HOME: home });
  makeDirectories(home);
  const guard = await openGuard(request, home, tell);
  const mountPoints = watchMountPoints(request.workbench);
  const ear = listen(tell);
  let complaints = '';
  try {
    const played = await runProgram({
      program: setUp(codex, request, { login, home, guard: guard.command }),
      cwd: request.workbench,
      environment,
      timeoutMs: request.deadlineMs,
      input: request.prompt,
      keepOutput: 1_000,
      signal: request.signal,
      onStarting: request.onStarting,
      onOutput(piece, stream) {
        if (stream === 'stdout') ear.hear(piece);
        else complaints = `${complaints}${piece}`.slice(-MOST_COMPLAINTS);
      },
    });
    const { sessionId, usage } = ear.heard();
    const model = request.model ?? guard.model();
    const hasSandbox = !existsSync(join(home, NO_SANDBOX));
    if (hasSandbox && sessionId !== undefined) worked.add(waysTo(codex, request));
    const ending = endingOf(ear.heard(), { ...played, output: complaints, hasSandbox }, request);
    return { ...ending, sessionId, model, usage };
  } finally {
    await guard.close();
    mountPoints.clear();
  }
}

interface Setting {
  readonly login: Login;
  /** The directory that is Codex's own in this session. */
  readonly home: string;
  readonly guard: string;
}

/** Writes what Codex is to know into its own directory, and gives the program to be started. */
function setUp(codex: CodexProgram, request: SessionRequest, { login, home, guard }: Setting): readonly string[] {
  const schema = join(home, 'result.schema.json');
  const loginFile = join(home, 'auth.json');
  const start = [...(worked.has(waysTo(codex, request)) ? [] : [TRY_SANDBOX]), 'exec "$0" "$@"'].join('; ');
  const program = request.contain(
    ['sh', '-c', start, codex.path, 'exec', ...ARGUMENTS, '--output-schema', schema, '-'],
    {
      readable: [codex.directory, process.execPath, ...login.readable],
      login: login.file === undefined ? [] : [{ from: login.file, to: loginFile }],
    },
  );
  const known = { request, login, guard, loginFile: login.file === undefined ? undefined : behindLink(loginFile) };
  writeFileSync(join(home, 'config.toml'), writeToml(settingsOf(known)));
  writeFileSync(schema, JSON.stringify(resultShape()));
  return program;
}

/** Codex, and what keeps it in: the options of a sandbox without the places, which differ from session to session. */
function waysTo({ path }: CodexProgram, { contain }: SessionRequest): string {
  return [...contain(['sh']).filter((word) => !word.includes('/')), path].join(' ');
}

/** Where there is no sandbox, a login stands behind a link by now. */
function behindLink(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/**
 * Without its own sandbox Codex would begin, have every command and patch of its agent fail, and call that a success: so
 * the sandbox is tried first, in the same surroundings.
 */
const TRY_SANDBOX = `"$0" sandbox -P ${PROFILE} -- true < /dev/null > /dev/null || { : > "$CODEX_HOME/${NO_SANDBOX}"; exit 1; }`;

/** The programs whose sandbox worked, by how they are started: what worked once in a process works again. */
const worked = new Set<string>();

const ARGUMENTS = [
  '--json',
  '--color=never',
  '--skip-git-repo-check',
  '--ephemeral',
  '--ignore-rules',
  // Its only hook is the guard, which Baton wrote; those of the project are not loaded.
  '--dangerously-bypass-hook-trust',
];

const MOST_COMPLAINTS = 20_000;
