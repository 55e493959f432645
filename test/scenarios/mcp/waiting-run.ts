import { vi } from 'vitest';
import { type Baton, openBaton } from '../../../src/open.ts';
import { newProject, type Project } from '../tdd/project.ts';

/** What a run waits for. */
export interface WaitingRun {
  readonly project: Project;
  readonly run: string;
  readonly ask: string;
}

const WORKFLOW = `name: notes
description: write a note, and have it approved
start: write
phases:
  write:
    agent: writer
    task: Write the note.
    gates:
      - scope
      - { name: no-todo, command: "! grep -rn TODO docs" }
    on:
      complete: { to: end, approval: true }
    commit: docs
`;

const WRITER = `---
name: writer
description: Writes notes
tools: Read, Write, Edit
scope: ["docs/**"]
---

Write what is asked for.
`;

/** One session for each thing a run can wait for. The same one is played at every attempt. */
const SESSIONS = {
  approval: {
    write: { 'docs/note.md': '# A note\n' },
    result: { status: 'complete', summary: 'Wrote the note' },
  },
  question: {
    result: {
      status: 'blocked',
      blocked_reason: 'missing_requirements',
      summary: 'The request does not say for whom.',
      attempted: ['Read the request'],
      questions: ['For whom is the note?'],
    },
  },
  decision: {
    write: { 'docs/note.md': '# TODO\n' },
    result: { status: 'complete', summary: 'Wrote the note' },
  },
} as const;

/** A project whose run waits for a person, moved there by scripted agents. */
export async function waitingRun(kind: keyof typeof SESSIONS): Promise<WaitingRun> {
  const sessions = [1, 2, 3].map((attempt) => ({ phase: 'write', attempt, ...SESSIONS[kind] }));
  const project = newProject([], {
    'baton.workflow.yaml': WORKFLOW,
    '.baton/agents/writer.agent.md': WRITER,
    'sessions.json': JSON.stringify(sessions),
    'baton.yaml': 'workflow: notes\nrunner: scripted\ncommand: sessions.json\nattempts: 1\n',
  });
  for (const [name, value] of Object.entries(project.environment)) vi.stubEnv(name, value);
  const baton = await openBaton({ cwd: project.path });
  try {
    const { run } = await baton.runs.start({
      request: 'A note',
      config: baton.config(),
      acceptBaselineFailures: false,
    });
    const { asks, state, why } = await baton.runs.drive(run);
    const [ask] = asks;
    if (ask?.kind !== kind) throw new Error(`The run is ${state} and waits for ${ask?.kind}: ${why}`);
    return { project, run, ask: ask.id };
  } finally {
    baton.close();
  }
}

/** What was recorded as the answer, if anything was. */
export async function answersOf({ runs }: Pick<Baton, 'runs'>, run: string) {
  const entries = await runs.entries(run);
  return entries.map(({ event }) => event).filter(({ type }) => type === 'ask.answered');
}
