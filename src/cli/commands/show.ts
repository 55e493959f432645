import { BatonError } from '../../base/error.ts';
import { type Baton, openBaton } from '../../open.ts';
import { noteFor } from '../../workflow/note.ts';
import { optional } from '../arguments.ts';
import { chooseAsk, openAsksOf } from '../choose-ask.ts';
import { EXIT } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { paintFor } from '../paint.ts';
import { plainLines } from '../plain-text.ts';
import type { Run } from '../program.ts';
import { changeIfAny, changeOf, describeChange } from '../show/change.ts';
import { describeFound } from '../show/describe.ts';
import { type Found, findThing } from '../show/find.ts';

/** Shows a run, an ask, a phase commit or an event in full, or what it changes. */
export const run: Run = async ({ cwd, json, output }, [word], options) => {
  const baton = await openBaton({ cwd });
  const found = await findThing(baton.runs, word ?? (await onlyAsk(baton)));
  const { screen } = output;
  const drawing = { columns: screen?.columns() ?? COLUMNS, paint: paintFor(screen?.colour ?? false) };
  const name = optional(options, 'attachment');
  if (name !== undefined) {
    const content = await attachment(found, name, baton);
    output.out(screen === undefined ? content : plainLines(content).join('\n'));
  } else if (json) {
    const diff = options.diff === true ? { diff: await changeOf(baton.runs, found) } : {};
    output.out(JSON.stringify({ ...asJson(found), ...diff }, null, 2));
  } else if (options.diff === true) {
    output.out(describeChange(await changeOf(baton.runs, found), drawing.paint).join('\n'));
  } else output.out(describeFound(found, drawing, await firstScreen(found, baton, output)).join('\n'));
  return EXIT.done;
};

const COLUMNS = 100;

/** Where no id is given, the only open ask is meant. */
async function onlyAsk({ runs }: Baton): Promise<string> {
  return chooseAsk(openAsksOf(await runs.list()), undefined).id;
}

/** In a terminal an ask comes with as much of its diff as fits on a screen. */
async function firstScreen(found: Found, { runs }: Baton, { screen }: Output): Promise<readonly string[]> {
  const change = found.kind === 'ask' && screen !== undefined ? await changeIfAny(runs, found) : undefined;
  if (found.kind !== 'ask' || screen === undefined || change === undefined) return [];
  const more = `baton show ${String(found.entry.event.data.ask)} --diff`;
  const lines = Math.max(LEAST_LINES, screen.rows() - LINES_AROUND);
  return ['', ...describeChange(change, paintFor(screen.colour), { lines, more })];
}

/** What stands above and below the diff of an ask. */
const LINES_AROUND = 14;
const LEAST_LINES = 10;

/** The content of a file that was recorded with an event, as it is. */
async function attachment(found: Found, name: string, { store }: Baton): Promise<string> {
  const attachments = found.kind === 'run' ? {} : found.entry.attachments;
  const id = attachments[name];
  const content = id === undefined ? undefined : await store.attachment(id);
  if (content !== undefined) return content.toString('utf8');
  const known = Object.keys(attachments).join(', ') || 'none';
  throw new BatonError('not_found', `Nothing called ${JSON.stringify(name)} was recorded with it. What was: ${known}.`);
}

function asJson(found: Found): Record<string, unknown> {
  if (found.kind === 'run') return { kind: 'run', ...found.view };
  const { id, event, attachments } = found.entry;
  const note = event.type === 'phase.completed' ? { note: noteFor(event, id).note } : {};
  return { kind: found.kind, id, event, attachments: Object.keys(attachments), ...note };
}
