import type { Diagnostic, TestReport } from '../report.ts';

/**
 * Whether all that a test file misses is what it puts a mock in the place of: it is red only until a file of that name
 * exists, whatever is in it. A mock beside other missing things, or one that takes the original along, says nothing.
 */
export function mocksAllMissing(path: string, text: string, report: TestReport): boolean {
  const missing = missingModules(path, report);
  const mocked = new Set([...text.matchAll(MOCK)].map((match) => match[1]));
  return missing.length > 0 && !ORIGINAL.test(text) && missing.every((name) => mocked.has(name));
}

/** A mock with a factory that is given nothing. */
const MOCK =
  /\b(?:vi|vitest|jest)\.(?:mock|doMock|unstable_mockModule)\(\s*(?:import\(\s*)?['"`]([^'"`\n]+)['"`]\s*\)?\s*,\s*(?:async\s*)?(?:\(\s*\)\s*=>|function\s*\(\s*\))/g;

const ORIGINAL = /\b(?:importActual|importOriginal|requireActual)\b/;

function missingModules(path: string, { tests, uncollected }: TestReport): readonly string[] {
  const failures = [...tests, ...uncollected].filter(({ file }) => file === path);
  const diagnostics = failures.flatMap(({ failure }): readonly Diagnostic[] => failure?.diagnostics ?? []);
  return diagnostics.filter(({ what }) => what === 'module').map(({ name }) => name);
}
