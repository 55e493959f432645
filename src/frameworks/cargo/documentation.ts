import { join } from 'node:path';
import type { UnnamedTest } from '../junit/report.ts';
import { relativeTo } from '../source-files.ts';
import { readLibtest } from './libtest.ts';
import { libtestFailure } from './libtest-failure.ts';
import { type Places, type ProgramTests, sourceLines } from './tests.ts';

/** Documentation tests: `src/lib.rs - item (line 3)`. The line is not part of the name: it moves with every edit above. */
export function docTests(printed: readonly string[], places: Places): ProgramTests {
  const { results, summary, contradiction } = readLibtest(printed);
  const started = printed.reduce((sum, line) => sum + Number(/^running (\d+) tests?$/.exec(line)?.[1] ?? 0), 0);
  const sourceLine = sourceLines(places);
  const tests = results
    .map((result) => ({ result, ...docName(result.name, places) }))
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
    .map(({ result, file, item }): UnnamedTest => {
      const place = { file, path: ['documentation', item] };
      if (result.outcome !== 'failed') return { ...place, outcome: result.outcome };
      return { ...place, outcome: 'failed', failure: libtestFailure('main', result.printed, sourceLine) };
    });
  const untold = started - results.length;
  return {
    tests,
    runErrors: [],
    incomplete:
      (contradiction === undefined ? undefined : `documentation tests: ${contradiction}`) ??
      (untold === 0 && (started === 0 || summary !== undefined)
        ? undefined
        : `documentation tests: ${untold} of ${started} were not told about`),
    filtered: (summary?.filtered ?? 0) > 0,
  };
}

function docName(name: string, { root, directory }: Places) {
  const [, file = name, item = '', line] = /^(.+?\.\w+) - (?:(.*?) )?\(line (\d+)\)/.exec(name) ?? [];
  return {
    file: relativeTo(directory, join(root, file)),
    item: item === '' ? 'module' : item,
    line: Number(line ?? 0),
  };
}
