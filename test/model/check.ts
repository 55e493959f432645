import { explore } from './explore.ts';
import { MUTANTS, type Mutant } from './mutants.ts';
import { explorationText, type Findings, type Hunt, huntText, summary } from './report.ts';
import { SCENARIOS } from './scenarios.ts';

export { withTables } from './report.ts';

/** Explores every scenario with the real machine, then looks for every mutant; tells each as soon as it is known. */
export function checkModel(depth: number | undefined, print: (text: string) => void): Findings {
  const limits = depth === undefined ? {} : { depth };
  const explorations = Object.values(SCENARIOS).map((scenario) => {
    const explored = explore(scenario, limits);
    print(explorationText(explored));
    return explored;
  });
  const hunts = MUTANTS.map((mutant) => {
    const found = hunt(mutant);
    print(huntText(found));
    return found;
  });
  print(summary({ explorations, hunts }));
  return { explorations, hunts };
}

/** States after which a mutant counts as not caught. */
const MOST_HUNTED = 50_000;

/** The shortest way to a rule that a mutant breaks. */
export function hunt(mutant: Mutant): Hunt {
  const { scenario, machine } = mutant;
  const { violations } = explore(scenario, { machine, stopsEarly: true, states: MOST_HUNTED });
  return { mutant, violation: violations[0] };
}

export function isSound({ explorations, hunts }: Findings): boolean {
  const isCaught = ({ violation }: Hunt) => violation !== undefined;
  return explorations.every(({ violations }) => violations.length === 0) && hunts.every(isCaught);
}
