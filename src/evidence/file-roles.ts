import { matchAny } from '../base/glob.ts';
import { foldPath } from '../base/paths.ts';
import { isEnvironmentFile, isSupportByName } from './files/environment-files.ts';
import type { Frame } from './report.ts';

/**
 * What a file is to the tests: `config` steers a run, `support` (helpers, fixtures, snapshots) is used by tests and holds
 * none, `mixed` is a source with its own tests beside the code (Rust's `mod tests`).
 */
export type FileRole = 'config' | 'test' | 'support' | 'mixed' | 'other';

export interface FileRoles {
  roleOf(path: string): FileRole;
  /** Whether an error raised there counts as an assertion, because the project's settings name the function or module. */
  isAssertion?(place: Frame): boolean;
  /** A test file only because tests ran in it: no pattern matches its name. */
  isTestBySight?(path: string): boolean;
}

export function roleOf(path: string, roles: FileRoles): FileRole {
  return roles.roleOf(path);
}

/** Whether tests are in a file. */
export function holdsTests(path: string, roles: FileRoles): boolean {
  return ['test', 'mixed'].includes(roleOf(path, roles));
}

/** Whether a file is or holds tests, or is used by them. */
export function isTesting(path: string, roles: FileRoles): boolean {
  return ['test', 'support', 'mixed'].includes(roleOf(path, roles));
}

/** Whether a file is or holds what is tested. */
export function isTested(path: string, roles: FileRoles): boolean {
  return ['other', 'mixed'].includes(roleOf(path, roles));
}

/** What `#[cfg(test)] mod tests;` brings in is a test file, though it lies among the sources. */
const isRustTestFile = matchAny(['**/{test,tests}.rs', '**/{*_test,*_tests,test_*}.rs', '**/src/**/tests/**/*.rs']);

/** Sources that hold their own tests in any project. */
export const MIXED_FILES: readonly string[] = ['**/*.rs'];

const isRustSource = matchAny(MIXED_FILES);

export interface RoleGlobs {
  readonly tests: readonly string[];
  readonly support: readonly string[];
  readonly config: readonly string[];
  readonly mixed?: readonly string[];
  /** Functions, packages and globs of files whose errors count as assertions. */
  readonly assertions?: readonly string[] | undefined;
}

/** Roles by globs, as a framework or a person gives them: what steers a run is that first, then a test, then support. */
export function rolesByGlobs(globs: RoleGlobs): FileRoles {
  const isConfig = matchAny(globs.config.map(foldPath));
  const [isTest, isSupport, isMixed] = [matchAny(globs.tests), matchAny(globs.support), matchAny(globs.mixed ?? [])];
  return {
    roleOf(path) {
      if (isEnvironmentFile(path) || isConfig(foldPath(path))) return 'config';
      if (isRustTestFile(path)) return 'test';
      if (isMixed(path)) return 'mixed';
      if (isTest(path)) return 'test';
      if (isSupport(path) || isSupportByName(path)) return 'support';
      return isRustSource(path) ? 'mixed' : 'other';
    },
    ...(globs.assertions === undefined ? {} : { isAssertion: assertionsNamed(globs.assertions) }),
  };
}

/** `check` and `checks.sum` are functions, `my-assert` is a package, `test/lib/**` are files. */
function assertionsNamed(names: readonly string[]): (place: Frame) => boolean {
  const isNamed = new Set(names);
  const isFile = matchAny(names);
  return ({ file, package: name, function: called = '' }) => {
    // `Object.check [as run]`, `new Check`, `async check`: what is before and after the name is not the author's.
    const bare = called.replace(/ \[as [^\]]*\]$/, '').replace(/^(?:async |new )+/, '');
    const names = [bare, bare.replace(/^.*[.:]/, ''), name ?? ''];
    return names.some((one) => one !== '' && isNamed.has(one)) || (file !== undefined && isFile(file));
  };
}

/** Snapshot files, which red may add to: the expectations of new tests. */
export const SNAPSHOT_FILES: readonly string[] = ['**/__snapshots__/**', '**/*.snap', '**/*.ambr', '**/*.snapshot'];

export const isSnapshotFile = matchAny(SNAPSHOT_FILES);
