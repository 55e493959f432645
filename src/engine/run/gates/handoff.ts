import { isBatonError } from '../../../base/error.ts';
import { canonicalJson, type JsonValue } from '../../../base/json.ts';
import { type Reason, reason } from '../../../evidence/reasons.ts';
import { type Redaction, redact } from '../../../handoff/redact.ts';
import type { Raised } from '../../../workflow/event-data.ts';
import { composeContext, judgeContext } from '../../../workflow/handoff-context.ts';
import { type Edge, judgeClaim } from '../../../workflow/handoff-rules.ts';
import { lookup, phaseOf } from '../../../workflow/workflow.ts';
import { contentDigest } from '../../content-digest.ts';
import type { Judged, Judgement } from '../judge.ts';
import { type KeptClaim, keptClaim, partOf } from '../session/claim.ts';
import type { Sources } from '../surroundings.ts';
import type { Moment } from '../turn.ts';
import { evidenceFor } from './handoff-evidence.ts';

/** Most bytes that a handoff carries. */
const LARGEST_CONTEXT = 64 * 1024;

/**
 * Judges what an agent claims its phase came to: whether it may raise the trigger, and whether everything the handoff has
 * to carry is there. What passes is the handoff itself.
 */
export async function judgeHandoff(judged: Judged, moment: Moment, sources: Sources): Promise<Judgement> {
  const { state } = moment;
  const { pinned } = sources;
  const claim = await keptClaim(moment);
  const { agent: name } = phaseOf(state.workflow, state.phase);
  const agent = lookup(pinned.agents, name);
  const declared = { handoffs: agent?.handoffs ?? [], triggers: pinned.triggers };
  const { agent: said } = claim.result;
  const { reasons, edges } = judgeClaim(state, said === undefined ? undefined : String(said), declared);
  if (reasons.length > 0 || edges[0] === undefined) return { reasons };
  const own = { ...state.workflow.context, ...agent?.context };
  const packed = await Promise.all(edges.map((edge) => pack({ edge, claim, judged }, own, moment, sources)));
  const problems = packed.flatMap((one) => one.reasons);
  const [first] = packed;
  if (problems.length > 0 || first === undefined) return { reasons: problems };
  return { reasons: [], raised: first.raised, redactions: packed.flatMap(({ redactions }) => redactions) };
}

interface Packed {
  readonly reasons: readonly Reason[];
  readonly raised: Raised;
  readonly redactions: readonly Redaction[];
}

interface Handing {
  readonly edge: Edge;
  readonly claim: KeptClaim;
  readonly judged: Judged;
}

/** Puts together what one handoff carries, takes secrets out, and holds it to what is declared. */
async function pack(
  handing: Handing,
  own: Readonly<Record<string, unknown>>,
  moment: Moment,
  sources: Sources,
): Promise<Packed> {
  const { edge, claim } = handing;
  const known = await evidenceFor(handing, moment, sources);
  const { context, filled } = composeContext(edge, known, partOf(claim.result, 'handoff').context);
  const clean = redact(plain(context));
  const redactions = [...takenFrom(claim, edge), ...clean.redactions];
  const raised: Raised = {
    trigger: edge.trigger,
    source: edge.source,
    target: edge.target,
    to: edge.to,
    context: clean.value as Raised['context'],
    filled: [...filled],
    digest: contentDigest(clean.value),
  };
  const reasons = [
    ...judgeSecrets(edge, redactions, sources),
    ...judgeSize(edge, canonicalJson(clean.value)),
    ...attemptContext(edge, raised.context, own),
  ];
  return { reasons, raised, redactions };
}

/** A context as it is kept: without fields that are not set. */
function plain(context: Readonly<Record<string, unknown>>): JsonValue {
  return JSON.parse(JSON.stringify(context)) as JsonValue;
}

/** What was taken out of the fields that this handoff carries, when the result was kept. */
function takenFrom({ redactions }: KeptClaim, { fields }: Edge): readonly Redaction[] {
  return redactions.filter(({ field }) => {
    if (field === CONTEXT) return true;
    const [name = ''] = field.startsWith(`${CONTEXT}.`) ? field.slice(CONTEXT.length + 1).split(/[.[]/) : [];
    return fields.includes(name);
  });
}

const CONTEXT = 'handoff.context';

function judgeSecrets(edge: Edge, redactions: readonly Redaction[], { pinned }: Sources): readonly Reason[] {
  if (pinned.redaction !== 'refuse' || redactions.length === 0) return [];
  const places = redactions.map(({ kind, field }) => `${field} (${kind})`).join(', ');
  const message = `The handoff ${edge.trigger} holds a secret: ${places}. Leave it out and name where it is kept instead.`;
  return [reason('secret_in_context', message)];
}

function judgeSize(edge: Edge, text: string): readonly Reason[] {
  const bytes = Buffer.byteLength(text);
  if (bytes <= LARGEST_CONTEXT) return [];
  const message = `The context of ${edge.trigger} has ${bytes} bytes, and a handoff carries at most ${LARGEST_CONTEXT}. Put long texts into files and name those.`;
  return [reason('context_too_large', message)];
}

/** A schema of a field that cannot be used is the project's mistake; it is told like any other. */
function attemptContext(edge: Edge, context: Raised['context'], own: Readonly<Record<string, unknown>>) {
  try {
    return judgeContext(edge, context, own);
  } catch (error) {
    if (isBatonError(error)) return [reason('context_invalid', error.message)];
    throw error;
  }
}
