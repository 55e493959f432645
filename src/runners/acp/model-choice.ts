import type { AcpSdk, ClientContext, NewSessionResponse } from './sdk.ts';

/** A model a session offers. */
interface Offer {
  /** What sets it: an option of the session, or the older method for models alone. */
  readonly option: string | undefined;
  readonly current: string | undefined;
  readonly models: readonly string[];
}

/** The model a new session would take by itself. */
export function currentModel(session: NewSessionResponse): string | undefined {
  return offerOf(session)?.current;
}

/** Has a session take a model. Gives what stands in the way: an agent may take another one without a word. */
export async function chooseModel(
  agent: ClientContext,
  methods: AcpSdk['methods']['agent'],
  session: NewSessionResponse,
  model: string,
): Promise<string | undefined> {
  const offer = offerOf(session);
  if (offer === undefined) return `lets nobody choose a model, and \`model\` in baton.yaml is ${model}`;
  if (offer.current === model) return undefined;
  if (!offer.models.includes(model)) {
    const some = offer.models.slice(0, 8).join(', ');
    return `has no model ${model}. It offers ${some}${offer.models.length > 8 ? ' and others' : ''}`;
  }
  const { sessionId } = session;
  if (offer.option === undefined) await agent.request('session/set_model', { sessionId, modelId: model });
  else await agent.request(methods.session.setConfigOption, { sessionId, configId: offer.option, value: model });
  return undefined;
}

function offerOf(session: NewSessionResponse): Offer | undefined {
  const option = (session.configOptions ?? []).find(({ type, category, id }) => {
    return type === 'select' && (category === 'model' || id === 'model');
  });
  if (option?.type === 'select') {
    const values = option.options.flatMap((one) => ('options' in one ? one.options : [one])).map(({ value }) => value);
    return { option: option.id, current: option.currentValue, models: values };
  }
  const { models } = session as { models?: OlderModels | null };
  if (models === undefined || models === null) return undefined;
  const known = (models.availableModels ?? []).flatMap(({ modelId }) => modelId ?? []);
  return { option: undefined, current: models.currentModelId, models: known };
}

interface OlderModels {
  readonly currentModelId?: string;
  readonly availableModels?: readonly { readonly modelId?: string }[];
}
