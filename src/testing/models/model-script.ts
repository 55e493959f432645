import { pickSession, type Script, type ScriptedSession } from '../../runners/scripted.ts';

/** Something the model has the agent do. Each dialect calls the tools as the agents that speak it do. */
export type ModelCall =
  | { readonly do: 'shell'; readonly command: string }
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  | { readonly do: 'replace'; readonly path: string; readonly find: string; readonly with: string }
  | { readonly do: 'tool'; readonly name: string; readonly input: Readonly<Record<string, unknown>> };

/** What a scripted model answers to one request. */
export type ModelTurn =
  | {
      readonly say?: string | undefined;
      readonly calls?: readonly ModelCall[] | undefined;
      /** What it reports as its structured result; text that is no JSON too. */
      readonly result?: unknown;
      readonly usage?: { readonly input: number; readonly output: number } | undefined;
    }
  /** An answer with an HTTP status that is no success. */
  | {
      readonly status: number;
      readonly message?: string | undefined;
      readonly headers?: Readonly<Record<string, string>> | undefined;
    }
  /** The connection is cut in the middle of an answer. */
  | { readonly cut: true }
  /** No answer ever comes. */
  | { readonly hang: true };

/** One request as a scripted model sees it. */
export interface ModelRequest {
  /** The texts of the user's first message and of the system prompt, as the agent program sent them. */
  readonly prompt: string;
  readonly system: string;
  /** How many answers the model has given in this conversation. */
  readonly turn: number;
  /** How many conversations began before this one. */
  readonly conversation: number;
  /** The results of the tools it called last, as texts. */
  readonly toolResults: readonly string[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** Decides what the model does next. */
export type ModelScript = (request: ModelRequest) => ModelTurn | Promise<ModelTurn>;

/** A model server on the loopback. */
export interface ModelServer {
  /** The base address, without a slash at its end. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  close(): Promise<void>;
}

/** Plays the turns of one conversation, one after the other; the last one again and again. */
export function playTurns(turns: readonly ModelTurn[]): ModelScript {
  return ({ turn }) => turns[Math.min(turn, turns.length - 1)] ?? { say: 'Done.' };
}

/** Plays a script of the scripted runner: which session is meant stands in the package the model is sent. */
export function playScript(script: Script): ModelScript {
  return (request) => {
    const found = PLACE.exec(request.prompt) ?? PLACE.exec(request.system);
    if (found === null) return { status: 400, message: 'The package says no phase and no cycle.' };
    const [, phase = '', cycle, attempt = '1'] = found;
    const session = pickSession(script, { phase, cycle: Number(cycle), attempt: Number(attempt) });
    if (session === undefined) return { status: 400, message: `The script has no session for ${found[0]}.` };
    return playTurns(turnsOf(session))(request);
  };
}

const PLACE = /phase ([a-z][a-z0-9_-]*), cycle (\d+)(?:, attempt (\d+))?/;

/** A session of the scripted runner as a model would play it: it edits, runs its commands, and reports. */
export function turnsOf(session: ScriptedSession): readonly ModelTurn[] {
  const writes = Object.entries(session.write ?? {}).map(([path, text]) => ({ do: 'write', path, text }) as const);
  const appends = Object.entries(session.append ?? {}).map(([path, text]) => {
    return { do: 'shell', command: `cat >> '${path}' <<'BATON_END'\n${text.replace(/\n$/, '')}\nBATON_END` } as const;
  });
  const replaces = (session.replace ?? []).map((one) => ({ do: 'replace', ...one }) as const);
  const deletes = (session.delete ?? []).map((path) => ({ do: 'shell', command: `rm -r '${path}'` }) as const);
  const runs = (session.run ?? []).map((command) => ({ do: 'shell', command }) as const);
  const calls: readonly ModelCall[] = [...writes, ...appends, ...replaces, ...deletes, ...runs];
  const result = session.result ?? { status: 'complete', summary: 'Done.' };
  return [...calls.map((call) => ({ calls: [call] })), { say: session.say ?? 'Done.', result }];
}
