import { BatonError, isBatonError } from '../../base/error.ts';
import type { NotesSettingName } from '../../engine/notes-settings.ts';
import { type Baton, openBaton } from '../../open.ts';
import { configText } from '../config-file.ts';
import { EXIT } from '../exit-code.ts';
import { describeDone, describeOffers } from '../notes-words.ts';
import type { CommandContext, Run } from '../program.ts';

/** Writes a commented baton.yaml, makes the git settings that are asked for by flags, or enters Baton in a client. */
export const run: Run = async (context, args, options) => {
  if (options.mcp !== undefined && (options.notesRewrite === true || options.notesDisplay === true)) {
    throw new BatonError('usage', '--mcp and the --notes flags do different things: call baton init for each.');
  }
  if (options.mcp !== undefined) return (await import('./init-mcp.ts')).run(context, args, options);
  if (options.as !== undefined) throw new BatonError('usage', '--as says who an MCP client acts as: give --mcp too.');
  const { cwd, json, output } = context;
  const wanted = new Set<NotesSettingName>();
  if (options.notesRewrite === true) wanted.add('rewrite');
  if (options.notesDisplay === true) wanted.add('display');
  const baton = await openBaton({ cwd });
  if (wanted.size === 0) return writeConfig(context, baton, options.print === true);
  const settings = await baton.setUpNotes(wanted);
  output.out(json ? JSON.stringify({ settings }, null, 2) : describeDone(settings, wanted).join('\n'));
  return EXIT.done;
};

async function writeConfig({ json, output }: CommandContext, baton: Baton, print: boolean): Promise<number> {
  const { chosen, question, suites = [], suiteLines } = await baton.detect();
  const text = configText(chosen, suiteLines);
  const path = print ? null : createConfig(baton, text);
  const settings = await baton.setUpNotes(new Set());
  if (json) {
    output.out(
      JSON.stringify({ path, text, tests: chosen ?? null, suites, question: question ?? null, settings }, null, 2),
    );
  } else if (path === null) {
    output.out(text.trimEnd());
  } else {
    const found = (chosen === undefined ? suites : [chosen]).map(
      ({ framework, directory, because }) => `Tests: ${framework} in ${directory} (${because.join(', ')}).`,
    );
    output.out([`Wrote ${path}.`, ...(found.length === 0 ? [question ?? ''] : found), '', ...NEXT].join('\n'));
    output.out(describeOffers(settings).join('\n'));
  }
  return EXIT.done;
}

function createConfig(baton: Baton, text: string): string {
  try {
    return baton.createConfig(text);
  } catch (error) {
    if (!isBatonError(error) || error.code !== 'already_there') throw error;
    throw new BatonError('usage', `${error.message} To see what would be written: baton init --print`);
  }
}

const NEXT = [
  'Next:',
  '  set `runner` or `command` in it, so that a program plays the agents, and commit it',
  '  baton doctor                          look at everything a run needs, and run the tests once',
  '  baton run "what is to be built"       start a run',
];
