import { slides } from '../code/added-rows.ts';
import type { FileChange } from '../diff.ts';
import { additiveProblem, isImportLine } from '../files/additive.ts';
import { type ChangedLine, diffLines, splitLines } from '../line-diff.ts';

/**
 * What a change does to the existing tests of a file whose code cannot be taken apart: lines may only be added, and only
 * where they cannot stand inside an existing test: imports, whole tests, and the end of the file.
 */
export function unreadFileProblem(change: FileChange): string | undefined {
  const problem = additiveProblem(change);
  const { before, after } = change;
  if (problem !== undefined || before === undefined || after === undefined) return problem;
  const lines = splitLines(after);
  const inside = chunksOf(diffLines(before, after).added).find((chunk) => !standsAlone(chunk, lines));
  if (inside === undefined) return undefined;
  return `lines were added at line ${inside.start + 1}, perhaps inside a test, which cannot be told here: add new tests at the end`;
}

interface Chunk {
  /** From 0. */
  readonly start: number;
  readonly length: number;
}

function chunksOf(added: readonly ChangedLine[]): readonly Chunk[] {
  const chunks: { start: number; length: number }[] = [];
  for (const { line } of added) {
    const last = chunks.at(-1);
    if (last !== undefined && last.start + last.length === line - 1) last.length++;
    else chunks.push({ start: line - 1, length: 1 });
  }
  return chunks;
}

const CLOSING = /^[\s)\]};,]*(?:end)?[\s)\]};,]*$/;
const TEST_BEGINS =
  /^\s*(?:(?:it|test|describe|context|specify|scenario|example|feature)\b|(?:(?:public|private|async|export|final)\s+)*(?:function|def|fun|func|void)\s+\w*test|@(?:\w*Test|TestFactory)\b(?!\.)|\[(?:Test|Fact|Theory)|#\[test)/i;
/** What would end or leave out the code it stands in. */
const LEAVES = /^\s*(?:return|skip|pending|exit|throw|raise|break|next|if|unless)\b/;
/** What reaches into all tests of the file. */
const REACHES =
  /\b(?:vi|jest|sinon|mock)\.(?:mock|doMock|spyOn|stub|replace|method|module)\b|\bprototype\b|\bdefineProperty\b|\bglobalThis\b|\b(?:before|after)(?:Each|All)?\s*[({]|\bmonkeypatch\b/;

function standsAlone({ start, length }: Chunk, lines: readonly string[]): boolean {
  const chunk = lines.slice(start, start + length);
  if (chunk.every(isImportLine)) return true;
  if (chunk.some((line) => REACHES.test(line))) return false;
  if (lines.slice(start + length).every((line) => CLOSING.test(line))) return true;
  return slides(lines, start, length).some((at) => isWholeTest(lines.slice(at, at + length)));
}

/** Whether the first line begins a test and nothing as far to the left leaves the code round it. */
function isWholeTest(chunk: readonly string[]): boolean {
  const [first = '', ...others] = chunk.filter((line) => line.trim() !== '');
  const indent = (line: string) => line.length - line.trimStart().length;
  return TEST_BEGINS.test(first) && !others.some((line) => indent(line) <= indent(first) && LEAVES.test(line));
}
