import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../durable.ts';

interface PackedFile {
  readonly stamp: string;
  readonly content: Buffer;
}

const files = new Map<string, PackedFile>();

/** The value of a ref in `packed-refs`, or nothing. The file is read again only when it changed. */
export function packedRef(commonDir: string, ref: string): string | undefined {
  const content = packedContent(join(commonDir, 'packed-refs'));
  if (content === undefined) return undefined;
  const needle = Buffer.from(` ${ref}\n`);
  const at = content.indexOf(needle);
  if (at < 0) return undefined;
  const lineStart = content.lastIndexOf('\n', at - 1) + 1;
  return content.toString('latin1', lineStart, at);
}

/** Names and values of all packed refs under a prefix. */
export function packedRefs(commonDir: string, prefix: string): Map<string, string> {
  const found = new Map<string, string>();
  const content = packedContent(join(commonDir, 'packed-refs'));
  if (content === undefined) return found;
  const needle = Buffer.from(` ${prefix}`);
  for (let at = content.indexOf(needle); at >= 0; at = content.indexOf(needle, at + 1)) {
    const lineStart = content.lastIndexOf('\n', at - 1) + 1;
    const lineEnd = content.indexOf('\n', at);
    found.set(content.toString('utf8', at + 1, lineEnd), content.toString('latin1', lineStart, at));
  }
  return found;
}

function packedContent(path: string): Buffer | undefined {
  const stamp = stampOf(path);
  if (stamp === undefined) return undefined;
  const known = files.get(path);
  if (known?.stamp === stamp) return known.content;
  const content = readFileSync(path);
  files.set(path, { stamp, content });
  return content;
}

/** `packed-refs` is only ever replaced whole, so another file is another inode. */
function stampOf(path: string): string | undefined {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    return `${ino}.${size}.${mtimeNs}`;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
