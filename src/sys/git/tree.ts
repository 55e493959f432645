import { BatonError } from '../../base/error.ts';

/** One name in a git tree. */
export interface TreeEntry {
  readonly mode: string;
  readonly name: string;
  readonly id: string;
}

export const FILE_MODE = '100644';
export const DIRECTORY_MODE = '40000';

/** A tree's bytes. Git sorts directories as if their names ended in a slash. */
export function encodeTree(entries: readonly TreeEntry[]): Buffer {
  const sorted = [...entries].sort((a, b) => Buffer.compare(sortKey(a), sortKey(b)));
  return Buffer.concat(
    sorted.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
  );
}

/** The entries of a tree, given how many bytes an object id has; names as text, or byte by byte. */
export function decodeTree(content: Buffer, idBytes: number, names: 'utf8' | 'latin1' = 'utf8'): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length; ) {
    const nameStart = content.indexOf(0x20, at) + 1;
    const nameEnd = content.indexOf(0, nameStart);
    const idEnd = nameEnd + 1 + idBytes;
    if (nameStart === 0 || nameEnd < 0 || idEnd > content.length) throw malformed();
    entries.push({
      mode: content.toString('latin1', at, nameStart - 1),
      name: content.toString(names, nameStart, nameEnd),
      id: content.toString('hex', nameEnd + 1, idEnd),
    });
    at = idEnd;
  }
  return entries;
}

function malformed(): BatonError {
  return new BatonError('corrupt_journal', 'A tree object is malformed: it was not written by git or Baton.');
}

function sortKey({ mode, name }: TreeEntry): Buffer {
  return Buffer.from(mode === DIRECTORY_MODE ? `${name}/` : name);
}
