import { now } from '../../base/clock.ts';
import type { JournalEvent } from '../../workflow/event.ts';
import type { Output, Screen } from '../output.ts';
import { paintFor } from '../paint.ts';
import { phaseColumn, renderEvent } from '../story/story.ts';
import { renderBlock } from './block.ts';
import { openLiveBlock } from './live-block.ts';
import { NOTHING_SEEN, type RunModel, seeDoing, seeEvent } from './model.ts';

/** An event with the id it has in the journal. */
export interface Recorded {
  readonly id: string;
  readonly event: JournalEvent;
}

/** Shows a run while it moves. */
export interface Watch {
  /** Takes in what was recorded before, without telling it. */
  remember(entries: readonly Recorded[]): void;
  onEntry(entry: Recorded): void;
  onProgress(sentence: string): void;
  /** Tells what a person has to know before the run goes on. */
  onWarning(sentence: string): void;
  /** Tells the person at the keyboard something, and what may be pressed from now on. */
  say(sentence: string, hint: string): void;
  close(): void;
}

/** The watch that fits where the output goes: JSON lines, a terminal with a live block, or plain lines. */
export function openWatch(output: Output, json: boolean): Watch {
  if (json) return jsonWatch(output);
  return output.screen === undefined ? plainWatch(output) : liveWatch(output.screen);
}

const IGNORE = () => undefined;

function jsonWatch(output: Output): Watch {
  return {
    remember: IGNORE,
    onEntry: ({ id, event }) => output.out(JSON.stringify({ ...event, id })),
    onProgress: IGNORE,
    onWarning: (warning) => output.err(JSON.stringify({ warning })),
    say: (sentence) => output.err(JSON.stringify({ told: sentence })),
    close: IGNORE,
  };
}

const PLAIN = { columns: 100, paint: paintFor(false) };

function plainWatch(output: Output): Watch {
  let phaseWidth = phaseColumn(undefined);
  return {
    remember: (entries) => {
      phaseWidth = phaseColumn(entries[0]?.event);
    },
    onEntry: ({ event }) => {
      if (event.type === 'run.started') phaseWidth = phaseColumn(event);
      for (const line of renderEvent(event, { ...PLAIN, phaseWidth })) output.out(line);
    },
    onProgress: IGNORE,
    onWarning: (sentence) => output.err(`baton: ${sentence}`),
    say: (sentence) => output.err(sentence),
    close: IGNORE,
  };
}

const TICK_MS = 1_000;

function liveWatch(screen: Screen): Watch {
  const block = openLiveBlock(screen);
  const began = now().getTime();
  const paint = paintFor(screen.colour);
  let model: RunModel = NOTHING_SEEN;
  let phaseWidth = phaseColumn(undefined);
  let hint = 'Ctrl-C parks the run; baton resume goes on';
  const draw = () => {
    block.draw(renderBlock(model, { now: now().getTime(), began, columns: screen.columns(), paint, hint }));
  };
  const tick = setInterval(draw, TICK_MS);
  tick.unref();
  const unresize = screen.onResize(draw);
  return {
    remember(entries) {
      phaseWidth = phaseColumn(entries[0]?.event);
      model = entries.reduce((seen, { event }) => seeEvent(seen, event), model);
      model = { ...model, since: began };
    },
    onWarning: (sentence) => block.print([`baton: ${sentence}`]),
    onEntry({ event }) {
      if (event.type === 'run.started') phaseWidth = phaseColumn(event);
      model = seeEvent(model, event);
      block.print(renderEvent(event, { columns: screen.columns(), paint, phaseWidth }));
      draw();
    },
    onProgress(sentence) {
      model = seeDoing(model, sentence);
      draw();
    },
    say(sentence, next) {
      hint = next;
      block.print([sentence]);
      draw();
    },
    close() {
      clearInterval(tick);
      unresize();
      block.draw([]);
    },
  };
}
