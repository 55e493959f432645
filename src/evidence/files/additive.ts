import { diffLines, splitLines } from '../../base/line-diff.ts';
import { earlierPath, type FileChange, isNewFile } from '../diff.ts';
import { showName } from '../reasons.ts';

/**
 * Why a change does more than add lines to a file and change its import lines; nothing if it does not. A new file only
 * adds.
 */
export function additiveProblem(change: FileChange): string | undefined {
  if (isNewFile(change)) return undefined;
  if (change.kind === 'deleted') return 'the file was deleted';
  if (change.kind === 'renamed') return `the file was moved from ${showName(earlierPath(change))}`;
  if (change.kind === 'typechange') return 'the file became something else';
  if (change.modeBefore !== change.modeAfter) return 'the mode of the file was changed';
  if (change.binary || change.before === undefined || change.after === undefined)
    return 'a file that is no text was changed';
  const lost = diffLines(change.before, change.after).removed.filter(({ text }) => !isImportLine(text));
  const [first] = lost;
  if (first === undefined) return undefined;
  return `${lost.length === 1 ? 'a line was' : `${lost.length} lines were`} changed or taken away, the first at line ${first.line}`;
}

/**
 * What a change does to the existing tests of a file that cannot be read: lines may only be added, and only where they
 * cannot stand inside an existing test: imports, and the end of the file.
 */
export function unreadProblem(change: FileChange): string | undefined {
  const problem = additiveProblem(change);
  const { before, after } = change;
  if (problem !== undefined || before === undefined || after === undefined) return problem;
  const added = diffLines(before, after).added.filter(({ text }) => !isImportLine(text));
  const lines = new Set(added.map(({ line }) => line));
  const inside = added.find(({ line }) => {
    const below = splitLines(after).filter((_, at) => at + 1 > line && !lines.has(at + 1));
    return !below.every((text) => CLOSING.test(text));
  });
  if (inside === undefined) return undefined;
  return `a line was added at line ${inside.line}, and the file could not be parsed: add new tests at the end`;
}

const CLOSING = /^[\s)\]};,]*(?:end)?[\s)\]};,]*$/;

/** Whether a line does nothing but bring in names from elsewhere, in the usual languages. Blank lines may go as well. */
export function isImportLine(line: string): boolean {
  return line.trim() === '' || IMPORT.test(line);
}

const IMPORT =
  /^\s*(?:import\b(?!\s*[(.])|from\s+[\w.]+\s+import\b|(?:const|let|var)\s+[^=]*=\s*require\s*\(|use\s+[\w:{}*, ]+;|using\s+[\w.]+;|#\s*include\b|require(?:_relative)?[\s(]|\}\s*from\s+['"])/;
