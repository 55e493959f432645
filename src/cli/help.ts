import type { Verb } from './verb.ts';
import { VERBS } from './verbs.ts';

/** What a verb does, as its help begins. */
export function longHelp({ summary, about = [] }: Verb): string {
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return [sentence, ...about].join('\n\n');
}

/** What stands below the options: examples, then the sections of the verb. */
export function tailHelp({ examples, sections = [] }: Verb): string[] {
  return [['Examples', examples] as const, ...sections].flatMap(([title, lines], index) => [
    ...(index === 0 ? [] : ['']),
    `${title}:`,
    ...lines.map((line) => `  ${line}`),
  ]);
}

/** What stands below the list of all verbs. */
export const PROGRAM_TAIL = [
  'First steps:',
  '  baton demo                        watch a whole run, with scripted agents',
  '  baton init                        write baton.yaml for this project',
  '  baton doctor                      look at everything a run needs',
  '  baton run "what is to be built"   start a run; baton status tells where it stands',
  '',
  'Exit codes: 0 done, 1 failed or refused, 2 usage or configuration, 3 git or disk, 4 waiting for a person,',
  '            130 interrupted by Ctrl-C.',
];

/** The verbs a command line begins with, as far as they are known. */
export function verbPath(argv: readonly string[], verbs: readonly Verb[] = VERBS): string[] {
  const [word, ...rest] = argv.filter((one) => !one.startsWith('-'));
  const verb = verbs.find(({ name, alias }) => word === name || word === alias);
  return verb === undefined ? [] : [verb.name, ...verbPath(rest, verb.verbs ?? [])];
}
