import { clientFiles } from './files.ts';
import type { Ear, SessionUpdate } from './listening.ts';
import { answerWith, type Rules, refuseCall } from './policy.ts';
import type { Profile } from './profile.ts';
import type { Refusal } from './prompts.ts';
import type { AcpSdk, RequestPermissionRequest, RequestPermissionResponse } from './sdk.ts';

export interface ClientParts {
  readonly ear: Ear;
  readonly rules: Rules;
  readonly profile: Profile | undefined;
}

/** The side of the protocol that agents ask: what they may do, and files if they want them from here. */
export function openClient(sdk: AcpSdk, { ear, rules, profile }: ClientParts) {
  let refusals: Refusal[] = [];
  const files = clientFiles(rules);
  const { client: methods } = sdk.methods;

  function permit({ toolCall, options }: RequestPermissionRequest): RequestPermissionResponse {
    const { call, tool } = ear.callOf(toolCall);
    const why = refuseCall(call, rules, tool);
    if (why !== undefined) {
      ear.refuse(toolCall, why);
      refusals.push({ tool, title: call.title ?? '', why });
    }
    return answerWith(options, why === undefined);
  }

  /** A refusal has to reach the model: as a text, by the way an agent passes errors on. */
  function withReason<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new sdk.RequestError(FILE_REFUSED, (error as Error).message);
    }
  }

  const app = sdk
    .client({ name: 'baton' })
    .onRequest(methods.session.requestPermission, ({ params }) => permit(params))
    .onRequest(methods.fs.readTextFile, ({ params }) =>
      withReason(() => ({ content: files.read(params.path, params) })),
    )
    .onRequest(methods.fs.writeTextFile, ({ params }) => withReason(() => files.write(params.path, params.content)))
    .onNotification(methods.session.update, readUpdate, ({ params }) => ear.take(params));
  return {
    app,
    /** Agents that Baton knows work in their own sandbox: this process would write outside of it. */
    offersFiles: profile === undefined,
    refusals: () => refusals,
    forget() {
      refusals = [];
    },
  };
}

/** The code for what went wrong on this side, as opposed to a wrong question. */
const FILE_REFUSED = -32_603;

/** Updates are read as they are: one of a newer kind does no harm. */
function readUpdate(params: unknown): SessionUpdate {
  const { update } = (params ?? {}) as { update?: SessionUpdate };
  return typeof update === 'object' && update !== null ? update : {};
}

export type AgentClient = ReturnType<typeof openClient>;
