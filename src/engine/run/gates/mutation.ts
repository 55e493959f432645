import { diffLines } from '../../../base/line-diff.ts';
import { type Mutant, mutantsOf, partOf, spread } from '../../../code/mutants.ts';
import type { Source } from '../../../code/source.ts';
import type { FileChange } from '../../../evidence/diff.ts';
import { holdsTests, isTested } from '../../../evidence/file-roles.ts';
import { judgeMutation, judgeSuspicious, type TriedLine } from '../../../evidence/mutation/judge-mutation.ts';
import type { Judged, Judgement } from '../judge.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { isNoticed, proveAltered } from './altered.ts';
import { changesOfRed, suspicionsIn } from './suspicions.ts';

/** Most lines that are made wrong, and how often each is while nothing notices. */
const MOST_LINES = 40;
const MOST_VERSIONS = 3;

/**
 * Makes every line that was written wrong, one at a time, and demands that a test notices: first those of the cycle, and
 * where they do not, all of them. What treats tests differently is refused before anything is run.
 */
export async function judgeMutants(judged: Judged, turn: Turn, around: Surroundings): Promise<Judgement> {
  const suspicious = judgeSuspicious(await suspicionsIn(judged, turn, around));
  if (suspicious.length > 0) return { reasons: suspicious };
  const roles = await around.roles(turn.state.base.tree);
  const red = (await changesOfRed(turn, around)).map(({ path }) => path);
  const tests = red.filter((path) => holdsTests(path, roles));
  const written = await linesWritten(
    judged.changes.filter(({ path }) => isTested(path, roles)),
    around,
  );
  const chosen = spread(written, MOST_LINES);
  const lines: TriedLine[] = [];
  for (const [at, mutants] of chosen.entries()) {
    around.onProgress(`making line ${at + 1} of ${chosen.length} wrong`);
    lines.push(await tryLine(mutants, tests, judged, around));
  }
  const facts = { lines: written.length, tried: lines.length, noticed: lines.filter(({ noticed }) => noticed).length };
  return { reasons: judgeMutation(lines), facts: { mutation: facts } };
}

/** The wrong versions of each line that was written and has some, those of each of its parts for themselves. */
async function linesWritten(changes: readonly FileChange[], around: Surroundings): Promise<(readonly Mutant[])[]> {
  const byLine = new Map<string, Mutant[]>();
  for (const { path, before = '', after, sources } of changes) {
    if (after === undefined) continue;
    const lines = diffLines(before, after).added.map(({ line }) => line);
    for (const mutant of await mutantsFor(path, after, lines, sources?.after, around)) {
      const part = sources?.after === undefined ? '' : partOf(sources.after, mutant);
      const key = `${path}:${mutant.line}:${part}`;
      byLine.set(key, [...(byLine.get(key) ?? []), mutant]);
    }
  }
  return [...byLine.values()];
}

/** Those of a tool that knows the language come first; lines it has nothing for are made wrong by plain operators. */
async function mutantsFor(
  path: string,
  text: string,
  lines: readonly number[],
  source: Source | undefined,
  { mutants }: Surroundings,
) {
  const known = (await mutants(path, text, lines)) ?? [];
  const without = lines.filter((line) => !known.some((mutant) => mutant.line === line));
  return [...known, ...mutantsOf(source, without)];
}

async function tryLine(
  mutants: readonly Mutant[],
  tests: readonly string[],
  { tree }: Judged,
  around: Surroundings,
): Promise<TriedLine> {
  const tried = mutants.slice(0, MOST_VERSIONS);
  const [{ path, line }] = tried as [Mutant];
  const noticed = async ({ path, text }: Mutant, only?: readonly string[]) =>
    isNoticed(await proveAltered(tree, { [path]: text }, only, around));
  for (const mutant of tests.length === 0 ? [] : tried) {
    if (await noticed(mutant, tests)) return { path, line, tried, noticed: true };
  }
  for (const mutant of tried) {
    if (await noticed(mutant)) return { path, line, tried, noticed: true };
  }
  return { path, line, tried, noticed: false };
}
