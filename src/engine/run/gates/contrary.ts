import { randomInt } from 'node:crypto';
import { type ContraryFile, contraryFile, stillPassing } from '../../../evidence/contrary/contrary.ts';
import type { ProofInput } from '../../../evidence/proof.ts';
import type { Judged } from '../judge.ts';
import { fileAt, type Surroundings } from '../surroundings.ts';
import { proveAltered } from './altered.ts';

/** Runs tests that are made to expect something else, and gives those that pass all the same. */
export async function checkContrary(
  ids: readonly string[],
  { after }: Pick<ProofInput, 'after'>,
  { tree }: Judged,
  around: Surroundings,
): Promise<readonly string[]> {
  const wanted = new Set(ids);
  const tests = after.tests.filter(({ id }) => wanted.has(id));
  const salt = randomInt(10_000, 1_000_000);
  const files: ContraryFile[] = [];
  for (const path of new Set(tests.map(({ file }) => file))) {
    const text = await fileAt(around, tree, path);
    const own = tests.filter(({ file }) => file === path);
    const source = text === undefined ? undefined : await around.readSource(path, text);
    const contrary = source === undefined ? undefined : contraryFile(source, own, salt);
    if (contrary !== undefined) files.push(contrary);
  }
  if (files.length === 0) return [];
  around.onProgress('making the tests of this cycle expect something else');
  const edits = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  return stillPassing(files, await proveAltered(tree, edits, Object.keys(edits), around));
}
