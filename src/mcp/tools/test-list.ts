import { z } from 'zod';
import type { ListedTest } from '../../engine/phase-work.ts';
import { argumentsOf, runName } from '../arguments.ts';
import { type Tool, tool } from '../tool.ts';

const listedTest = z.object({
  id: z.string().describe('T1, T2 ...'),
  description: z.string(),
  state: z.enum(['open', 'done', 'skipped']),
});

const getNextTest = tool({
  name: 'get_next_test',
  title: 'Get the next test',
  description: 'Gives the first open item of the test list: of a run, or of test-list.md in the checkout.',
  input: argumentsOf({ run: runName.optional().describe('Run whose list it is. Default: the checkout') }),
  output: z.object({
    next: listedTest.optional().describe('Nothing where no item is open'),
    open: z.int(),
    done: z.int(),
    skipped: z.int(),
  }),
  effects: { readOnly: true },
  async call({ run }, { host }) {
    const tests = await host.phases.tests(run);
    const count = (state: ListedTest['state']) => tests.filter((test) => test.state === state).length;
    const next = tests.find(({ state }) => state === 'open');
    const counts = { open: count('open'), done: count('done'), skipped: count('skipped') };
    const data = { ...counts, ...(next === undefined ? {} : { next: plainTest(next) }) };
    if (next !== undefined) return { data, text: `Next is ${next.id}: ${next.description} (${counts.open} open).` };
    return { data, text: tests.length === 0 ? 'The list is empty.' : 'No test is open: the list is done.' };
  },
});

const markTestComplete = tool({
  name: 'mark_test_complete',
  title: 'Ask whether a test is complete',
  description:
    'Says whether a test of the list is complete. Baton ticks it by itself once it was seen red and then green; no caller can.',
  input: argumentsOf({
    run: runName,
    test: z
      .string()
      .max(12)
      .regex(/^T[1-9][0-9]*$/, 'an id of the list such as T1')
      .describe('Id of the test, as get_next_test shows it: T1'),
  }),
  output: z.object({
    complete: z.boolean(),
    test: listedTest,
    commit: z.string().optional().describe('The commit that completed it'),
    cycle: z.int().optional(),
    lacking: z.string().optional().describe('What is still to be shown'),
  }),
  effects: { readOnly: true },
  async call({ run, test: id }, { host }) {
    const found = await host.phases.completion(run, id);
    const test = plainTest(found.test);
    if (found.state === 'complete') {
      const { commit, cycle } = found;
      return { data: { complete: true, test, commit, cycle }, text: `${id} is complete since ${commit.slice(0, 12)}.` };
    }
    const text = `${id} is not complete, and nothing was ticked. ${found.lacking}`;
    return { data: { complete: false, test, lacking: found.lacking }, text };
  },
});

function plainTest({ id, description, state }: ListedTest): ListedTest {
  return { id, description, state };
}

export const LIST_TOOLS: readonly Tool[] = [getNextTest, markTestComplete];
