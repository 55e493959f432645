import { isUtf8 } from 'node:buffer';
import { BatonError } from '../../base/error.ts';
import { git } from './git.ts';
import { looseSize } from './loose-object.ts';
import { openReader } from './reader.ts';
import type { Repository } from './repository.ts';

/** Content as text, unless it is binary or too large. */
export interface BlobText {
  readonly text?: string | undefined;
  readonly binary: boolean;
}

export interface DiffLimits {
  /** The text of a larger file is left out. */
  readonly fileBytes: number;
  /** Once the texts are larger than this together, the further ones are left out. */
  readonly totalBytes: number;
}

const LIMITS: DiffLimits = { fileBytes: 2_000_000, totalBytes: 64_000_000 };

/** So many are asked for at once. */
const AT_ONCE = 500;

/** Reads blobs by their ids, each once. Their sizes are asked for first, so that a huge one is never held. */
export async function readTexts(
  repository: Repository,
  ids: readonly string[],
  { fileBytes, totalBytes }: DiffLimits = LIMITS,
): Promise<ReadonlyMap<string, BlobText>> {
  const wanted: string[] = [];
  let total = 0;
  for (const [id, size] of await sizesOf(repository, [...new Set(ids)])) {
    if (size > fileBytes || total + size > totalBytes) continue;
    wanted.push(id);
    total += size;
  }
  const texts = new Map<string, BlobText>();
  const reader = openReader(repository);
  try {
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const objects = await Promise.all(wanted.slice(at, at + AT_ONCE).map((id) => reader.read(id)));
      for (const object of objects) if (object !== undefined) texts.set(object.id, textOf(object.content));
    }
  } finally {
    reader.close();
  }
  return texts;
}

/** The sizes of blobs, in the given order. Git is asked for those that are packed. */
async function sizesOf(
  repository: Repository,
  ids: readonly string[],
): Promise<readonly (readonly [string, number])[]> {
  const loose = new Map(ids.map((id) => [id, looseSize(repository, id)]));
  const packed = new Map(
    await packedSizes(
      repository,
      ids.filter((id) => loose.get(id) === undefined),
    ),
  );
  return ids.map((id) => [id, loose.get(id) ?? packed.get(id) ?? 0] as const);
}

async function packedSizes(repository: Repository, ids: readonly string[]): Promise<readonly [string, number][]> {
  if (ids.length === 0) return [];
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const args = ['cat-file', '--batch-check=%(objectname) %(objectsize)', '--buffer'];
  const lines = (await git(place, args, `${ids.join('\n')}\n`)).trimEnd().split('\n');
  return lines.map((line): [string, number] => {
    const [id = '', size = ''] = line.split(' ');
    if (size === 'missing')
      throw new BatonError('git_failed', `The repository lacks the object ${id}. Look: git fsck.`);
    return [id, Number(size)];
  });
}

/** As far as git looks for a zero byte to tell that a file is no text. */
const LOOKED_AT = 8000;

/** What is no UTF-8 is read byte by byte: other content is then another text, and nothing is taken for the same. */
function textOf(content: Buffer): BlobText {
  if (content.subarray(0, LOOKED_AT).includes(0)) return { binary: true };
  return { text: content.toString(isUtf8(content) ? 'utf8' : 'latin1'), binary: false };
}
