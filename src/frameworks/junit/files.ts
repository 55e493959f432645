import { statSync } from 'node:fs';
import { join } from 'node:path';
import { matchAny } from '../../base/glob.ts';
import { listFiles } from '../source-files.ts';
import { type JunitCase, readJunitFile } from './junit-xml.ts';

export interface ReportFile {
  /** Relative to the project, or absolute if it is not in it. */
  readonly path: string;
  readonly cases: readonly JunitCase[];
}

export interface Reports {
  readonly files: readonly ReportFile[];
  /** Why they are not the whole; nothing if they are. */
  readonly incomplete: string | undefined;
}

/** Remembers which reports are there before a run; afterwards only those that are new or were written again are read. */
export function watchReports(directory: string, globs: readonly string[]): { read(): Reports } {
  const before = marksOf(directory, globs);
  return {
    read() {
      const after = marksOf(directory, globs);
      const fresh = [...after].filter(([path, { mark }]) => before.get(path)?.mark !== mark);
      return readReports(fresh.map(([path, { size }]) => ({ path, size, at: join(directory, path) })));
    },
  };
}

/** Reads reports within a limit for all of them together. */
export function readReports(found: readonly { path: string; at: string; size: number }[]): Reports {
  const files: ReportFile[] = [];
  let total = 0;
  for (const { path, at, size } of found) {
    total += size;
    if (total > MOST_BYTES || files.length >= MOST_FILES) {
      return {
        files,
        incomplete: `${path}: there are more reports than ${MOST_BYTES / 1024 / 1024} MB or ${MOST_FILES} files`,
      };
    }
    const read = readJunitFile(at);
    if (read === undefined) continue;
    files.push({ path, cases: read.cases });
    if (read.incomplete !== undefined) return { files, incomplete: `${path}: ${read.incomplete}` };
  }
  return { files, incomplete: undefined };
}

const MOST_BYTES = 150 * 1024 * 1024;
const MOST_FILES = 20_000;
/** Where reports are never looked for. */
const SKIPPED = new Set(['.git', 'node_modules', '.venv', 'venv']);

interface Mark {
  readonly size: number;
  /** Changes whenever somebody writes the file. */
  readonly mark: string;
}

function marksOf(directory: string, globs: readonly string[]): Map<string, Mark> {
  const matches = matchAny(globs);
  const marks = new Map<string, Mark>();
  for (const path of listFiles(directory, SKIPPED).filter((file) => file.endsWith('.xml') && matches(file))) {
    try {
      const { size, mtimeNs, ctimeNs, ino } = statSync(join(directory, path), { bigint: true });
      marks.set(path, { size: Number(size), mark: `${ino} ${size} ${mtimeNs} ${ctimeNs}` });
    } catch {
      // Gone since it was listed.
    }
  }
  return marks;
}
