/** What a commit is made of. */
export interface CommitObject {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

/** Takes the bytes of a commit apart. */
export function decodeCommit(content: Buffer): CommitObject {
  const text = content.toString('utf8');
  const headEnd = text.indexOf('\n\n');
  const head = text.slice(0, headEnd).split('\n');
  const valuesOf = (name: string) =>
    head.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));
  return { tree: valuesOf('tree ')[0] ?? '', parents: valuesOf('parent '), message: text.slice(headEnd + 2) };
}
