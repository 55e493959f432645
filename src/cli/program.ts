import { Command, CommanderError } from 'commander';
import { BatonError } from '../base/error.ts';
import { EXIT } from './exit-code.ts';
import { longHelp, PROGRAM_TAIL, tailHelp, verbPath } from './help.ts';
import type { Input } from './input.ts';
import { type Output, tellError } from './output.ts';
import type { Verb } from './verb.ts';
import { VERBS } from './verbs.ts';

/** What every command gets beside its own arguments. */
export interface CommandContext {
  readonly cwd: string;
  readonly json: boolean;
  readonly output: Output;
  /** The person at the keyboard, if there is one. */
  readonly input?: Input | undefined;
  /** Baton's own. */
  readonly version: string;
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
  readonly input?: Input | undefined;
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
    if (error instanceof CommanderError) return commanderExit(error, invocation, json);
    return tellError(error, output, json);
  }
}

function describeProgram({ version, cwd, output, input }: Invocation, done: (code: number) => void): Command {
  const program = new Command('baton')
    .description('Verified handoffs between coding agents.')
    .version(version, '-V, --version', 'print the version')
    .option('--json', 'print results and errors as JSON')
    .helpOption('-h, --help', 'show help')
    .configureOutput({ writeOut: (text) => output.out(text.trimEnd()), writeErr: (text) => tellUsage(text, output) })
    .exitOverride()
    .showSuggestionAfterError(true)
    .addHelpText('after', `\n${PROGRAM_TAIL.join('\n')}`);
  for (const verb of VERBS) addVerb(program, verb, { cwd, version, output, input, done });
  return program;
}

interface Wiring {
  readonly cwd: string;
  readonly version: string;
  readonly output: Output;
  readonly input: Input | undefined;
  readonly done: (code: number) => void;
}

function addVerb(parent: Command, verb: Verb, wiring: Wiring): void {
  const accepted = verb.accepts ?? verb.args;
  const command = parent
    .command(accepted === undefined ? verb.name : `${verb.name} ${accepted}`)
    .summary(verb.summary)
    .description(longHelp(verb))
    .option('--json', 'print the result as JSON')
    .addHelpText('after', `\n${tailHelp(verb).join('\n')}`);
  if (verb.alias !== undefined) command.alias(verb.alias);
  if (verb.accepts !== undefined) command.usage(`[options] ${verb.args ?? ''}`);
  for (const [flags, description, repeatable] of verb.options ?? []) {
    if (repeatable === undefined) command.option(flags, description);
    else command.option(flags, description, (value: string, before: readonly string[] = []) => [...before, value]);
  }
  for (const inner of verb.verbs ?? []) addVerb(command, inner, wiring);
  const { load } = verb;
  if (load === undefined) return;
  command.action(async () => {
    const options = command.optsWithGlobals<Record<string, unknown>>();
    const { run } = await load();
    const { cwd, version, output, input, done } = wiring;
    done(await run({ cwd, version, output, input, json: options.json === true }, command.args, options));
  });
}

/** Help and version end normally; everything else commander complains about is a usage error. */
function commanderExit(error: CommanderError, { argv, output }: Invocation, json: boolean): number {
  if (error.exitCode === 0) return EXIT.done;
  if (error.code === 'commander.help') return EXIT.usage;
  const message = error.message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '');
  const help = ['baton', ...verbPath(argv), '--help'].join(' ');
  return tellError(new BatonError('usage', `${message}. See \`${help}\`.`), output, json);
}

/** Commander writes usage and complaints to the same place; complaints are told by `commanderExit` instead. */
function tellUsage(text: string, output: Output): void {
  if (text.startsWith('Usage:')) output.err(text.trimEnd());
}
