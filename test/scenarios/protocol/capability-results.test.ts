import { describe, expect, it } from 'vitest';
import { parseChariotOutput } from '../../../src/handoff/dialects/chariot.ts';
import type { Workflow } from '../../../src/workflow/workflow-schema.ts';
import * as exposure from './exposure.ts';
import { eventsOf, newProject, story } from './project.ts';

const { ARCHITECTURE, COMPLETION, DESIGN, DISCOVERY, FIGURES, IMPLEMENTATION, PARSER } = exposure;
const FLAGS = ['--workflow', 'capability'];

describe('a result', () => {
  it('that is missing counts as complete, and the document gets the block of it [R002-03]', async () => {
    const project = newProject(PARSER);
    const { result: _, ...silent } = DESIGN;
    await project.start([silent, { phase: 'discovery', end: 'unavailable' }], ...FLAGS);
    await project.say('approve');
    expect(story(await project.events())).toEqual(['brainstorming completed']);
    const text = project.fileOf(exposure.documentAt('design.md'));
    expect(parseChariotOutput(text)).toMatchObject({ agent: 'brainstorming', status: 'complete' });
  });

  it('that stands only at the end of the document is the result', async () => {
    const project = newProject(PARSER);
    const block = JSON.stringify({ status: 'needs_review', summary: 'Look at the first line.' });
    const { result: _, ...silent } = DISCOVERY;
    const write = { [exposure.documentAt('discovery.md')]: `# Found\n\nA parser.\n\n\`\`\`json\n${block}\n\`\`\`\n` };
    await project.start([DESIGN, { ...silent, write }], ...FLAGS);
    await project.say('approve');
    expect(await project.ask()).toMatchObject({ kind: 'approval', about: expect.stringContaining('discovery') });
    const [, ended] = eventsOf(await project.events(), 'session.ended');
    expect(ended).toMatchObject({ status: 'needs_review', summary: 'Look at the first line.' });
  });

  it('that cannot be read is asked for twice more, then the files alone count [R002-35]', async () => {
    const project = newProject(PARSER);
    const plan = {
      phase: 'plan',
      write: { 'test-list.md': '- [ ] a text has words\n' },
      result: { status: 'finished' },
    };
    await project.start([plan, { phase: 'red', end: 'unavailable' }]);
    const events = await project.events();
    const unreadable = eventsOf(events, 'session.ended').map((data) => data.unreadable);
    expect(unreadable.slice(0, 3)).toEqual(Array(3).fill(expect.stringContaining('status is "finished"')));
    expect(await project.promptOf('plan')).toContain('status is "finished"');
    expect(story(events)).toEqual(['plan completed']);
  });

  it('that cannot be read is no end of a document, and told as what it is', async () => {
    const project = newProject(PARSER, 'attempts: 1\n');
    await project.start([{ ...DESIGN, result: { status: 'finished' } }], ...FLAGS);
    const events = await project.events();
    expect(story(events)).toEqual(['brainstorming refused: result_unreadable']);
    const [{ reasons }] = eventsOf(events, 'gate.refused') as [{ reasons: unknown }];
    expect(reasons).toMatchObject([{ message: expect.stringContaining('status is "finished"') }]);
    expect((await project.baton('verify', 'story')).code).toBe(0);
  });
});

describe('figures', () => {
  it('that no command tells are not asked for, and that is said', async () => {
    const project = newProject(PARSER);
    const { err } = await project.start([DESIGN], ...FLAGS);
    expect(err).toContain('Not measured, because baton.yaml has no `figures.command` that prints it: accuracy');
    const [{ workflow }] = eventsOf(await project.events(), 'run.started') as [{ workflow: Workflow }];
    expect(workflow.phases.testing).toMatchObject({ quality: { coverage: 0.85 } });
    expect(workflow.phases.testing?.quality).not.toHaveProperty('accuracy');
  });

  it('that are too low keep the tests from being accepted', async () => {
    const low = { 'figures.mjs': 'console.log(JSON.stringify({ accuracy: 0.5, false_positives: 0.02 }));\n' };
    const project = newProject({ ...PARSER, ...low }, `${FIGURES}attempts: 1\n`);
    const sessions = [DESIGN, DISCOVERY, ARCHITECTURE, IMPLEMENTATION, COMPLETION, exposure.REVIEW, exposure.TESTING];
    await project.start(sessions, ...FLAGS);
    await project.say('approve');
    await project.say('approve');
    expect(story(await project.events()).at(-1)).toBe('testing refused: quality_too_low');
  });
});
