/** Valid values of every format: what the mutations start from. Each has one full and one small form. */

export const HANDOFFS = [
  {
    id: 'h-1',
    version: '1.0.0',
    sourceAgent: 'planner',
    targetAgent: 'implementer',
    priority: 'immediate',
    status: 'in_progress',
    context: {
      sessionId: 's-1',
      artifacts: ['src/a.ts', 'src/b.ts'],
      workingDirectory: '/work',
      userRequest: 'add a limit',
      decisions: [{ what: 'a map', why: 'lookups', alternatives: ['a list'] }],
      custom: { tier: 2, nested: { deep: [1, { deeper: null }] } },
    },
    instructions: {
      task: 'write the code',
      expectedOutput: 'a diff',
      constraints: ['no new dependency'],
      focusAreas: ['src'],
      avoid: ['test'],
      deadline: '2026-02-01T12:00:00.000Z',
    },
    trace: {
      operation: 'plan',
      timestamp: '2026-01-31T11:00:00.000Z',
      durationMs: 1200,
      decisions: [{ point: 'order', choice: 'simple first', reason: 'small steps' }],
      metrics: [{ name: 'tests', value: 4, unit: 'count' }],
      errors: [{ code: 'slow', message: 'took long' }],
      success: true,
    },
    createdAt: '2026-01-31T12:00:00.000Z',
    expiresAt: '2026-01-31T13:00:00+01:00',
    metadata: { trigger: '@brief' },
    redactions: [{ kind: 'token', field: 'context.custom.key' }],
  },
  {
    id: 'h-2',
    version: '1.2.0',
    sourceAgent: 'a',
    targetAgent: 'b',
    priority: 'normal',
    status: 'pending',
    context: {},
    instructions: { task: 'go' },
    createdAt: '2026-01-31T12:00:00Z',
  },
];

export const RESULTS = [
  {
    status: 'complete',
    summary: 'done',
    questions: ['which?'],
    files_modified: ['src/a.ts'],
    artifacts: ['log.md'],
    decisions: [{ what: 'a map', why: 'lookups', alternatives: ['a list'] }],
    learnt: ['tests live beside the code'],
    handoff: { next_agent: 'reviewer', next_phase: 'review', trigger: '@security-review', context: { tier: [2] } },
    agent: 'implementer',
    phase: 'green',
    output_type: 'implementation',
    timestamp: '2026-01-04T15:00:00Z',
    skills_invoked: ['one'],
    verification: { patterns_referenced: true },
  },
  {
    status: 'blocked',
    blocked_reason: 'test-failures',
    attempted: ['a clean build'],
    handoff: { next_agent: null, context: 'the ``` is never closed' },
  },
  { status: 'needs-review', summary: 'done', blocked_reason: null, handoff: null },
];

export const EVENTS = [
  {
    event_id: 'e-1',
    timestamp: '2026-01-31T12:00:00Z',
    source_agent: 'yuuji',
    target_agent: 'megumi',
    trigger: '@security-review',
    context: { files_modified: ['src/a.ts'], test_coverage: { statements: 95 } },
    status: 'pending',
  },
  {
    event_id: '',
    timestamp: '2026-01-31T12:00:00.5-23:59',
    source_agent: 'gojo',
    target_agent: 'gojo',
    trigger: '@-',
    context: {},
  },
];

export const NOTES = [
  {
    phase: 'RED',
    next_phase: 'GREEN',
    cycle: 2,
    current_test: { id: 't2', description: 'adds', test_file: 'test/sum.test.ts', impl_file: null },
    pending_tests: ['t3'],
    completed_tests: ['t1'],
    test_result: 'FAIL',
    last_phase_result: { success: false, errors: ['red'] },
    timestamp: '2026-01-31T12:00:00.000Z',
    error: null,
    error_details: { exit_code: 1, lines: ['x'] },
    retry_count: 1,
    agent: 'test-agent',
    session_id: 's-1',
    run: 'r-1',
    handoff: 'h-1',
    journal: 'c0ffee',
  },
  { phase: 'PLAN', next_phase: 'RED' },
];

export const TASK_STATUSES = [
  { state: 'TASK_STATE_WORKING', metadata: { baton_status: 'accepted' }, timestamp: '2026-01-31T12:00:00Z' },
  { state: 'input-required' },
  { state: 'FAILED', metadata: { baton_status: 'expired' } },
];
