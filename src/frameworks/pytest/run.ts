import { isAbsolute, join } from 'node:path';
import type { TestCase } from '../../evidence/report.ts';
import type { ProgramResult } from '../framework.ts';
import type { ProjectText } from '../project-text.ts';
import type { PytestRecords } from './records.ts';

/** A run of pytest that came to tests, and what is needed to read it. */
export interface PytestRun {
  readonly directory: string;
  readonly command: readonly string[];
  readonly result: ProgramResult;
  readonly records: PytestRecords;
  /** What the failing canary says; none was asked for if there is nothing. */
  readonly nonce: string | undefined;
  readonly text: ProjectText;
  isRequired(module: string): boolean;
}

/** A test's file and names from pytest's id: `tests/test_a.py::TestX::test_y[a::b]`. */
export function placeOf(run: PytestRun, id: string): Pick<TestCase, 'file' | 'path'> {
  const [path = '', ...rest] = id.split('::');
  const [begin] = run.records.of('begin');
  const file = run.text.file(isAbsolute(path) ? path : join(begin?.root ?? run.directory, path));
  const names = /^([^[]*)(.*)$/su.exec(rest.join('::'));
  const groups = (names?.[1] ?? '').split('::');
  const name = `${groups.pop() ?? ''}${names?.[2] ?? ''}`;
  return { file, path: [...groups, name] };
}

/** Whether a file is one of the two that Baton added. */
export function canaryFiles({ records, text }: PytestRun): (file: string) => boolean {
  const files = new Set(records.of('canary').flatMap(({ passes, fails }) => [text.file(passes), text.file(fails)]));
  return (file) => files.has(file);
}
