import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openBaton } from '../../../src/open.ts';
import { gitIn, temporaryRepository } from '../../repository.ts';

const PAGE = readFileSync(new URL('../../../docs/tutorial-docs-review.md', import.meta.url), 'utf8');

/** The files that the page tells its reader to write. */
function filesOfPage(): ReadonlyMap<string, string> {
  const blocks = PAGE.matchAll(/^```\w+ title="([^"]+)"\n([\s\S]*?)^```$/gm);
  return new Map([...blocks].map(([, path = '', text = '']) => [path, text]));
}

it('the tutorial of a workflow without tests does what it says [R003-55]', async () => {
  const cwd = temporaryRepository();
  const files = filesOfPage();
  expect([...files.keys()]).toHaveLength(5);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  gitIn(cwd, 'checkout', '--quiet', 'main');
  gitIn(cwd, 'add', '--all');
  gitIn(cwd, 'commit', '--quiet', '-m', 'A docs-review workflow');

  const baton = await openBaton({ cwd });
  expect(await baton.validateAgents()).toMatchObject({ problems: [] });
  const workflow = await baton.workflow('docs-review');
  expect(workflow.phases.write).toMatchObject({ writes: ['docs/**'], commit: 'docs' });
  expect(workflow.phases.review?.commit).toBe('review');
  const given = { request: 'Document greet', config: baton.config(), acceptBaselineFailures: false };
  const { run } = await baton.runs.start(given);
  const waiting = await baton.runs.drive(run);
  expect(waiting).toMatchObject({ state: 'waiting', phase: 'review' });
  const completed = await baton.runs.answer(waiting.asks[0]?.id ?? '', { kind: 'approval', approved: true }, 'me');
  expect(completed.run).toBe(run);
  expect(await baton.runs.drive(run)).toMatchObject({ state: 'completed' });

  const events = (await baton.runs.entries(run)).map(({ event }) => event);
  expect(events.find(({ type }) => type === 'trigger.raised')?.data).toMatchObject({
    trigger: '@changes-needed',
    source: 'reviewer',
    target: 'writer',
    context: { required_changes: ['Show how to call greet'] },
  });
  const prompts = (await baton.runs.entries(run)).filter(({ event }) => event.type === 'phase.started');
  const told = (await baton.store.attachment(prompts[2]?.attachments['prompt.md'] ?? ''))?.toString('utf8');
  expect(told).toContain('Show how to call greet');
  expect(gitIn(cwd, 'show', `baton/${run}:docs/greet.md`)).toContain('    greet Ada');
  const { problems } = await baton.verify(run);
  expect(problems).toEqual([]);
  expect(await baton.runs.merge(run)).toMatchObject({ state: 'merged', unproved: true });
  baton.close();
});
