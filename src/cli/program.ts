import { Command, CommanderError } from 'commander';
import { BatonError } from '../base/error.ts';
import { EXIT } from './exit-code.ts';
import { type Output, tellError } from './output.ts';
import { VERBS, type Verb } from './verbs.ts';

/** What every command gets beside its own arguments. */
export interface CommandContext {
  readonly cwd: string;
  readonly json: boolean;
  readonly output: Output;
}

/** A command does its work and gives the exit code. Its file is loaded only when it is called. */
export type Run = (
  context: CommandContext,
  args: readonly string[],
  options: Record<string, unknown>,
) => Promise<number>;

export interface Invocation {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly version: string;
  readonly output: Output;
}

/** Parses a command line, runs the command, and gives the exit code. Never throws and never exits. */
export async function runProgram(invocation: Invocation): Promise<number> {
  const { output, argv } = invocation;
  const json = argv.includes('--json');
  let exitCode: number = EXIT.done;
  const program = describeProgram(invocation, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return commanderExit(error, output, json);
    return tellError(error, output, json);
  }
}

function describeProgram({ version, cwd, output }: Invocation, done: (code: number) => void): Command {
  const program = new Command('baton')
    .description('Verified handoffs between coding agents.')
    .version(version, '-V, --version', 'print the version')
    .option('--json', 'print results and errors as JSON')
    .helpOption('-h, --help', 'show help')
    .configureOutput({ writeOut: (text) => output.out(text.trimEnd()), writeErr: (text) => tellUsage(text, output) })
    .exitOverride()
    .showSuggestionAfterError(true)
    .addHelpText('after', HELP_TAIL);
  for (const verb of VERBS) addVerb(program, verb, { cwd, output, done });
  return program;
}

interface Wiring {
  readonly cwd: string;
  readonly output: Output;
  readonly done: (code: number) => void;
}

function addVerb(parent: Command, verb: Verb, wiring: Wiring): void {
  const command = parent
    .command(verb.args === undefined ? verb.name : `${verb.name} ${verb.args}`)
    .description(verb.summary)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', `\nExamples:\n${verb.examples.map((example) => `  ${example}`).join('\n')}`);
  for (const [flags, description] of verb.options ?? []) command.option(flags, description);
  for (const inner of verb.verbs ?? []) addVerb(command, inner, wiring);
  const { load } = verb;
  if (load === undefined) return;
  command.action(async () => {
    const options = command.optsWithGlobals<Record<string, unknown>>();
    const { run } = await load();
    wiring.done(
      await run({ cwd: wiring.cwd, json: options.json === true, output: wiring.output }, command.args, options),
    );
  });
}

const HELP_TAIL = `
Exit codes: 0 done, 1 failed or refused, 2 usage or configuration, 3 git or disk, 4 waiting for a person.`;

/** Help and version end normally; everything else commander complains about is a usage error. */
function commanderExit(error: CommanderError, output: Output, json: boolean): number {
  if (error.exitCode === 0) return EXIT.done;
  if (error.code === 'commander.help') return EXIT.usage;
  const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  return tellError(new BatonError('usage', `${message}. See \`baton --help\`.`), output, json);
}

/** Commander writes usage and complaints to the same place; complaints are told by `commanderExit` instead. */
function tellUsage(text: string, output: Output): void {
  if (text.startsWith('Usage:')) output.err(text.trimEnd());
}
