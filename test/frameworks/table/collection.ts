import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '../../../src/code/languages.ts';
import { examplesIn } from '../../../src/code/outline.ts';
import { isCaseOf, type TestFact } from '../../../src/code/tests.ts';
import { fitsGroups } from '../../../src/evidence/case-groups.ts';
import { hides } from '../../../src/evidence/compare.ts';
import type { TestReport } from '../../../src/evidence/report.ts';
import { sampleSource } from '../../../src/testing/sample-source.ts';
import { hasCases } from '../../code/test-cases.ts';
import type { CaseName } from './cases.ts';

/** Cases in which a framework does not show tests that are written, each with the reason. */
const NOT_SHOWN: Readonly<Partial<Record<CaseName, string>>> = {
  bail: 'The run stops at the first test that fails.',
  focused: 'Some frameworks leave out what is not focused.',
};

/** Tests that run and that no source shows, each with the reason. */
const NOT_WRITTEN: Readonly<Record<string, string>> = {
  'tests/test_counting.py::test_zählt bis drei ✓ 数える':
    'Python gives it its name when the file is loaded, by globals().',
};

/** Formats that do not say which file a test is in. */
const WITHOUT_FILES: ReadonlySet<string> = new Set(['tap', 'junit']);

/**
 * What a framework collects in a project and what its syntax trees show, where that differs: tests that ran and are not
 * found in the source, tests in the source that did not run, and one test of the source that ran as several.
 */
export function collectionDifferences(report: TestReport, directory: string, name: CaseName): readonly string[] {
  if (WITHOUT_FILES.has(report.framework)) return [];
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(isOwnCode);
  const written = files.flatMap((file) => {
    const source = sampleSource(file, readFileSync(join(directory, file), 'utf8'));
    return source?.found.tests.map((test) => ({ file, test, source })) ?? [];
  });
  const isCase = ({ file, test }: Pick<(typeof written)[number], 'file' | 'test'>, one: TestReport['tests'][number]) =>
    file === one.file && isCaseOf(test, one.path) && fitsGroups(test, one);
  const examples = files.filter(
    (path) => examplesIn({ path, text: readFileSync(join(directory, path), 'utf8') }).length > 0,
  );
  const isExample = ({ file, path }: TestReport['tests'][number]) =>
    path[0] === 'documentation' && examples.includes(file);
  const unknown = report.tests.filter(
    (one) => !(one.id in NOT_WRITTEN) && !isExample(one) && !written.some((own) => isCase(own, one)),
  );
  const isExcused = (file: string) =>
    report.incomplete !== null || name in NOT_SHOWN || report.uncollected.some((one) => hides(one, { file }));
  const unseen = written.filter((own) => !isExcused(own.file) && !report.tests.some((one) => isCase(own, one)));
  const several = written.filter(({ file, test, source }) => {
    const cases = report.tests.filter((one) => isCase({ file, test }, one));
    // Tests of one name, by whatever gives it to them, ran as one each.
    const twins = written.filter((own) => cases.every((one) => isCase(own, one)));
    return cases.length > twins.length && !hasCases(test, source);
  });
  return [
    ...unknown.map(({ id }) => `ran, not found in the source: ${id}`),
    ...unseen.map(({ file, test }) => `in the source, did not run: ${file}::${namesOf(test)}`),
    ...several.map(({ file, test }) => `ran as several: ${file}::${namesOf(test)}`),
  ];
}

function isOwnCode(path: string): boolean {
  return languageOf(path) !== undefined && !/(?:^|\/)(?:node_modules|target|\.venv|build|__pycache__)\//.test(path);
}

function namesOf({ names }: TestFact): string {
  return names.map((name) => name?.text ?? '...').join(' > ');
}
