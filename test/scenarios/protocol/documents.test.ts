import { describe, expect, it } from 'vitest';
import type { ScriptedSession } from '../../../src/runners/script.ts';
import { eventsOf, newProject, type Project, story } from './project.ts';
import { APPROVES, CONTEXT, raising, TEAM, FLAGS as TEAM_FLAGS, writes } from './team.ts';

/** One phase that leaves a document. */
const FILES = {
  'baton.workflow.yaml': `name: look
description: look at what is there
start: discovery
output: .claude/.output/{run}
phases:
  discovery:
    agent: scout
    writes: ["{output}/discovery.md"]
    artifact: discovery.md
    gates: [scope, artifact]
    on: { complete: end }
    attempts: 1
    commit: discovery
`,
  '.baton/agents/scout.agent.md': '---\nname: scout\ndescription: Looks\nhandoffs: []\n---\nLook.\n',
};
const FLAGS = ['--workflow', 'look'];
const PATH = '.claude/.output/story/discovery.md';
const BODY = '# Found\n\nThree parsers.\n';
const RESULT = {
  status: 'complete',
  summary: 'Found 3 parsers.',
  handoff: { next_agent: 'lead', context: 'Extend one.' },
};

function block(result: object): string {
  return `\n\`\`\`json\n${JSON.stringify(result)}\n\`\`\`\n`;
}

const looks = (text: string | undefined, result?: unknown): ScriptedSession => ({
  phase: 'discovery',
  ...(text === undefined ? {} : { write: { [PATH]: text } }),
  ...(result === undefined ? {} : { result }),
});

function lastBlock(project: Project): Record<string, unknown> {
  const text = project.fileOf(PATH);
  return JSON.parse(/```json\n([\s\S]*)\n```\s*$/.exec(text)?.[1] ?? 'null');
}

describe('the document of a phase', () => {
  it('gets the result of its session at its end, in the fields of the format', async () => {
    const project = newProject(FILES);
    const ended = await project.start([looks(BODY, RESULT)], ...FLAGS);
    expect(ended, JSON.stringify(ended)).toMatchObject({ code: 0 });
    expect(project.fileOf(PATH).startsWith(BODY)).toBe(true);
    expect(lastBlock(project)).toMatchObject({
      ...RESULT,
      ...{ agent: 'scout', phase: 'discovery', output_type: 'discovery', output_file: PATH },
      capability_directory: '.claude/.output/story',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect((await project.baton('verify', 'story')).code).toBe(0);
  });

  it('is itself the result where there is no other [R002-26]', async () => {
    const project = newProject(FILES);
    const own = { agent: 'scout', status: 'needs_review', handoff: { next_agent: null, context: 'Look at it.' } };
    const rests = await project.start([looks(`${BODY}${block(own)}`)], ...FLAGS);
    expect(rests.code).toBe(4);
    const [ended] = eventsOf(await project.events(), 'session.ended');
    expect(ended).toMatchObject({ status: 'needs_review', context: 'Look at it.' });
    expect(await project.ask()).toMatchObject({ kind: 'approval' });
    await project.say('approve');
    expect(lastBlock(project)).toEqual(own);
  });

  it('ends in something even where the agent reported nothing', async () => {
    const project = newProject(FILES);
    expect(await project.start([looks(BODY)], ...FLAGS)).toMatchObject({ code: 0 });
    expect(lastBlock(project)).toMatchObject({ status: 'complete', agent: 'scout', summary: `See ${PATH}.` });
  });

  it.each<[string, ScriptedSession, string]>([
    ['is not there', looks(undefined, RESULT), 'artifact_missing'],
    ['says nothing', looks('', RESULT), 'artifact_missing'],
    [
      "ends in another agent's result",
      looks(`${BODY}${block({ ...RESULT, agent: 'lead' })}`, RESULT),
      'artifact_invalid',
    ],
    [
      'ends in another status',
      looks(`${BODY}${block({ ...RESULT, status: 'needs_review' })}`, RESULT),
      'artifact_invalid',
    ],
    ['ends in a block that is no result', looks(`${BODY}${block({ hello: 1 })}`, RESULT), 'artifact_invalid'],
    [
      'lies elsewhere',
      { phase: 'discovery', write: { '.claude/discovery.md': BODY }, result: RESULT },
      'protected_file',
    ],
  ])('is refused when it %s', async (_, session, code) => {
    const project = newProject(FILES);
    await project.start([session], ...FLAGS);
    expect(story(await project.events())).toEqual([`discovery refused: ${code}`]);
  });

  it('gets a new end where an earlier attempt is repaired', async () => {
    const files = {
      ...FILES,
      'baton.workflow.yaml': FILES['baton.workflow.yaml'].replace('attempts: 1', 'attempts: 2'),
    };
    const gates = '[scope, artifact, { name: parsers, command: "grep -rq parsers .claude/.output" }]';
    files['baton.workflow.yaml'] = files['baton.workflow.yaml'].replace('[scope, artifact]', gates);
    const project = newProject(files);
    const first = { ...looks('# Found\n\nNothing.\n', { ...RESULT, summary: 'Nothing.' }), attempt: 1 };
    const second: ScriptedSession = {
      ...{ phase: 'discovery', attempt: 2, result: RESULT },
      replace: [{ path: PATH, find: 'Nothing.\n\n`', with: 'Three parsers.\n\n`' }],
    };
    const ended = await project.start([first, second], ...FLAGS);
    expect(ended, JSON.stringify(ended)).toMatchObject({ code: 0 });
    expect(story(await project.events())).toEqual(['discovery refused: command_failed', 'discovery completed']);
    expect(lastBlock(project)).toMatchObject({ summary: 'Found 3 parsers.' });
    expect(project.fileOf(PATH).match(/```json/g)).toHaveLength(1);
  });

  it('never holds a secret that the result held', async () => {
    const project = newProject(FILES);
    const key = ['AKIA', 'Z7QX2M4N', 'P6RT8VWB'].join('');
    await project.start([looks(BODY, { ...RESULT, summary: `Found ${key}.` })], ...FLAGS);
    expect(project.fileOf(PATH)).toContain('[redacted: ');
    expect(project.fileOf(PATH)).not.toContain(key);
  });
});

describe('a trigger on the last line of what an agent says', () => {
  const result = { status: 'complete', summary: 'done', handoff: { context: CONTEXT } };
  const says = (say: string) => [writes(result, { say }), APPROVES];

  it('counts where the project lets it', async () => {
    const project = newProject(TEAM, 'trigger_tags: true\n');
    await project.start(says('Done, see docs.\n\n@review\n'), ...TEAM_FLAGS);
    expect(eventsOf(await project.events(), 'trigger.raised')[0]).toMatchObject({ trigger: '@review', to: 'review' });
  });

  it.each([
    ['the project does not', '', 'Done.\n@review\n'],
    ['something follows it', 'trigger_tags: true\n', '@review\nor not\n'],
    ['it is part of a sentence', 'trigger_tags: true\n', 'I raise @review\n'],
  ])('does not count where %s', async (_, config, say) => {
    const project = newProject(TEAM, `${config}attempts: 1\n`);
    await project.start(says(say), ...TEAM_FLAGS);
    expect(story(await project.events())[0]).toBe('write refused: missing_trigger');
  });

  it('is not heard where the result raises one', async () => {
    const project = newProject(TEAM, 'trigger_tags: true\n');
    await project.start([writes(raising('@review', CONTEXT), { say: '@publish\n' }), APPROVES], ...TEAM_FLAGS);
    expect(story(await project.events())).toEqual(['write completed', 'review completed']);
  });
});
