import v8 from '@vitest/coverage-v8';
import type { CoverageProviderModule } from 'vitest/node';

/** The tests that have to cover `src/base` and `src/handoff` wholly. */
const COVERING = /\/(?:src\/(?:base|handoff)\/.*|test\/as-written\/.*|src\/engine\/project-state)\.test\.ts$/;

/**
 * Coverage that is collected only while these tests run: in all of them it costs a third of the processor time. Where
 * vitest does not say which file a worker runs, it is collected.
 */
export default {
  ...v8,
  startCoverage: (options) => (isCovering() ? v8.startCoverage?.(options) : undefined),
  takeCoverage: (options) => (isCovering() ? v8.takeCoverage?.(options) : { result: [] }),
  stopCoverage: (options) => (isCovering() ? v8.stopCoverage?.(options) : undefined),
} satisfies CoverageProviderModule;

interface Worker {
  readonly ctx?: { readonly files?: readonly { readonly filepath: string }[] };
}

function isCovering(): boolean {
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: Worker };
  return worker?.ctx?.files?.some(({ filepath }) => COVERING.test(filepath)) ?? true;
}
