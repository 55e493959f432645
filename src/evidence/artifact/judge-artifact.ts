import { type Reason, reason, showName } from '../reasons.ts';

/** The document that a phase has to leave, as the candidate has it. */
export interface Artifact {
  readonly path: string;
  /** Nothing where there is no such file. */
  readonly text: string | undefined;
  /** Whether this phase touched it. */
  readonly isTouched: boolean;
  /** What it says besides the block that ends it; nothing where no block does. */
  readonly body: string | undefined;
  /** The result in that block, or why it cannot be read. */
  readonly result?:
    | { readonly agent?: string | undefined; readonly phase?: string | undefined; readonly status: string }
    | undefined;
  readonly problem?: string | undefined;
}

/** The session that wrote it. */
export interface ArtifactSession {
  readonly agent: string;
  readonly phase: string;
  /** What it reported; nothing where that is not known. */
  readonly status: string | undefined;
  /** Why what it reported cannot be read, if it cannot. */
  readonly unreadable?: string | undefined;
}

/** Judges that the document is there, was written now, says something, and ends in the result of its session. */
export function judgeArtifact(artifact: Artifact, session: ArtifactSession): readonly Reason[] {
  const { path, text, isTouched, body, result, problem } = artifact;
  const tell = (code: 'artifact_missing' | 'artifact_invalid', message: string) => [
    reason(code, `${showName(path)} ${message}`, { paths: [path] }),
  ];
  if (text === undefined) return tell('artifact_missing', 'is not there. Write it: it is what this phase leaves.');
  if (!isTouched) return tell('artifact_missing', 'was not touched in this phase. Write what this phase found or did.');
  if (body === undefined && session.unreadable !== undefined) return [unreadableResult(path, session.unreadable)];
  if (body === undefined) return tell('artifact_invalid', 'does not end in a JSON block with the result.');
  if (body.trim() === '') return tell('artifact_missing', 'says nothing besides its block. Write what it is for.');
  if (result === undefined) return tell('artifact_invalid', `ends in a block that is no result: ${problem ?? 'empty'}`);
  const wrong = OWN.filter((field) => result[field] !== undefined && result[field] !== session[field]);
  if (wrong.length > 0) {
    const told = wrong.map((field) => `${field} ${showName(String(result[field]))} in place of ${session[field]}`);
    return tell('artifact_invalid', `ends in the result of another session: ${told.join(', ')}. Let it be your own.`);
  }
  if (session.status === undefined || result.status === session.status) return [];
  return tell('artifact_invalid', `ends in the status ${result.status}, but the session reports ${session.status}.`);
}

/** Baton ends a document in the result that was given another way, if it can read it. */
function unreadableResult(path: string, why: string): Reason {
  const message = `Your result could not be read, so ${showName(path)} cannot end in it: ${why}`;
  return reason('result_unreadable', message, { paths: [path] });
}

const OWN = ['agent', 'phase'] as const;
