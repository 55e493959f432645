import { languageOf } from '../code/language.ts';
import { splitTests } from '../code/split-tests.ts';
import { earlierPath, type FileChange, isNewFile } from '../diff.ts';
import { type FileRole, type FileRoles, roleOf } from '../file-roles.ts';
import { filesWithTests, type TestReport } from '../report.ts';
import { holdsMixedTests } from './mixed-file.ts';

/**
 * Roles by more than paths: a file that a report showed tests of is a test file wherever it lies, a source that holds
 * tests in its text is mixed, and a source that uses a test framework is there for tests. Told by the text before the
 * change: a phase cannot give a file another role.
 */
export function seenRoles(roles: FileRoles, changes: readonly FileChange[], before: TestReport): FileRoles {
  const texts = new Map(changes.map((change) => [earlierPath(change), change.before]));
  const shown = new Set(filesWithTests(before));
  const found = new Map<string, FileRole>();
  const roleSeen = (path: string): FileRole => {
    const known = found.get(path);
    if (known !== undefined) return known;
    const role = roleOf(path, roles);
    const seen = role === 'other' ? roleByText(path, texts.get(path), shown.has(path)) : role;
    found.set(path, seen);
    return seen;
  };
  return {
    ...roles,
    isTestFile: (path) => roleSeen(path) === 'test',
    isSupportFile: (path) => roleSeen(path) === 'support',
    isConfigFile: (path) => roleSeen(path) === 'config',
    isMixedFile: (path) => roleSeen(path) === 'mixed',
    isTestBySight: (path) => roleSeen(path) === 'test' && roleOf(path, roles) === 'other',
  };
}

/** Whether a change adds a file that has tests in its text and no code for others, whatever its name. */
export function addsTestFile(change: FileChange): boolean {
  const { path, after } = change;
  if (!isNewFile(change) || after === undefined || holdsMixedTests(path, after)) return false;
  const split = splitTests(path, after);
  return split !== undefined && split.blocks.length > 0 && !exportsSomething(path, after);
}

/** Whether other files could use what a JavaScript file defines. */
function exportsSomething(path: string, text: string): boolean {
  return languageOf(path) === 'js' && /^\s*export\b|\bmodule\.exports\b|^\s*exports\./m.test(text);
}

function roleByText(path: string, text: string | undefined, isShown: boolean): FileRole {
  if (text === undefined) return 'other';
  if (holdsMixedTests(path, text)) return 'mixed';
  // A report may name a file for want of a better one: its text has to bear it out where it can.
  if (isShown && splitTests(path, text)?.blocks.length !== 0) return 'test';
  return usesTestFramework(path, text) ? 'support' : 'other';
}

/** Whether a source loads a test framework. Assertions alone do not count: code may use those for itself. */
export function usesTestFramework(path: string, text: string): boolean {
  const language = languageOf(path);
  return language !== undefined && FRAMEWORK_IMPORTS[language].test(text);
}

const FRAMEWORK_IMPORTS = {
  js: /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"](?:vitest|@jest\/globals|node:test|bun:test|mocha|chai|ava|tape?|uvu|@playwright\/test)['"]/,
  python: /^\s*(?:import|from)\s+(?:_?pytest\b|unittest\b(?!\.mock))/m,
  go: /^(?:import\s+|\s+)(?:\w+\s+)?"testing"\s*$/m,
  rust: /^\s*#!\[cfg\(test\)\]/m,
  java: /^\s*import\s+(?:static\s+)?org\.(?:junit|testng|mockito|assertj)\b/m,
} as const;
