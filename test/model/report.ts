import { replaceBlock, table } from '../../src/workflow/document.ts';
import type { Exploration, Violation } from './explore.ts';
import type { Mutant } from './mutants.ts';
import { story } from './story.ts';

/** A mutant and the rule that gave it away; nothing if it got through. */
export interface Hunt {
  readonly mutant: Mutant;
  readonly violation: Violation | undefined;
}

export interface Findings {
  readonly explorations: readonly Exploration[];
  readonly hunts: readonly Hunt[];
}

export function explorationText({ scenario, states, transitions, depth, isWhole, violations }: Exploration): string {
  const extent = isWhole ? 'all there are' : 'not all there are';
  const counts = `${count(states)} states (${extent}), ${count(transitions)} transitions, depth ${depth}`;
  return [`${scenario.name}\n  ${counts}, ${violations.length} violations`, ...violations.map(story)].join('\n');
}

export function huntText({ mutant: { name }, violation }: Hunt): string {
  return violation === undefined
    ? `\nNOT CAUGHT: a machine that ${name}`
    : `\na machine that ${name}\n${story(violation)}`;
}

export function summary({ explorations, hunts }: Findings): string {
  const [states, transitions] = [sum(explorations, 'states'), sum(explorations, 'transitions')];
  const violations = explorations.flatMap((one) => one.violations).length;
  const caught = hunts.filter(({ violation }) => violation !== undefined).length;
  const explored = `${count(states)} states, ${count(transitions)} transitions, ${violations} violations`;
  return `\n${explored}, ${caught}/${hunts.length} mutants caught`;
}

/** A document with the figures in its block `model`. */
export function withTables(page: string, findings: Findings, day: string): string {
  const told = [
    `${summary(findings).trim()} (\`npm run model -- --write\`, ${day}).`,
    scenarios(findings),
    mutants(findings),
  ];
  return replaceBlock(page, 'model', told.join('\n\n'));
}

function scenarios({ explorations }: Findings): string {
  return table(
    ['scenario', 'states', 'transitions', 'depth', 'all there are', 'violations'],
    explorations.map(({ scenario, states, transitions, depth, isWhole, violations }) => [
      ...[scenario.name, count(states), count(transitions), String(depth)],
      ...[isWhole ? 'yes' : 'no', String(violations.length)],
    ]),
  );
}

function mutants({ hunts }: Findings): string {
  return table(
    ['a machine that ...', 'breaks the rule', 'after events'],
    hunts.map(({ mutant, violation }) => [
      mutant.name,
      violation?.rule ?? '**not caught**',
      violation === undefined ? '' : String(violation.trace.length),
    ]),
  );
}

function sum(explorations: readonly Exploration[], figure: 'states' | 'transitions'): number {
  return explorations.reduce((total, one) => total + one[figure], 0);
}

function count(number: number): string {
  return number.toLocaleString('en');
}
