import type { Material } from '../../src/workflow/briefing.ts';

/** What a small project gives an agent to know. */
export const MATERIAL: Material = {
  framework: 'vitest',
  testCommand: 'npx vitest run',
  totals: { total: 5, executed: 4, passed: 3, failed: 1, errored: 0, skipped: 1, todo: 0, uncollected: 0 },
  listText: '- [ ] push one element\n- [ ] pop it again\n',
  layout: 'src: 4 files\ntest: 2 files',
  existingTests: ['queue.test.ts::is empty at first'],
  testGlobs: ['**/*.test.ts'],
  exampleTest: { path: 'queue.test.ts', text: "it('is empty at first', () => {});" },
  testFiles: ['stack.test.ts'],
  failures: 'stack.test.ts::push\nexpected 1 to be 2',
  diffStat: 'stack.ts | 3 +++',
  diff: '+export class Stack {}',
};
