import { expect, it } from 'vitest';
import { longHelp, PROGRAM_TAIL } from '../src/cli/help.ts';
import type { Verb } from '../src/cli/verb.ts';
import { VERBS } from '../src/cli/verbs.ts';

it('docs/cli.md is what the verbs say; `npx vitest run test/cli-reference.test.ts -u` writes it again', async () => {
  await expect(`${reference().join('\n')}\n`).toMatchFileSnapshot('../docs/cli.md');
});

function reference(): string[] {
  return [
    '# The command line',
    '',
    'Made from the verbs themselves: `baton <verb> --help` says the same. Every verb takes `--json`, which prints its result,',
    'and errors, as JSON.',
    '',
    ...fenced('text', PROGRAM_TAIL),
    ...VERBS.flatMap((verb) => sectionOf(verb, [])),
  ];
}

function sectionOf(verb: Verb, path: readonly string[]): string[] {
  const { name, alias, args, options = [], examples, sections = [], verbs = [] } = verb;
  const words = ['baton', ...path, name];
  const usage = [...words, ...(options.length === 0 ? [] : ['[options]']), ...(args === undefined ? [] : [args])];
  const width = Math.max(...options.map(([flags]) => flags.length));
  return [
    '',
    `${'#'.repeat(path.length + 2)} ${words.join(' ')}`,
    '',
    ...longHelp(verb).split('\n'),
    ...(alias === undefined ? [] : ['', `Also: \`${[...words.slice(0, -1), alias].join(' ')}\`.`]),
    ...(verbs.length > 0 ? [] : ['', ...fenced('text', [usage.join(' '), ...optionLines(options, width)])]),
    '',
    ...fenced('sh', examples),
    ...sections.flatMap(([title, lines]) => ['', `${title}:`, '', ...fenced('text', lines)]),
    ...verbs.flatMap((inner) => sectionOf(inner, [...path, name])),
  ];
}

function optionLines(options: NonNullable<Verb['options']>, width: number): string[] {
  return options.length === 0 ? [] : ['', ...options.map(([flags, about]) => `  ${flags.padEnd(width)}  ${about}`)];
}

function fenced(language: string, lines: readonly string[]): string[] {
  return [`\`\`\`${language}`, ...lines, '```'];
}
