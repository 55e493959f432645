import { isBatonError } from '../../../base/error.ts';
import type { JsonValue } from '../../../base/json.ts';
import { judgeArtifact } from '../../../evidence/artifact/judge-artifact.ts';
import { findResult, parseChariotOutput, withoutBlock, writeChariotBlock } from '../../../handoff/dialects/chariot.ts';
import { redact } from '../../../handoff/redact.ts';
import type { AgentResult } from '../../../handoff/result-schema.ts';
import { editTree } from '../../../sys/git/tree-edit.ts';
import { outputOf } from '../../../workflow/output.ts';
import { phaseOf } from '../../../workflow/workflow.ts';
import type { Judged, Judgement } from '../judge.ts';
import { keptClaim } from '../session/claim.ts';
import { fileAt, type Sources, type Surroundings } from '../surroundings.ts';
import type { Moment, Turn } from '../turn.ts';

/** Where the document of the present phase lies; nothing where the phase leaves none. */
export function artifactPath({ run, state }: Pick<Moment, 'run' | 'state'>): string | undefined {
  const { artifact } = phaseOf(state.workflow, state.phase);
  if (artifact === undefined) return undefined;
  const output = outputOf(state.workflow, run);
  return output === undefined ? artifact : `${output}/${artifact}`;
}

/** The document as a session left it, if this session wrote it: its text, and its body where a block ends it. */
export interface WrittenArtifact {
  readonly path: string;
  readonly text: string;
  /** Without the block that ends it, if that is this session's own and not one that was there before. */
  readonly body: string | undefined;
}

/** The document of the phase, where a session touched it. */
export async function writtenArtifact(
  tree: string,
  moment: Pick<Moment, 'run' | 'state'>,
  sources: Pick<Sources, 'reader'>,
): Promise<WrittenArtifact | undefined> {
  const path = artifactPath(moment);
  if (path === undefined) return undefined;
  const { base, told } = moment.state;
  // What a session began with: what was accepted, or what an earlier session left and this one repairs.
  const starts = [base.tree, ...(told.repair === undefined ? [] : [told.repair])];
  const [text, ...earlier] = await Promise.all([tree, ...starts].map((one) => fileAt(sources, one, path)));
  if (text === undefined || text === earlier[0]) return undefined;
  const body = withoutBlock(text);
  const block = body === undefined ? undefined : text.slice(body.length);
  const isOld = block !== undefined && earlier.some((one) => one !== undefined && blockIn(one) === block);
  return { path, text, body: isOld ? undefined : body };
}

function blockIn(text: string): string | undefined {
  const body = withoutBlock(text);
  return body === undefined ? undefined : text.slice(body.length);
}

/** Whether an agent reported anything at all, readable or not. */
export function hasReported(raw: unknown): boolean {
  if (typeof raw !== 'string') return raw !== undefined && raw !== null;
  try {
    return findResult(raw) !== undefined;
  } catch {
    return true;
  }
}

/** The tree with the result at the end of the document, where the session did not put it there itself. */
export async function endArtifact(
  tree: string,
  written: WrittenArtifact | undefined,
  result: AgentResult,
  at: string,
  turn: Turn,
  around: Surroundings,
): Promise<string> {
  if (written === undefined || written.body !== undefined) return tree;
  const body = (withoutBlock(written.text) ?? written.text).trimEnd();
  const block = writeChariotBlock(blockResult(result, written.path, at, turn));
  return editTree(around.repository, tree, { [written.path]: `${body}\n\n${block}` }, around.list);
}

/** The result in the fields of Chariot. It is committed, so no secret may be in it. */
function blockResult(result: AgentResult, path: string, at: string, { run, state }: Turn): AgentResult {
  const clean = redact(result as JsonValue).value as AgentResult;
  const says = clean.summary !== undefined || clean.handoff?.context !== undefined;
  return {
    ...clean,
    agent: phaseOf(state.workflow, state.phase).agent,
    phase: state.phase,
    output_type: clean.output_type ?? state.phase,
    output_file: path,
    timestamp: at,
    capability_directory: outputOf(state.workflow, run) ?? '.',
    ...(says ? {} : { summary: `See ${path}.` }),
  };
}

/** Judges the document that the phase has to leave. */
export async function judgeDocument({ tree }: Judged, moment: Moment, sources: Sources): Promise<Judgement> {
  const path = artifactPath(moment);
  if (path === undefined) return { reasons: [] };
  const { state } = moment;
  const [before, text] = await Promise.all([fileAt(sources, state.base.tree, path), fileAt(sources, tree, path)]);
  const { agent } = phaseOf(state.workflow, state.phase);
  const { result, problem: unreadable } = await keptClaim(moment);
  const { status } = result;
  const artifact = { path, text, isTouched: text !== before, body: withoutBlock(text ?? ''), ...resultIn(text ?? '') };
  const session = { agent, phase: state.phase, status: typeof status === 'string' ? status : undefined, unreadable };
  return { reasons: judgeArtifact(artifact, session), facts: { artifact: path } };
}

function resultIn(text: string): { readonly result?: AgentResult; readonly problem?: string } {
  try {
    return { result: parseChariotOutput(text) };
  } catch (error) {
    if (isBatonError(error)) return { problem: error.message };
    throw error;
  }
}
