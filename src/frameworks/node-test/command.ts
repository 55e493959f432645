import { BatonError } from '../../base/error.ts';
import { findInScripts, findStep, refuseIfDynamic, testScripts, type Word } from '../js/package-script.ts';
import type { Manifest } from '../js/project.ts';

/** How a project starts `node --test`. */
export interface NodeTestCommand {
  readonly environment: Readonly<Record<string, string>>;
  /** Node's own options that stay: loaders, conditions, the time a test may take. */
  readonly nodeOptions: readonly string[];
  /** Files, directories and globs it names; none for what node finds by itself. */
  readonly patterns: readonly Word[];
  /** Shell commands to run first: the compiler. */
  readonly before: readonly string[];
  /** Only tests marked `only` are run. */
  readonly only: boolean;
}

/** The user's own command, else the first script about tests that starts `node --test`, else just that. */
export function nodeTestCommand(command: readonly string[] | undefined, { scripts }: Manifest): NodeTestCommand {
  const isRunner = (words: readonly Word[]) => nodeTestArguments(words) !== undefined;
  const step =
    command === undefined
      ? testScripts(scripts)
          .map((name) => findInScripts(name, scripts, isRunner))
          .find((found) => found !== undefined)
      : findStep(
          command.map((text) => ({ text, quoted: true })),
          scripts,
          isRunner,
        );
  if (step === undefined && command !== undefined) throw notNodeTest(command);
  if (step === undefined) refuseIfDynamic(scripts, isRunner, 'node --test');
  const { nodeOptions, patterns } = sorted(nodeTestArguments(step?.words ?? []) ?? []);
  const only = nodeOptions.includes('--test-only');
  return { environment: step?.environment ?? {}, nodeOptions, patterns, before: step?.before ?? [], only };
}

/** Whether a script starts node's own test runner. */
export function startsNodeTest(name: string, scripts: Manifest['scripts']): boolean {
  return findInScripts(name, scripts, (words) => nodeTestArguments(words) !== undefined) !== undefined;
}

/** The words after `node` of `node ... --test ...`; `tsx --test` is the same with tsx as a loader. */
function nodeTestArguments([program, ...words]: readonly Word[]): Word[] | undefined {
  const name = program?.text.split('/').pop();
  if ((name !== 'node' && name !== 'tsx') || !optionsIn(words).some(({ text }) => text === '--test')) return undefined;
  return name === 'tsx' ? [{ text: '--import=tsx', quoted: true }, ...words] : words;
}

/** The words up to the first that is neither an option nor an option's value. */
function optionsIn(words: readonly Word[]): readonly Word[] {
  let end = 0;
  while (words[end]?.text.startsWith('-')) end += VALUED.test(words[end]?.text ?? '') ? 2 : 1;
  return words.slice(0, end);
}

/** Options whose value is the next word. Written with `=` they are one word. */
const VALUED =
  /^(-r|-C|--(import|require|loader|experimental-loader|conditions|env-file|env-file-if-exists|title|stack-trace-limit|disable-warning|unhandled-rejections|watch-path|experimental-default-type|experimental-config-file|(experimental-)?test-(concurrency|timeout|name-pattern|skip-pattern|reporter|reporter-destination|shard|isolation|global-setup|rerun-failures|tag-filter|coverage-\w+)))$/;

/** What Baton decides itself: what runs, who reports, and that nothing is watched, measured or rewritten. */
const DROPPED =
  /^--(test|watch|watch-path|watch-preserve-output|inspect(-\w+)*|(experimental-)?test-(name-pattern|skip-pattern|tag-filter|reporter|reporter-destination|shard|isolation|coverage(-\w+)?|update-snapshots|rerun-failures))(=|$)/;

function sorted(words: readonly Word[]) {
  const options = optionsIn(words);
  const nodeOptions: string[] = [];
  for (let i = 0; i < options.length; i += 1) {
    const { text } = options[i] as Word;
    const value = VALUED.test(text) ? options[++i]?.text : undefined;
    if (DROPPED.test(text)) continue;
    nodeOptions.push(text, ...(value === undefined ? [] : [value]));
  }
  return { nodeOptions, patterns: words.slice(options.length) };
}

function notNodeTest(command: readonly string[]): BatonError {
  return new BatonError(
    'project_misconfigured',
    `The test command \`${command.join(' ')}\` does not plainly start \`node --test\`, so Baton cannot add its reporter. ` +
      'Set tests.command to the command itself, such as `node --test`.',
    { data: { command } },
  );
}
