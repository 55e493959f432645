import { BatonError } from '../../base/error.ts';
import { type Baton, openBaton } from '../../open.ts';
import { noteFor } from '../../workflow/note.ts';
import { optional } from '../arguments.ts';
import { EXIT } from '../exit-code.ts';
import { paintFor } from '../paint.ts';
import { plainLines } from '../plain-text.ts';
import type { Run } from '../program.ts';
import { describeFound } from '../show/describe.ts';
import { type Found, findThing } from '../show/find.ts';

/** Shows a run, an ask, a phase commit or an event in full. */
export const run: Run = async ({ cwd, json, output }, [word = ''], options) => {
  const baton = await openBaton({ cwd });
  const found = await findThing(baton.runs, word);
  const name = optional(options, 'attachment');
  if (name !== undefined) {
    const content = await attachment(found, name, baton);
    output.out(output.screen === undefined ? content : plainLines(content).join('\n'));
  } else if (json) output.out(JSON.stringify(asJson(found), null, 2));
  else {
    const { screen } = output;
    const drawing = { columns: screen?.columns() ?? COLUMNS, paint: paintFor(screen?.colour ?? false) };
    output.out(describeFound(found, drawing).join('\n'));
  }
  return EXIT.done;
};

const COLUMNS = 100;

/** The content of a file that was recorded with an event, as it is. */
async function attachment(found: Found, name: string, { store }: Baton): Promise<string> {
  const attachments = found.kind === 'run' ? {} : found.entry.attachments;
  const id = attachments[name];
  const content = id === undefined ? undefined : await store.attachment(id);
  if (content !== undefined) return content.toString('utf8');
  const known = Object.keys(attachments).join(', ') || 'none';
  throw new BatonError('not_found', `Nothing called ${JSON.stringify(name)} was recorded with it. What was: ${known}.`);
}

function asJson(found: Found): unknown {
  if (found.kind === 'run') return { kind: 'run', ...found.view };
  const { id, event, attachments } = found.entry;
  const note = event.type === 'phase.completed' ? { note: noteFor(event, id).note } : {};
  return { kind: found.kind, id, event, attachments: Object.keys(attachments), ...note };
}
