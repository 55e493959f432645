import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded } from '../../engine/run/facts.ts';
import type { LiveBoard, LiveRun } from '../../engine/run/live/live.ts';
import { openBaton } from '../../open.ts';
import { EXIT } from '../exit-code.ts';
import { listenForInterrupts } from '../interrupts.ts';
import { renderActivityLine, renderBoard, renderRun } from '../live/render.ts';
import { localClock } from '../local-time.ts';
import type { Output, Screen } from '../output.ts';
import { paintFor } from '../paint.ts';
import { oneLine } from '../plain-text.ts';
import type { Run } from '../program.ts';
import { openLiveBlock } from '../progress/live-block.ts';

/** Shows what runs are doing, again and again until Ctrl-C, or until the run that is named has ended. */
export const run: Run = async ({ cwd, json, output }, [name], options) => {
  const baton = await openBaton({ cwd });
  const live = baton.live();
  const leaving = listenForInterrupts(process, { onParking: () => undefined, onStopping: () => undefined });
  try {
    const show = options.once === true ? showOnce(output, json, name) : showAgain(output, json, name);
    for (;;) {
      const board = await live.look(name);
      show(board);
      const [only] = board.runs;
      const isOver = name !== undefined && only !== undefined && hasEnded(only);
      if (options.once === true || isOver) return EXIT.done;
      await sleep(TICK_MS, undefined, { signal: leaving.parking }).catch(() => undefined);
      if (leaving.parking.aborted) return EXIT.interrupted;
    }
  } finally {
    leaving.close();
    baton.close();
  }
};

const TICK_MS = 1_000;
const COLUMNS = 100;

type Show = (board: LiveBoard) => void;

function showOnce(output: Output, json: boolean, name: string | undefined): Show {
  const { screen } = output;
  const drawing = { columns: screen?.columns() ?? COLUMNS, paint: paintFor(screen?.colour ?? false) };
  return (board) => {
    if (json) output.out(JSON.stringify(board, null, 2));
    else output.out(drawn(board, name, drawing).join('\n'));
  };
}

function showAgain(output: Output, json: boolean, name: string | undefined): Show {
  if (json) return showJson(output);
  return output.screen === undefined ? showLines(output, name) : showScreen(output.screen, name);
}

/** A line for every look at which something is different. */
function showJson(output: Output): Show {
  let before = '';
  return (board) => {
    const now = JSON.stringify(board.runs);
    if (now !== before) output.out(JSON.stringify(board));
    before = now;
  };
}

function showScreen(screen: Screen, name: string | undefined): Show {
  const block = openLiveBlock(screen);
  const paint = paintFor(screen.colour);
  return (board) => {
    const drawing = { columns: screen.columns(), rows: screen.rows() - 2, paint };
    block.draw([...drawn(board, name, drawing), paint(HINT, 'dim')]);
  };
}

const HINT = 'Ctrl-C stops watching; the run goes on';

function drawn(board: LiveBoard, name: string | undefined, drawing: Parameters<typeof renderBoard>[1]): string[] {
  const [only] = board.runs;
  return name === undefined || only === undefined ? renderBoard(board, drawing) : renderRun(only, board.at, drawing);
}

/** Where nothing can be drawn again: a line for everything that has changed. */
function showLines(output: Output, name: string | undefined): Show {
  const before = new Map<string, LiveRun>();
  const paint = paintFor(false);
  return ({ at, runs }) => {
    for (const live of runs) {
      const last = before.get(live.run);
      before.set(live.run, live);
      // On the board, what had ended before is no news.
      if (last === undefined && name === undefined && live.activity === 'over') continue;
      if (last?.doing !== live.doing || last.phase !== live.phase || last.attempt !== live.attempt) {
        const place = live.activity === 'over' ? '' : `${live.phase} #${live.cycle}.${live.attempt}: `;
        output.out(`${localClock(at)} ${live.run} ${place}${oneLine(live.doing)}`);
      }
      if (name !== undefined)
        for (const line of newLines(last, live)) output.out(renderActivityLine(line, COLUMNS, paint));
    }
  };
}

/** What the agent said and did since the last look. */
function newLines(last: LiveRun | undefined, { session }: LiveRun) {
  if (session === undefined) return [];
  const seen = last?.session?.id === session.id ? last.session.lineCount : 0;
  const fresh = Math.min(session.lineCount - seen, session.lines.length);
  return fresh <= 0 ? [] : session.lines.slice(-fresh);
}
