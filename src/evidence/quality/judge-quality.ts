import type { FileCoverage } from '../../formats/coverage/file-coverage.ts';
import { type Coverage, leastCovered, percentOf, summarise } from '../coverage/coverage.ts';
import { type Reason, reason, showName } from '../reasons.ts';

/** Figures that have to be reached, as shares. */
export interface QualityTargets {
  readonly coverage?: number | undefined;
  readonly accuracy?: number | undefined;
  readonly false_positives?: number | undefined;
}

/** What was measured, or why it could not be. */
export type Measured<Value> = { readonly value: Value } | { readonly unknown: string };

export interface QualityInput {
  readonly targets: QualityTargets;
  readonly coverage?: Measured<readonly FileCoverage[]> | undefined;
  readonly figures?: Measured<Readonly<Record<string, unknown>>> | undefined;
}

/** What is told of the figures, and kept. */
export interface QualityFacts {
  readonly coverage?: Coverage;
  readonly figures?: Readonly<Record<string, number>>;
}

/** Holds measured figures to what has to be reached. What could not be measured is not reached. */
export function judgeQuality({ targets, coverage, figures }: QualityInput): {
  readonly reasons: readonly Reason[];
  readonly facts: QualityFacts;
} {
  const files = coverage !== undefined && 'value' in coverage ? coverage.value : [];
  const measured = summarise(files);
  const known = numbersIn(figures !== undefined && 'value' in figures ? figures.value : {});
  return {
    reasons: [
      ...(targets.coverage === undefined ? [] : judgeCoverage(targets.coverage, coverage, files)),
      ...judgeFigure('accuracy', targets.accuracy, figures, known),
      ...judgeFigure('false_positives', targets.false_positives, figures, known),
    ],
    facts: {
      ...(measured === undefined ? {} : { coverage: measured }),
      ...(Object.keys(known).length === 0 ? {} : { figures: known }),
    },
  };
}

function judgeCoverage(
  target: number,
  coverage: Measured<unknown> | undefined,
  files: readonly FileCoverage[],
): readonly Reason[] {
  const unknown = coverage === undefined ? 'it was not measured' : 'unknown' in coverage ? coverage.unknown : undefined;
  const measured = summarise(files);
  if (unknown !== undefined || measured === undefined) {
    const why = unknown ?? 'the report names no line of code';
    return [reason('quality_unknown', `How much of the code the tests run is not known: ${why}`)];
  }
  return judgeKeptCoverage(target, measured, files);
}

/** Holds coverage that was measured before to what has to be reached. */
export function judgeKeptCoverage(
  target: number,
  { lines }: Coverage,
  files: readonly FileCoverage[] = [],
): readonly Reason[] {
  if (lines >= target * 100) return [];
  const worst = leastCovered(files, MOST_NAMED);
  const named = worst.map((file) => `${showName(file.path)} ${percentOf(file.lines)} %`).join(', ');
  const where = named === '' ? '' : ` Least is run of: ${named}.`;
  const message = `Tests run ${lines} % of the lines, and ${target * 100} % are asked for.${where} Write tests for what is not run.`;
  return [reason('quality_too_low', message, { paths: worst.map(({ path }) => path) })];
}

const MOST_NAMED = 5;

type Figure = 'accuracy' | 'false_positives';

function judgeFigure(
  name: Figure,
  target: number | undefined,
  figures: Measured<unknown> | undefined,
  known: Readonly<Record<string, number>>,
): readonly Reason[] {
  if (target === undefined) return [];
  const unknown = figures === undefined ? NO_COMMAND : 'unknown' in figures ? figures.unknown : undefined;
  const value = Object.hasOwn(known, name) ? known[name] : undefined;
  if (unknown !== undefined || value === undefined || value > 1) {
    const why = unknown ?? `what \`figures.command\` prints has no ${name} from 0 to 1`;
    return [reason('quality_unknown', `${name} is not known: ${why}`)];
  }
  const isReached = name === 'accuracy' ? value >= target : value <= target;
  if (isReached) return [];
  const bound = name === 'accuracy' ? 'at least' : 'at most';
  return [reason('quality_too_low', `${name} is ${value}, and ${bound} ${target} is asked for. Change the code.`)];
}

const NO_COMMAND = 'set `figures.command` in baton.yaml to a command that prints it in a JSON object.';

/** The figures a command printed that are shares or counts. */
function numbersIn(figures: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  const numbers = Object.entries(figures).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1]) && entry[1] >= 0,
  );
  return Object.fromEntries(numbers.slice(0, MOST_FIGURES));
}

const MOST_FIGURES = 50;
