import { MIXED_FILES } from '../file-roles.ts';
import { SUPPORT_FILES } from '../files/environment-files.ts';
import { MANIFEST_FILES } from '../manifests/manifest-kinds.ts';
import { TEST_LIST } from '../plan/test-list.ts';
import { PROTECTED_FILES } from './protected.ts';
import type { ScopeRules } from './rules.ts';

export type TddPhase = 'plan' | 'red' | 'green' | 'refactor';

/** What a project's files are to its tests, as globs, and what its configuration says about scope. */
export interface PhaseFiles {
  readonly tests: readonly string[];
  readonly support: readonly string[];
  readonly config: readonly string[];
  readonly mixed?: readonly string[];
  /** Default: `PROTECTED_FILES`. */
  readonly protected?: readonly string[];
  /** Path of the test list. Default `test-list.md`. */
  readonly testList?: string;
}

/** Folders of installed packages: never part of a candidate. */
const INSTALLED = ['**/{node_modules,.venv,site-packages}/**'];

/**
 * The column "may change" of the workflow `tdd`. Tests, their support and configuration stay allowed where a verdict
 * judges them more exactly (`existing_test_changed`, `tests_changed_after_red`, `test_config_changed`).
 */
export function phaseScope(phase: TddPhase, files: PhaseFiles): ScopeRules {
  const testList = files.testList ?? TEST_LIST;
  const common = { protected: files.protected ?? PROTECTED_FILES, deny: [testList, ...INSTALLED] };
  switch (phase) {
    case 'plan':
      return { ...common, deny: INSTALLED, allow: [testList], noExecutables: true };
    case 'red': {
      const mixed = [...(files.mixed ?? []), ...MIXED_FILES];
      const support = [...files.support, ...SUPPORT_FILES];
      const allow = [...files.tests, ...support, ...mixed, ...files.config, ...MANIFEST_FILES];
      return { ...common, allow, noTwins: [...files.tests, ...files.support] };
    }
    case 'green':
    case 'refactor':
      return { ...common, allow: ['**'] };
  }
}
