import { matchAny } from './glob.ts';

/** What a file is to the tests. */
export interface FileRoles {
  isTestFile(path: string): boolean;
  /** Helpers, fixtures, snapshots: used by tests, holding none. */
  isSupportFile(path: string): boolean;
  /** Files whose change changes how tests run. */
  isConfigFile(path: string): boolean;
  /** Sources that hold their own tests beside the code (Rust's `mod tests`). */
  isMixedFile?(path: string): boolean;
}

export type FileRole = 'config' | 'test' | 'support' | 'mixed' | 'other';

/** The one role of a file: what steers a run is that first, then a test, then support. */
export function roleOf(path: string, roles: FileRoles): FileRole {
  if (ALWAYS_CONFIG(path) || roles.isConfigFile(path)) return 'config';
  if (roles.isMixedFile?.(path) === true) return 'mixed';
  if (roles.isTestFile(path)) return 'test';
  return roles.isSupportFile(path) ? 'support' : 'other';
}

export interface RoleGlobs {
  readonly tests: readonly string[];
  readonly support: readonly string[];
  readonly config: readonly string[];
  readonly mixed?: readonly string[];
}

/** Roles by globs, as a framework or a person gives them. */
export function rolesByGlobs(globs: RoleGlobs): FileRoles {
  return {
    isTestFile: matchAny(globs.tests),
    isSupportFile: matchAny(globs.support),
    isConfigFile: matchAny(globs.config),
    isMixedFile: matchAny(globs.mixed ?? []),
  };
}

/**
 * Files that reach into every test process whatever the framework: what an interpreter loads by itself, what a package
 * manager obeys, and modules that would be found in place of a test framework's own.
 */
export const TEST_ENVIRONMENT_FILES: readonly string[] = [
  '**/{sitecustomize,usercustomize}.py',
  '**/*.pth',
  '**/{pytest,_pytest,pluggy,unittest}.py',
  '**/{_pytest,pluggy}/**',
  '{,src/}unittest/**',
  '**/.npmrc',
  '**/.yarnrc{,.yml}',
  '**/.yarn/{releases,plugins}/**',
  '**/.pnpmfile.{cjs,mjs}',
  '**/pnpm-workspace.yaml',
  '**/bunfig.toml',
  '**/.cargo/config{,.toml}',
  '**/rust-toolchain{,.toml}',
  '**/go.work{,.sum}',
  '**/.mvn/**',
  '**/.pytest.ini',
];

const ALWAYS_CONFIG = matchAny(TEST_ENVIRONMENT_FILES);

/** Snapshot files, which red may add to: the expectations of new tests. */
export const SNAPSHOT_FILES: readonly string[] = ['**/__snapshots__/**', '**/*.snap', '**/*.ambr', '**/*.snapshot'];

export const isSnapshotFile = matchAny(SNAPSHOT_FILES);
