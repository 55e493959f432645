import { hasEnded } from '../../engine/run/facts.ts';
import type { Runs } from '../../engine/run/runs.ts';
import type { RunView } from '../../engine/run/view.ts';
import { openBaton } from '../../open.ts';
import { tellAsk } from '../ask-words.ts';
import { EXIT } from '../exit-code.ts';
import { localMinute } from '../local-time.ts';
import type { Run } from '../program.ts';
import { describeRun } from '../run-words.ts';
import { table } from '../table.ts';

/** Tells where runs stand: one in full, or all in a table with what waits for a person below it. */
export const run: Run = async ({ cwd, json, output }, [name], options) => {
  const { runs } = await openBaton({ cwd });
  const views = name === undefined ? await runs.list() : [await runs.view(name)];
  const [only] = views;
  if (options.names === true) output.out(views.map((view) => view.run).join('\n'));
  else if (options.asks === true) output.out(views.flatMap(({ asks }) => asks.map(({ id }) => id)).join('\n'));
  else {
    const sandbox = await sandboxNow(runs, views, name);
    if (json) output.out(JSON.stringify({ runs: views, ...(sandbox === undefined ? {} : { sandbox }) }, null, 2));
    else {
      const isOne = name !== undefined && only !== undefined;
      const lines = isOne ? describeRun(only) : describeAll(views, options.all === true, output.screen?.columns());
      const warning = sandbox?.warning === undefined ? [] : ['', sandbox.warning];
      output.out([...lines, ...warning].join('\n'));
    }
  }
  return EXIT.done;
};

/** What would contain agents and tests if a run went on now; nothing where none can. */
async function sandboxNow(runs: Runs, views: readonly RunView[], name: string | undefined) {
  const [first, ...others] = views.filter((view) => !hasEnded(view));
  if (first === undefined) return undefined;
  return runs.sandbox(name ?? (others.length === 0 ? first.run : undefined));
}

const MOST_ENDED = 5;
const HEAD = ['RUN', 'STATE', 'PHASE', 'CYCLE', 'ATTEMPT', 'TESTS', 'SUSPICIONS', 'UPDATED', 'REQUEST'];

function describeAll(views: readonly RunView[], all: boolean, columns: number | undefined): string[] {
  if (views.length === 0) return ['There are no runs yet. Start one: baton run "what is to be built"'];
  const ended = views.filter(hasEnded);
  const hidden = all ? [] : ended.slice(MOST_ENDED);
  const shown = views.filter((view) => !hidden.includes(view));
  // There are few runs with any: their column takes no room from the others.
  const isSuspected = shown.some(({ suspicions }) => suspicions.length > 0);
  const cells = (all: string[]) => all.filter((_, at) => isSuspected || HEAD[at] !== 'SUSPICIONS');
  const lines = [
    table(
      cells(HEAD),
      shown.map((view) => cells(row(view))),
      columns,
    ),
  ];
  if (hidden.length > 0) lines.push(`${hidden.length} more have ended: baton status --all`);
  return [...lines, ...shown.flatMap(({ asks }) => asks).flatMap((ask) => ['', ...tellAsk(ask)])];
}

function row(view: RunView): string[] {
  const { run, state, phase, cycle, attempt, done, open, updated, request, suspicions } = view;
  const place = hasEnded(view) ? ['', '', ''] : [phase, String(cycle), String(attempt)];
  const tests = done + open === 0 ? '' : `${done}/${done + open}`;
  const suspected = suspicions.length === 0 ? '' : String(suspicions.length);
  return [run, state, ...place, tests, suspected, localMinute(updated), request];
}
