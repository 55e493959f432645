/** How strict a run is. */
export const TIER_NAMES = ['rapid', 'standard', 'critical'] as const;
export type TierName = (typeof TIER_NAMES)[number];

/** What a tier asks for. */
export interface TierRequirements {
  /** Kinds of tests that have to be there. */
  readonly tests: readonly string[];
  /** Share of lines that tests run, at least. */
  readonly coverage: number;
  readonly security_review: 'none' | 'standard' | 'enhanced';
  readonly performance_benchmarks: boolean;
  /** Whether tests must notice when a line written now is wrong. */
  readonly mutation: boolean;
  /** Whether a person approves work of which it could not be tried what its tests notice. */
  readonly asks_when_unsabotaged: boolean;
}

export const TIERS: Readonly<Record<TierName, TierRequirements>> = {
  rapid: {
    tests: [],
    coverage: 0,
    security_review: 'none',
    performance_benchmarks: false,
    mutation: false,
    asks_when_unsabotaged: false,
  },
  standard: {
    tests: ['unit'],
    coverage: 0.8,
    security_review: 'standard',
    performance_benchmarks: false,
    mutation: false,
    asks_when_unsabotaged: false,
  },
  critical: {
    tests: ['unit', 'integration', 'e2e'],
    coverage: 0.95,
    security_review: 'enhanced',
    performance_benchmarks: true,
    mutation: true,
    asks_when_unsabotaged: true,
  },
};
