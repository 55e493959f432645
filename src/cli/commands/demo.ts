import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DemoProject, makeDemoProject } from '../../engine/demo.ts';
import type { RunView } from '../../engine/run/view.ts';
import { type Baton, openBaton } from '../../open.ts';
import { EXIT } from '../exit-code.ts';
import type { CommandContext, Run } from '../program.ts';
import { openWatch } from '../progress/watch.ts';

const SCRIPT = fileURLToPath(new URL('../demo/script.yaml', import.meta.url));

/** A whole run in a repository of its own. Only the agents are scripted, and one of them is asked to prove itself. */
export const run: Run = async (context) => {
  const project = await makeDemoProject(SCRIPT);
  const baton = await openBaton({ cwd: project.path });
  try {
    tell(context, introduction(project.path));
    const view = await playThrough(context, baton);
    if (context.json) context.output.out(JSON.stringify({ path: project.path, ...view }));
    else tell(context, await ending(project, view));
    return view.state === 'completed' ? EXIT.done : EXIT.refused;
  } finally {
    baton.close();
  }
};

/** Moves the run to its end; where it asks for an approval, the demo plays the person. */
async function playThrough(context: CommandContext, baton: Baton): Promise<RunView> {
  const request = 'a stack with push and pop';
  const config = baton.config();
  const { run: name } = await baton.runs.start({ request, config, acceptBaselineFailures: false });
  const watch = openWatch(context.output, context.json);
  try {
    for (const entry of await baton.runs.entries(name)) watch.onEntry(entry);
    for (;;) {
      const view = await baton.runs.drive(name, watch);
      const [ask] = view.asks;
      if (ask?.kind !== 'approval') return view;
      watch.say(`A person looks at it and types: baton approve ${ask.id}`, '');
      await baton.runs.answer(ask.id, { kind: 'approval', approved: true }, 'demo');
    }
  } finally {
    watch.close();
  }
}

function introduction(path: string): string[] {
  return [
    'Baton demo: four agents build a stack, test by test. The engine, git, the tests and the verdicts are real;',
    'the agents play a script, and two of them cheat once: a test that passes at once, and an implementation',
    `that edits the test. Watch them being caught. It happens in ${path}`,
    '',
  ];
}

async function ending(project: DemoProject, { branch, commit, state }: RunView): Promise<string[]> {
  const note = JSON.parse(await project.note(commit)) as Record<string, unknown>;
  return [
    '',
    `The run is ${state}. Its commits, on the branch ${branch}:`,
    ...(await project.commits(branch))
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    'Every phase commit carries a note with what was proved. The last one says:',
    `  phase ${String(note.phase)}, next ${String(note.next_phase)}, completed: ${(note.completed_tests as string[]).join('; ')}`,
    '',
    'Look around:',
    `  cd ${shellWord(project.path)}`,
    `  ${ownCommand()} log`,
    `  git log --notes=tdd-handoffs ${branch}`,
    `  git log --first-parent refs/baton/runs/${branch.replace('baton/', '')}`,
    '',
    'The folder is deleted when it has not been used for a day. To delete it now:',
    `  rm -rf ${shellWord(project.path)}`,
  ];
}

/** A path as a shell reads it. */
function shellWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** How this program was called, so that the next command can be copied as it stands. */
function ownCommand(): string {
  const [, script = 'baton'] = process.argv;
  return basename(script) === 'baton' ? 'baton' : `node ${script}`;
}

function tell({ output, json }: CommandContext, lines: readonly string[]): void {
  if (!json) output.out(lines.join('\n'));
}
