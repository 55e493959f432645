import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { replaceBlock } from '../../src/workflow/document.ts';
import { drawOutcomes, type Outcome } from './table.ts';

/**
 * Ends `npm run cheats` with its tables. With WRITE_TABLES set they are also put into the documents, if everything was
 * played and came out as it should.
 */
export default class CheatReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const outcomes = tests.flatMap((test): Outcome[] => {
      const { state } = test.result();
      const { scene } = test.meta();
      const isPlayed = state === 'passed' || state === 'failed';
      return scene === undefined || !isPlayed ? [] : [{ scene, isGood: state === 'passed' }];
    });
    const tables = drawOutcomes(outcomes);
    process.stdout.write(`\n${tables}\n\n`);
    if (process.env.WRITE_TABLES === undefined) return;
    const isWhole = this.#vitest?.config.testNamePattern === undefined && outcomes.length === tests.length;
    if (isWhole && outcomes.every(({ isGood }) => isGood)) writeTables(tables);
    else process.stdout.write('Not written into the documents: not all was played and came out as it should.\n');
  }
}

const DOCUMENTS = ['README.md', 'docs/evidence.md'];

function writeTables(tables: string): void {
  const day = new Date().toISOString().slice(0, 10);
  const block = `Played on ${day} by \`npm run cheats\`; \`npm run cheats:write\` plays them again and writes this.\n\n${tables}`;
  for (const document of DOCUMENTS) {
    const file = fileURLToPath(new URL(`../../${document}`, import.meta.url));
    writeFileSync(file, replaceBlock(readFileSync(file, 'utf8'), 'cheats', block));
  }
}
