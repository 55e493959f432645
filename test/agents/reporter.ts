import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { replaceBlock } from '../../src/workflow/document.ts';
import { drawAbilities, type Tried } from './table.ts';

/**
 * Ends `npm run test:agents` with the table of what each agent program can do. With WRITE_TABLES set it is also put into
 * the document, if all were tried and nothing failed.
 */
export default class AgentReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const tried = tests.flatMap((test): Tried[] => {
      const { promise } = test.meta();
      const { state } = test.result();
      return promise === undefined || state === 'pending' ? [] : [{ ...promise, state }];
    });
    if (tried.length === 0) return;
    const table = drawAbilities(tried);
    process.stdout.write(`\n${table}\n\n`);
    if (process.env.WRITE_TABLES === undefined) return;
    const isWhole = this.#vitest?.config.testNamePattern === undefined && tried.every(({ missing }) => !missing);
    if (isWhole && tests.every((test) => test.result().state !== 'failed')) writeTable(table);
    else process.stdout.write('Not written into the document: not all was tried and kept its promises.\n');
  }
}

function writeTable(table: string): void {
  const file = fileURLToPath(new URL('../../docs/runners.md', import.meta.url));
  const day = new Date().toISOString().slice(0, 10);
  const how =
    'against the real programs and scripted models; `npm run test:agents:write` tries them again and writes this.';
  const block = `Tried on ${day} ${how}\n\n${table}`;
  writeFileSync(file, replaceBlock(readFileSync(file, 'utf8'), 'agents', block));
}
