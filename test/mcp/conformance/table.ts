import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../../../src/workflow/document.ts';
import type { Scenarios } from './scenarios.ts';

/** What was tried against what, and how many checks passed. */
export interface Tried {
  readonly revision: string;
  readonly scenario: string;
  readonly against: string;
  readonly passed: number;
}

const [BEGIN, END] = ['<!-- conformance:begin -->', '<!-- conformance:end -->'];

/** The table, and what tried it. */
export function drawScenarios(tried: readonly Tried[], editions: readonly Scenarios[]): string {
  const rows = tried.map(({ revision, scenario, against, passed }) => [revision, scenario, against, String(passed)]);
  const releases = editions.map(({ revision, runner }) => `${revision} by its release ${releaseOf(runner)}`);
  return [
    `Servers of ${releases.join(', of ')}; \`npm run conformance:write\` tries them again and writes this.`,
    table(['revision', 'scenario', 'against', 'checks passed'], rows),
  ].join('\n\n');
}

function releaseOf(runner: string): string {
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));
  return String(dependencies[runner]).split('@').at(-1) ?? '';
}

/** A document with the table in its place. */
export function withScenarios(document: string, drawn: string): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the document has no place for the table: ${BEGIN} and ${END}`);
  return `${document.slice(0, begin)}${BEGIN}\n\n${drawn}\n\n${document.slice(end)}`;
}
