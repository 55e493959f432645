import { expect, it, vi } from 'vitest';
import { newProject, writeFiles } from '../tdd/project.ts';
import { ITEMS, LIST } from '../tdd/sum.ts';
import { PERSON, serveTest } from './connected.ts';

const RUN = 'sum';

it('a phase that is handed in twice does not hand in the next one, which nobody has seen', async () => {
  const served = await serveTest(newProject());
  const caller = await served.connect(PERSON);
  await caller.call('run_start', { request: 'A sum', name: RUN });
  const { run } = await caller.call('run_status', { run: RUN, wait_s: 55 });
  writeFiles(run.session.workbench, { [LIST]: `# Sum\n\n- [ ] ${ITEMS[0]}\n` });
  let judge = () => {};
  const due = new Promise<void>((resolve) => {
    judge = resolve;
  });
  const { handIn } = served.baton.phases;
  vi.spyOn(served.baton.phases, 'handIn').mockImplementation(async (...given) => {
    await due;
    return handIn(...given);
  });
  const { handle } = await caller.call('git_commit_phase', { run: RUN, wait_s: 0.1 });
  const again = await caller.try('git_commit_phase', { run: RUN, wait_s: 55 });
  expect(again).toMatchObject({ isError: true, code: 'wrong_status' });
  expect(again.text).toContain(`run_status with handle ${handle}`);
  judge();
  const { work } = await caller.call('run_status', { handle, wait_s: 55 });
  expect(work.result).toMatchObject({ verdict: 'committed', phase: 'plan' });
  const { run: after } = await caller.call('run_status', { run: RUN, wait_s: 55 });
  expect(after).toMatchObject({ phase: 'red', attempt: 1, refused: [] });
}, 120_000);
