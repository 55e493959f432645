import { BatonError } from '../../base/error.ts';

/** One name in a git tree. */
export interface TreeEntry {
  readonly mode: string;
  readonly name: string;
  readonly id: string;
}

export const FILE_MODE = '100644';
export const DIRECTORY_MODE = '40000';

/** A tree's bytes. Git sorts directories as if their names ended in a slash, and all by their bytes. */
export function encodeTree(entries: readonly TreeEntry[]): Buffer {
  const keyed = entries.map((entry) => ({ entry, key: bytesOf(sortKey(entry)) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const text = keyed.map(({ entry: { mode, name, id } }) => `${mode} ${bytesOf(name)}\0${idBytes(id)}`);
  return Buffer.from(text.join(''), 'latin1');
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

function sortKey({ mode, name }: TreeEntry): string {
  return mode === DIRECTORY_MODE ? `${name}/` : name;
}

/** A text whose characters are the bytes of a name: quicker to compare and to join than buffers. */
function bytesOf(name: string): string {
  return IS_ASCII.test(name) ? name : Buffer.from(name).toString('latin1');
}

const IS_ASCII = /^[\0-\x7f]*$/;

function idBytes(id: string): string {
  return Buffer.from(id, 'hex').toString('latin1');
}
