/** A word with which an agent starts a handoff. */
export interface Trigger {
  /** With its sign: `@security-review`. */
  readonly name: string;
  /** The agent that raises it, or `any`. */
  readonly source: string;
  /** The agent it leads to. */
  readonly target: string;
  /** The fields it carries where the agent's own file does not say. */
  readonly context: readonly string[];
  readonly description: string;
}

/** What every trigger looks like. */
export const TRIGGER_PATTERN = /^@[a-z][a-z-]*$/;

/** The trigger that every agent may raise, whatever its file says. */
export const ESCALATE = '@escalate';

/** The source of a trigger that every agent may raise. */
export const ANY_AGENT = 'any';

const BRIEFING = ['project_state', 'current_tasks', 'tier_guidance', 'protocol_updates'];

/** The triggers of the Domain Zero protocol. */
export const STANDARD_TRIGGERS: readonly Trigger[] = [
  {
    name: '@security-review',
    source: 'implementation-specialist',
    target: 'security-analyst',
    context: ['files_modified', 'tier_level', 'implementation_scope', 'test_coverage'],
    description: 'Request a security audit',
  },
  {
    name: '@user-review',
    source: 'implementation-specialist',
    target: 'mission-control',
    context: ['implementation_complete', 'backup_location', 'rollback_plan'],
    description: "Request a person's approval before the security review",
  },
  {
    name: '@remediation-required',
    source: 'security-analyst',
    target: 'implementation-specialist',
    context: ['security_findings', 'remediation_required', 'sec_ids', 'verification_criteria'],
    description: 'Security issues were found and have to be fixed',
  },
  {
    name: '@re-review',
    source: 'implementation-specialist',
    target: 'security-analyst',
    context: ['files_modified', 'sec_ids', 'verification_criteria'],
    description: 'Fixes are made and have to be verified',
  },
  {
    name: '@approved',
    source: 'security-analyst',
    target: 'mission-control',
    context: ['tier_level', 'sec_ids', 'remediation_required'],
    description: 'The security review is passed and the feature complete',
  },
  {
    name: '@brief-implementation',
    source: 'mission-control',
    target: 'implementation-specialist',
    context: BRIEFING,
    description: 'Mission control briefs the implementation',
  },
  {
    name: '@brief-security',
    source: 'mission-control',
    target: 'security-analyst',
    context: BRIEFING,
    description: 'Mission control briefs the security review',
  },
  {
    name: '@brief-design',
    source: 'mission-control',
    target: 'ux-specialist',
    context: BRIEFING,
    description: 'Mission control briefs the design',
  },
  {
    name: '@implement-design',
    source: 'ux-specialist',
    target: 'implementation-specialist',
    context: ['design_specifications', 'mockups', 'user_flows', 'accessibility_requirements'],
    description: 'The design is ready to be implemented',
  },
  {
    name: '@security-ux-review',
    source: 'ux-specialist',
    target: 'security-analyst',
    context: ['user_flows', 'security_concerns'],
    description: 'User flows need a security review',
  },
  {
    name: ESCALATE,
    source: ANY_AGENT,
    target: 'mission-control',
    context: ['violation_type', 'severity', 'agent_name', 'timestamp'],
    description: 'A critical issue needs mission control',
  },
];
