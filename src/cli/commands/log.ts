import { BatonError } from '../../base/error.ts';
import type { Baton } from '../../open.ts';
import { openBaton } from '../../open.ts';
import { EXIT } from '../exit-code.ts';
import { localDay, localZone } from '../local-time.ts';
import { paintFor } from '../paint.ts';
import type { Run } from '../program.ts';
import { phaseColumn, renderEvent } from '../story/story.ts';

/** Tells the story of a run: the one named, or the one that moved last. */
export const run: Run = async ({ cwd, json, output }, [name]) => {
  const baton = await openBaton({ cwd });
  const entries = await baton.runs.entries(name ?? (await lastRun(baton)));
  if (json) {
    for (const { id, event } of entries) output.out(JSON.stringify({ ...event, id }));
    return EXIT.done;
  }
  const drawing = {
    columns: output.screen?.columns() ?? COLUMNS,
    paint: paintFor(output.screen?.colour ?? false),
    phaseWidth: phaseColumn(entries[0]?.event),
  };
  let day = '';
  for (const { event } of entries) {
    const today = localDay(event.at);
    if (today !== day) output.out(drawing.paint(`${today} ${localZone(event.at)}`, 'bold'));
    day = today;
    for (const line of renderEvent(event, drawing)) output.out(line);
  }
  return EXIT.done;
};

const COLUMNS = 100;

async function lastRun({ runs }: Baton): Promise<string> {
  const [last] = await runs.list();
  if (last !== undefined) return last.run;
  throw new BatonError('usage', 'There are no runs yet. Start one: baton run "what is to be built".');
}
