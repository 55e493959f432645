import type { SessionMessage, SessionRequest, Usage } from '../runner.ts';
import type { AgentClient } from './client.ts';
import { type Ear, usageIn } from './listening.ts';
import { chooseModel, currentModel } from './model-choice.ts';
import type { RequestFailure } from './profile.ts';
import type { AgentStart } from './program.ts';
import { explain, firstPrompt } from './prompts.ts';
import type { AcpSdk, ClientContext, InitializeRequest } from './sdk.ts';

interface TalkParts {
  readonly ear: Ear;
  readonly client: AgentClient;
  readonly tell: (message: SessionMessage) => void;
}

/** What is said to the agent, and what it answers. */
export function openTalk(
  sdk: AcpSdk,
  agent: ClientContext,
  { profile, login, directory, title }: AgentStart,
  request: SessionRequest,
  { ear, client, tell }: TalkParts,
) {
  const { agent: methods } = sdk.methods;
  let isReady = false;
  let stopReason: string | undefined;
  let failure: RequestFailure | undefined;
  let obstacle: string | undefined;
  let usage: Usage | undefined;
  let sessionId: string | undefined;
  let model = request.model;

  const greeting = (): InitializeRequest => ({
    protocolVersion: sdk.PROTOCOL_VERSION,
    clientInfo: { name: 'baton', version: '1' },
    clientCapabilities: {
      fs: { readTextFile: client.offersFiles, writeTextFile: client.offersFiles },
      terminal: false,
    },
  });

  async function begin(): Promise<boolean> {
    const waiting = AbortSignal.timeout(START_MS);
    const waitAtMost = { cancellationSignal: waiting, stopWaitingOnCancel: true };
    const answer = await agent
      .request(methods.initialize, greeting(), waitAtMost)
      .catch((error: unknown): undefined => {
        if (!waiting.aborted) throw error;
        obstacle = `did not answer within ${START_MS / 1000} s that it speaks the Agent Client Protocol`;
      });
    if (answer === undefined) return false;
    isReady = true;
    if (answer.protocolVersion !== sdk.PROTOCOL_VERSION) {
      obstacle = `speaks version ${answer.protocolVersion} of the Agent Client Protocol, and Baton ${sdk.PROTOCOL_VERSION}`;
      return false;
    }
    const methodId = login && profile?.authMethod(login);
    if (methodId !== undefined) await agent.request(methods.authenticate, { methodId });
    return true;
  }

  async function open(): Promise<string | undefined> {
    const session = await agent.request(methods.session.new, { cwd: directory, mcpServers: [] });
    sessionId = session.sessionId;
    if (model === undefined || profile?.modelAtStart === true) {
      model ??= currentModel(session);
      return sessionId;
    }
    obstacle = await chooseModel(agent, methods, session, model);
    return obstacle === undefined ? sessionId : undefined;
  }

  async function ask(id: string, text: string): Promise<void> {
    client.forget();
    const response = await agent.request(methods.session.prompt, { sessionId: id, prompt: [{ type: 'text', text }] });
    stopReason = response.stopReason;
    ear.pause();
    usage = added(usage, usageIn(response));
    const usd = ear.usd();
    if (usage !== undefined) tell({ kind: 'usage', usage: { ...usage, usd } });
  }

  return {
    async hold(): Promise<void> {
      const id = (await begin()) ? await open() : undefined;
      if (id === undefined) return;
      await ask(id, firstPrompt(request));
      for (let round = 0; round < MOST_EXPLANATIONS && client.refusals().length > 0; round += 1) {
        if (stopReason !== 'end_turn' && stopReason !== 'cancelled') return;
        const told = explain(client.refusals());
        tell({ kind: 'text', text: told });
        await ask(id, told);
      }
    },
    /** The agent's own answer is told by what it answered; that the connection is closed, by the end of its program. */
    note(error: unknown): void {
      if (error instanceof sdk.RequestError) failure = { code: error.code, message: error.message, data: error.data };
    },
    async cancel(): Promise<boolean> {
      if (sessionId === undefined) return false;
      await agent.notify(methods.session.cancel, { sessionId }).catch(() => undefined);
      return true;
    },
    heard() {
      const usd = ear.usd();
      const total = usage === undefined || usd === undefined ? usage : { ...usage, usd };
      return { isReady, stopReason, failure, obstacle, usage: total, sessionId, model, title };
    },
  };
}

/** How long an agent may take to say that it speaks the protocol: it may have to be fetched first. */
const START_MS = 120_000;

/** How often an agent is told why something was refused. */
const MOST_EXPLANATIONS = 2;

function added(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: (one.cacheReadTokens ?? 0) + (other.cacheReadTokens ?? 0),
    cacheWriteTokens: (one.cacheWriteTokens ?? 0) + (other.cacheWriteTokens ?? 0),
  };
}
