import { createHash, randomBytes } from 'node:crypto';
import { type ContraryFile, contraryFile, stillPassing } from '../../../evidence/contrary/contrary.ts';
import type { TestCase } from '../../../evidence/report.ts';
import type { Judged } from '../judge.ts';
import { fileAt, type Surroundings } from '../surroundings.ts';
import { proveAltered } from './altered.ts';

/** Runs tests that are made to expect something else, and gives those that pass all the same. */
export async function checkContrary(
  tests: readonly TestCase[],
  { tree }: Judged,
  around: Surroundings,
): Promise<readonly string[]> {
  const salt = saltFor(tree);
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

/** A number that nobody can know, the same as long as this process looks at a tree: what was made once is known. */
function saltFor(tree: string): number {
  return 10_000 + (createHash('sha256').update(SECRET).update(tree).digest().readUInt32BE() % 990_000);
}

const SECRET = randomBytes(32);
