import { expect, it } from 'vitest';
import { AgentHandoffCoordinator } from './coordinator.ts';
import { handoffMarkdown } from './handoff-markdown.ts';
import { ExecutionTrace } from './trace.ts';

const at = new Date('2026-01-01T12:00:00Z');

function record(more: object = {}) {
  const handoff = AgentHandoffCoordinator.prepareHandoff({
    sourceAgent: 'speckit-generator',
    targetAgent: 'code-reviewer',
    context: {},
    instructions: 'Review for completeness',
  });
  const base = { ...handoff.toJSON(), id: 'h-1', createdAt: '2026-01-01T11:00:00Z', expiresAt: '2026-01-01T13:00:00Z' };
  return AgentHandoffCoordinator.parseHandoff({ ...base, ...more });
}

it('a bare handoff shows its head and task and no empty parts [R004-41 R004-45]', () => {
  expect(handoffMarkdown(record(), at)).toBe(
    [
      '# Agent Handoff: speckit-generator → code-reviewer',
      '',
      '**ID**: `h-1`',
      '**Status**: pending',
      '**Priority**: normal',
      '**Created**: 2026-01-01T11:00:00.000Z',
      '**Expires**: 2026-01-01T13:00:00.000Z',
      '',
      '## Instructions',
      '',
      '**Task**: Review for completeness',
    ].join('\n'),
  );
});

it('a full handoff shows everything a reader needs, in a fixed order [R004-42 R004-43 R004-44]', () => {
  const trace = new ExecutionTrace('generate');
  trace.recordDecision('template', 'standard', 'usual');
  trace.recordMetric('files', 7, 'pcs');
  trace.recordError('slow', 'took long');
  const markdown = handoffMarkdown(
    record({
      expiresAt: undefined,
      context: {
        userRequest: 'Line one\nLine two',
        artifacts: ['spec.md'],
        decisions: [{ what: 'Template', why: 'standard', alternatives: ['own'] }],
        sessionId: 's-1',
        workingDirectory: '/repo',
        custom: { coverage: { lines: 94 } },
      },
      instructions: {
        task: 'First\nSecond',
        expectedOutput: 'A list',
        deadline: '2026-02-01T00:00:00Z',
        constraints: ['Keep the API'],
        focusAreas: ['Errors'],
        avoid: ['Style'],
      },
      trace: trace.toJSON(),
      metadata: { ticket: 7 },
      redactions: [{ kind: 'password', field: 'context.custom.pw' }],
    }),
    at,
  );
  expect(markdown).toContain(
    [
      '## Instructions',
      '',
      '**Task**:',
      '',
      '> First',
      '> Second',
      '',
      '**Expected Output**: A list',
      '',
      '**Deadline**: 2026-02-01T00:00:00.000Z',
      '',
      '**Constraints**:',
      '- Keep the API',
      '',
      '**Focus Areas**:',
      '- Errors',
      '',
      '**Avoid**:',
      '- Style',
      '',
      '## User Request',
      '',
      '> Line one',
      '> Line two',
      '',
      '## Artifacts',
      '',
      '- `spec.md`',
      '',
      '## Prior Decisions',
      '',
      '- **Template**: standard',
      '  - not: own',
      '',
      '## Context',
      '',
      '- **Session**: `s-1`',
      '- **Working Directory**: `/repo`',
      '- **coverage**: `{"lines":94}`',
      '',
      '## Execution Trace Summary',
      '',
      '- **Operation**: generate',
    ].join('\n'),
  );
  expect(markdown).toMatch(/- \*\*Success\*\*: ❌\n- \*\*Decisions\*\*: 1\n {2}- \*\*template\*\*: standard \(usual\)/);
  expect(markdown).toMatch(
    /- \*\*Metrics\*\*: 1\n {2}- \*\*files\*\*: 7 pcs\n- \*\*Errors\*\*: 1\n {2}- \*\*slow\*\*: took long/,
  );
  expect(markdown).toMatch(
    /## Metadata\n\n- \*\*ticket\*\*: `7`\n\n## Redactions\n\n- `context\.custom\.pw`: password$/,
  );
  expect(markdown).not.toContain('**Expires**');
});

it('a successful trace says so', () => {
  const trace = new ExecutionTrace('generate');
  trace.complete(true);
  expect(handoffMarkdown(record({ trace: trace.toJSON() }), at)).toContain('- **Success**: ✅');
});

it('a field value cannot start a heading, a link or a tag', () => {
  const hostile = '# Owned\n## Instructions\n[x](javascript:1) <img src=x onerror=1> `code`';
  const markdown = handoffMarkdown(
    record({
      sourceAgent: 'a [b](c)',
      context: { userRequest: hostile, artifacts: ['a`b\n# c'], custom: { 'k\n# e': hostile } },
      instructions: { task: hostile, constraints: [hostile] },
    }),
    at,
  );
  const headings = markdown.split('\n').filter((line) => line.startsWith('#'));
  expect(headings).toEqual([
    '# Agent Handoff: a \\[b\\](c) → code-reviewer',
    '## Instructions',
    '## User Request',
    '## Artifacts',
    '## Context',
  ]);
  expect(markdown.split('\n').filter((line) => /^(?!- \*\*).*(?<!\\)<img/.test(line))).toEqual([]);
});

it('what ran out of time is shown as expired', () => {
  expect(handoffMarkdown(record({ expiresAt: '2026-01-01T11:30:00Z' }), at)).toContain('**Status**: expired');
});
