/** A run that is played again and again, and the same however often: what its agents do, and what a person does. */
export interface Story {
  /** Its workflow, by which it is called. */
  readonly name: string;
  /** The `baton.yaml` of its project. */
  readonly settings: string;
  /** The script of this folder that plays every agent. */
  readonly agents: string;
  /** How the run is started, beyond its request. */
  readonly flags: readonly string[];
  /** The command that gives what a person is asked for. */
  answer(ask: string): readonly string[];
}

const SETTINGS = `tests:
  framework: tap
  command: [sh, suite.sh]
  config_files: [suite.sh]
sandbox: off
`;

/** Three cycles of four agents, with a question at the beginning. */
export const TDD: Story = {
  name: 'tdd',
  settings: SETTINGS,
  agents: 'stories/tdd.sh',
  flags: [],
  answer: (ask) => ['answer', ask, 'There are three of them.'],
};

/**
 * A design that is reviewed, a finding that opens and closes, and an implementation that a person approves without its
 * review: handoffs by triggers, and every event that only they have.
 */
export const DOMAIN_ZERO: Story = {
  name: 'domain-zero',
  settings: SETTINGS.replace(
    'sandbox:',
    `  coverage: { command: "printf 'SF:words\\\\nDA:1,1\\\\nend_of_record\\\\n' > lcov.info", report: lcov.info }\nsandbox:`,
  ),
  agents: 'stories/domain-zero.sh',
  flags: ['--tier', 'standard'],
  answer: (ask) => ['approve', ask, '--skip', 'Reviewed by hand.'],
};

export const STORIES: readonly Story[] = [TDD, DOMAIN_ZERO];
