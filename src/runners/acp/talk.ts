import { setTimeout as sleep } from 'node:timers/promises';
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
  /** Names of files that the agent will not find. */
  readonly laidAside: readonly string[];
}

/** What is said to the agent, and what it answers. */
export function openTalk(
  sdk: AcpSdk,
  agent: ClientContext,
  { profile, login, directory, startMs }: AgentStart,
  request: SessionRequest,
  { ear, client, tell, laidAside }: TalkParts,
) {
  const { agent: methods } = sdk.methods;
  let isReady = false;
  let stopReason: string | undefined;
  let failure: RequestFailure | undefined;
  let obstacle: string | undefined;
  let used: Usage | undefined;
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
    const waiting = AbortSignal.timeout(startMs);
    const waitAtMost = { cancellationSignal: waiting, stopWaitingOnCancel: true };
    const answer = await agent
      .request(methods.initialize, greeting(), waitAtMost)
      .catch((error: unknown): undefined => {
        if (!waiting.aborted) throw error;
        obstacle = `did not answer within ${startMs / 1000} s that it speaks the Agent Client Protocol`;
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
    if (typeof sessionId !== 'string') obstacle = 'opened no session';
    if (model === undefined || profile?.modelAtStart === true) {
      model ??= currentModel(session);
      return sessionId;
    }
    obstacle = await chooseModel(agent, methods, session, model);
    return obstacle === undefined ? sessionId : undefined;
  }

  async function ask(id: string, text: string): Promise<void> {
    client.forget();
    stopReason = undefined;
    const response = await agent.request(methods.session.prompt, { sessionId: id, prompt: [{ type: 'text', text }] });
    stopReason = response.stopReason;
    used = added(used, usageIn(response));
    // What it said last, and what it cost, may be heard a moment after its answer.
    await sleep(SETTLE_MS);
    ear.pause();
    const usage = withCost();
    if (usage !== undefined) tell({ kind: 'usage', usage });
  }

  function withCost(): Usage | undefined {
    const usd = ear.usd();
    return used === undefined || usd === undefined ? used : { ...used, usd };
  }

  return {
    async hold(): Promise<void> {
      const id = (await begin()) ? await open() : undefined;
      if (id === undefined) return;
      await ask(id, firstPrompt(request, laidAside));
      for (let round = 0; round < MOST_EXPLANATIONS && client.refusals().length > 0; round += 1) {
        if (stopReason !== 'end_turn' && stopReason !== 'cancelled') return;
        await ask(id, explain(client.refusals()));
      }
    },
    /** An error is told if the agent answered with it. That the connection is closed, the end of the program tells. */
    note(error: unknown): void {
      if (error instanceof sdk.RequestError) failure = { code: error.code, message: error.message, data: error.data };
    },
    async cancel(): Promise<boolean> {
      if (sessionId === undefined) return false;
      await agent.notify(methods.session.cancel, { sessionId }).catch(() => undefined);
      return true;
    },
    heard: () => ({ isReady, stopReason, failure, obstacle, usage: withCost(), sessionId, model }),
  };
}

const SETTLE_MS = 100;

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
