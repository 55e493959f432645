import type { FrameworkName } from '../../src/frameworks/versions.ts';

/**
 * What the reporter draws at the end of a run: frameworks as columns, what each must show as rows. A suite carries its
 * columns, each of its tests the row it is about.
 */
export interface GridColumn {
  readonly grid: 'case' | 'rule';
  readonly framework: FrameworkName;
  /** Every row in order; where the framework has no such thing, why. None if no row applies. */
  readonly rows: readonly (readonly [row: string, notApplicable?: string | undefined])[];
  /** Why no row applies. */
  readonly notApplicable?: string;
}

declare module 'vitest' {
  interface TaskMeta {
    columns?: readonly GridColumn[];
    row?: string;
  }
}
