import type { ScriptedSession } from '../../../src/runners/script.ts';
import type { Files } from './project.ts';

/** A team without tests: a writer, a reviewer that finds things, and a publisher whom the writer may not hand to. */
export const TEAM: Files = {
  'baton.workflow.yaml': `name: team
description: write, review, publish
start: write
orchestrator: editor
authority:
  writer: [reviewer]
context:
  audience: { type: string, enum: [users, developers] }
phases:
  write:
    agent: writer
    writes: ["docs/**"]
    gates: [scope, handoff]
    on:
      "@review": review
      "@publish": publish
      "@sneak": review
    attempts: 2
    max_visits: 4
    commit: docs
  review:
    agent: reviewer
    writes: nothing
    gates: [scope, findings, handoff]
    on:
      "@approved": end
      "@remediation-required": write
    attempts: 2
    max_visits: 4
    commit: review
  publish:
    agent: publisher
    writes: nothing
    gates: [scope]
    on: { complete: end }
    commit: publish
`,
  '.baton/agents/writer.agent.md': `---
name: writer
description: Writes
handoffs:
  - agent: reviewer
    trigger: "@review"
    context: [files_created, implementation_scope, acceptance_criteria, audience]
  - agent: publisher
    trigger: "@publish"
    context: []
---
Write.
`,
  '.baton/agents/reviewer.agent.md': `---
name: reviewer
description: Reviews
handoffs:
  - agent: editor
    trigger: "@approved"
    context: [sec_ids]
  - agent: writer
    trigger: "@remediation-required"
    context: [security_findings, sec_ids, verification_criteria]
---
Review.
`,
  '.baton/agents/publisher.agent.md': '---\nname: publisher\ndescription: Publishes\nhandoffs: []\n---\nPublish.\n',
  '.baton/agents/editor.agent.md': '---\nname: editor\ndescription: Orchestrates\nhandoffs: []\n---\nOrchestrate.\n',
};

export const FLAGS = ['--workflow', 'team'];

/** What the writer has to hand on. */
export const CONTEXT = {
  implementation_scope: 'How to sign in',
  acceptance_criteria: ['It has an example'],
  audience: 'users',
};

/** The writer writes, and reports so. */
export function writes(result: unknown, more: Partial<ScriptedSession> = {}): ScriptedSession {
  return { phase: 'write', write: { 'docs/sign-in.md': '# Signing in\n' }, result, ...more };
}

export function raising(trigger: string, context: unknown, more: object = {}): object {
  return { status: 'complete', summary: 'done', handoff: { trigger, context }, ...more };
}

export const APPROVES: ScriptedSession = { phase: 'review', result: raising('@approved', {}) };
