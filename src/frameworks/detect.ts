import type { Detection, ProjectView } from './framework.ts';
import { suggestOtherPrograms } from './other-programs.ts';
import { FRAMEWORK_NAMES, loadFrameworks } from './registry.ts';

/** Which frameworks a project could be tested with, and which one if that is clear. */
export interface FrameworkChoice {
  readonly choices: readonly Detection[];
  readonly chosen: Detection | undefined;
  /** What a person must say, and how, where it is not clear. */
  readonly question?: string;
  /** Packages side by side with one framework each: the suites of a monorepo, if that is what is meant. */
  readonly suites?: readonly Detection[];
  /** The lines of baton.yaml that name them. */
  readonly suiteLines?: readonly string[];
}

/** Asks every driver about a project. */
export async function detectFrameworks(project: ProjectView): Promise<FrameworkChoice> {
  const frameworks = await loadFrameworks();
  const choice = chooseFramework(
    frameworks.flatMap((framework) => framework.detect(project)),
    suggestOtherPrograms(project),
  );
  const broken = choice.chosen === undefined ? whyUnreadable(project.read('package.json')) : undefined;
  return broken === undefined ? choice : { ...choice, question: `${broken}\n${choice.question}` };
}

/** A manifest that cannot be read says nothing, and is the likely reason why nothing was found. */
function whyUnreadable(manifest: string | undefined): string | undefined {
  try {
    JSON.parse((manifest ?? '{}').replace(/^\uFEFF/, ''));
    return undefined;
  } catch (error) {
    return `package.json cannot be read: ${(error as Error).message}. Mend it first (\`node -p "require('./package.json')"\` shows where).`;
  }
}

/**
 * One framework that is configured beats any number that are merely installed. Several, or several packages of a
 * monorepo, are never guessed between: the question names them and the lines to write.
 */
export function chooseFramework(
  detections: readonly Detection[],
  suggestions: readonly string[] = [],
): FrameworkChoice {
  const choices = merge(detections);
  const configured = choices.filter(({ confidence }) => confidence === 'configured');
  const candidates = configured.length > 0 ? configured : choices;
  const [chosen, ...others] = candidates;
  if (chosen === undefined) return { choices, chosen, question: [NOTHING_FOUND, ...suggestions].join('\n') };
  if (others.length === 0) return { choices, chosen };
  const suites = suitesAmong(candidates);
  const question = whichOf(candidates, suites);
  return {
    choices,
    chosen: undefined,
    question,
    ...(suites === undefined ? {} : { suites, suiteLines: suiteLines(suites) }),
  };
}

/** All candidates, where each is in a directory of its own and none is round another. */
function suitesAmong(candidates: readonly Detection[]): readonly Detection[] | undefined {
  const directories = candidates.map(({ directory }) => directory);
  const isRound = (outer: string, inner: string) => outer === '.' || inner === outer || inner.startsWith(`${outer}/`);
  const isApart = directories.every(
    (one, at) => !directories.some((other, index) => index !== at && isRound(other, one)),
  );
  return isApart ? candidates : undefined;
}

/** `tests` of baton.yaml as a list of suites, line by line. */
function suiteLines(suites: readonly Detection[]): readonly string[] {
  return [
    'tests:',
    ...suites.map(({ framework, directory }) => `  - {framework: ${framework}, directory: ${plainPath(directory)}}`),
  ];
}

/** One detection for each framework and directory, with all reasons. */
function merge(detections: readonly Detection[]): Detection[] {
  const merged = new Map<string, Detection>();
  for (const detection of detections) {
    const key = `${detection.framework}\0${detection.directory}`;
    const known = merged.get(key);
    const isConfigured = detection.confidence === 'configured' || known?.confidence === 'configured';
    merged.set(key, {
      ...detection,
      because: [...new Set([...(known?.because ?? []), ...detection.because])],
      confidence: isConfigured ? 'configured' : 'installed',
    });
  }
  return [...merged.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

function order({ directory, framework }: Detection): string {
  return `${directory === '.' ? '' : directory}\0${framework}`;
}

function whichOf(candidates: readonly Detection[], suites: readonly Detection[] | undefined): string {
  const lines = candidates
    .slice(0, MOST_NAMED)
    .map((one) => `  ${one.framework} in ${where(one.directory)} (${one.because.join(', ')})\n    ${settingFor(one)}`);
  const more = candidates.length - MOST_NAMED;
  const together =
    suites === undefined
      ? []
      : ['Or prove all of them, as a list of suites:', ...suiteLines(suites).map((line) => `    ${line}`)];
  return [
    `The tests could be run in ${candidates.length} ways, and Baton does not guess. Write one of these lines to baton.yaml:`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...together,
  ].join('\n');
}

const MOST_NAMED = 20;

function where(directory: string): string {
  return directory === '.' ? 'the project' : directory;
}

/** The line of baton.yaml that chooses a detection. */
export function settingFor({ framework, directory }: Detection): string {
  return directory === '.'
    ? `tests: {framework: ${framework}}`
    : `tests: {framework: ${framework}, directory: ${plainPath(directory)}}`;
}

function plainPath(directory: string): string {
  return /^[\w./@-]+$/.test(directory) ? directory : JSON.stringify(directory);
}

const NOTHING_FOUND = `No test framework was found. Baton knows ${FRAMEWORK_NAMES.join(', ')}.
Name one in baton.yaml, with a command of your own if its tests are run in another way:
    tests: {framework: vitest}
    tests: {framework: junit, command: [make, test], reports: ['reports/*.xml']}
    tests: {framework: tap, command: [make, tap]}
    tests: {framework: exit-code, command: [make, test]}   # weak: no test is seen by name`;
