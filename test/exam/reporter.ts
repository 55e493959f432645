import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { replaceBlock } from '../../src/workflow/document.ts';
import { drawExam } from './table.ts';

/** Prints every play as it ends, and the tables at the end. With WRITE_TABLES they are also put into the document. */
export default class ExamReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { exam } = test.meta();
    const seconds = Math.round((test.diagnostic()?.duration ?? 0) / 1000);
    const said = exam === undefined ? test.result().state : [exam.outcome, ...exam.codes].join(' ');
    const errors = process.env.EXAM_DETAILS === undefined ? [] : (test.result().errors ?? []);
    const lines = [
      `${test.name}: ${said} (${seconds} s)`,
      ...errors.map(({ message }) => message.replaceAll(/^/gm, '    ')),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const results = tests.flatMap((test) => test.meta().exam ?? []);
    const skipped = new Set(tests.filter((test) => test.result().state === 'skipped').map(whySkipped));
    const notes = [...skipped].map((why) => `Not everything was played: ${why}`);
    const text = [drawExam(results), ...notes].join('\n\n');
    process.stdout.write(`\n${text}\n\n`);
    const { WRITE_TABLES, EXAM_ONLY, EXAM_SAMPLE, EXAM_SEED = '1' } = process.env;
    if (WRITE_TABLES === undefined) return;
    if (EXAM_ONLY || EXAM_SAMPLE) process.stdout.write('Not written into the document: only a part was played.\n');
    else writeTables(text, EXAM_SEED);
  }
}

function whySkipped(test: TestCase): string {
  const result = test.result();
  return result.state === 'skipped' ? (result.note ?? test.name) : test.name;
}

function writeTables(text: string, seed: string): void {
  const day = new Date().toISOString().slice(0, 10);
  const file = fileURLToPath(new URL('../../docs/evidence.md', import.meta.url));
  const block = `Played on ${day} by \`npm run exam:write\`, seed ${seed}. The material was written with Baton, by the same project.\n\n${text}`;
  writeFileSync(file, replaceBlock(readFileSync(file, 'utf8'), 'exam', block));
}
