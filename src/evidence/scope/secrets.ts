import { type Reason, reason, showName } from '../reasons.ts';

/** A credential found in an added line by whoever knows the patterns; never the credential itself. */
export interface FoundSecret {
  readonly path: string;
  readonly line: number;
  readonly kind: string;
}

/** A commit cannot be redacted, so a credential in a diff is refused. */
export function judgeSecrets(found: readonly FoundSecret[]): readonly Reason[] {
  if (found.length === 0) return [];
  const places = found.slice(0, 5).map(({ path, line, kind }) => `${showName(path)}, line ${line} (${kind})`);
  const more = found.length > places.length ? ` and ${found.length - places.length} more` : '';
  const message = `Credentials stand in the changed files: ${places.join('; ')}${more}. Take them out, also from fixtures; read them from the environment or use a made-up value.`;
  return [reason('secret_in_diff', message, { paths: [...new Set(found.map(({ path }) => path))] })];
}
