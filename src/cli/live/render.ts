import type { Activity, LiveBoard, LiveRun } from '../../engine/run/live/live.ts';
import type { ActivityLine } from '../../engine/run/live/session-activity.ts';
import { burnDown, count, elapsed, spent } from '../../workflow/story/amounts.ts';
import { localClock } from '../local-time.ts';
import { type Paint, type Style, styleOfPhase } from '../paint.ts';
import { cut, oneLine } from '../plain-text.ts';
import { table } from '../table.ts';

export interface LiveDrawing {
  readonly columns: number;
  /** Most lines; nothing where there is no limit. */
  readonly rows?: number | undefined;
  readonly paint: Paint;
}

/** All runs in a table, those that move first. */
export function renderBoard(
  { at, runs }: LiveBoard,
  { columns, rows = Number.MAX_SAFE_INTEGER, paint }: LiveDrawing,
): string[] {
  if (runs.length === 0) return ['There are no runs yet. Start one: baton run "what to build"'];
  const shown = runs.slice(0, Math.max(1, rows - LINES_AROUND));
  const lines = table(
    HEAD,
    shown.map((run) => rowOf(run, at)),
    columns,
  ).split('\n');
  const hidden = runs.length - shown.length;
  return [
    summary(runs),
    '',
    ...lines.map((line, index) => (index === 0 ? paint(line, 'bold') : paint(line, ...rowStyle(shown[index - 1])))),
    ...(hidden > 0 ? [`... and ${count(hidden, 'more run')}: baton status --all`] : []),
  ].map((line) => line.trimEnd());
}

const LINES_AROUND = 5;
const HEAD = ['RUN', 'STATE', 'PHASE', 'CYCLE', 'SINCE', 'SPENT', 'DOING'];

function rowOf(live: LiveRun, at: string): string[] {
  const isOver = live.activity === 'over';
  const usd = live.spending.usd > 0 ? `$${live.spending.usd.toFixed(2)}` : '';
  const place = isOver ? ['', ''] : [live.phase, String(live.cycle)];
  return [live.run, live.state, ...place, isOver ? '' : elapsed(ageOf(live.since, at)), usd, sentence(live, at)];
}

/** How many runs move, wait or stand still. */
function summary(runs: readonly LiveRun[]): string {
  const number = (...activities: readonly Activity[]) =>
    runs.filter(({ activity }) => activities.includes(activity)).length;
  return [
    `${number('agent', 'client', 'baton', 'service')} running`,
    `${number('person')} waiting for a person`,
    `${number('nobody')} not running`,
    `${number('over')} ended`,
  ].join(', ');
}

function rowStyle(live: LiveRun | undefined): readonly Style[] {
  return live === undefined ? [] : (STYLES[live.activity] ?? []);
}

const STYLES: Readonly<Record<Activity, readonly Style[]>> = {
  agent: ['green'],
  client: ['green'],
  baton: ['green'],
  service: ['yellow'],
  person: ['yellow', 'bold'],
  nobody: ['dim'],
  over: ['dim'],
};

/** What happens now; of how much accepted work is suspected; how long nobody has heard of an agent that should be working. */
function sentence(live: LiveRun, at: string): string {
  const silence = live.lastSign === undefined ? 0 : ageOf(live.lastSign, at);
  const { doing, suspicions } = live;
  const suspected = suspicions.length === 0 ? [] : [count(suspicions.length, 'suspicion')];
  return [doing, ...suspected, ...(silence < SILENT_AFTER_MS ? [] : [describeSilence(silence)])].join('; ');
}

/** A shorter silence is an agent that thinks. */
const SILENT_AFTER_MS = 60_000;

/** `last sign of life 12 s ago`, `no sign of life for 3 min`. */
export function describeSilence(ms: number): string {
  if (ms < SILENT_AFTER_MS) return `last sign of life ${Math.max(0, Math.round(ms / 1000))} s ago`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `no sign of life for ${minutes} min`;
  return `no sign of life for ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** One run: where it is, what happens now, what the agent said and did last. */
export function renderRun(
  live: LiveRun,
  at: string,
  { columns, rows = Number.MAX_SAFE_INTEGER, paint }: LiveDrawing,
): string[] {
  const { run, request, phase, cycle, attempt, attempts, test, done, open, spending, session, suspicions } = live;
  const width = columns - 1;
  const isOver = live.activity === 'over';
  const style = STYLES[live.activity];
  const place = `${phase}, cycle ${cycle}, attempt ${attempt}${attempts > 0 ? ` of ${Math.max(attempt, attempts)}` : ''}`;
  const list = done + open === 0 ? [] : [burnDown(done, done + open)];
  const head = [
    paint(cut(`${run}  ${oneLine(request)}`, width), 'bold'),
    ...(isOver ? [] : [paint(cut(place, width), styleOfPhase(phase))]),
    ...(test === undefined || isOver ? [] : [cut(oneLine(`${test.id} ${test.description}`), width)]),
    paint(
      cut(`${oneLine(live.doing)}${isOver || live.since === '' ? '' : `  ${elapsed(ageOf(live.since, at))}`}`, width),
      ...style,
    ),
    ...(suspicions.length === 0 ? [] : [paint(cut(count(suspicions.length, 'suspicion'), width), 'yellow')]),
    ...(live.lastSign === undefined ? [] : [silenceLine(ageOf(live.lastSign, at), width, paint)]),
    cut([...list, ...spent(spending), ...(session === undefined ? [] : [describeSession(live)])].join('   '), width),
  ].filter((line) => line !== '');
  const room = Math.max(0, rows - head.length - 2);
  const lines = (session?.lines ?? []).slice(-Math.min(MAX_LINES, room));
  return [...head, ...(lines.length === 0 ? [] : ['']), ...lines.map((line) => renderActivityLine(line, width, paint))];
}

const MAX_LINES = 12;

function silenceLine(ms: number, width: number, paint: Paint): string {
  return paint(cut(describeSilence(ms), width), ms < SILENT_AFTER_MS ? 'dim' : 'red');
}

function describeSession({ session }: LiveRun): string {
  if (session === undefined) return '';
  const { runner, model, toolCalls, tool } = session;
  const calls = toolCalls === 0 ? [] : [count(toolCalls, 'tool call')];
  const running = tool?.isRunning === true ? [`running ${oneLine(tool.name)}`] : [];
  return [[runner, ...(model === undefined ? [] : [oneLine(model)])].join(' '), ...calls, ...running].join(', ');
}

const LINE_STYLES: Readonly<Record<ActivityLine['kind'], readonly Style[]>> = {
  text: [],
  tool: ['cyan'],
  result: ['dim'],
  error: ['red'],
};

const LINE_MARKS: Readonly<Record<ActivityLine['kind'], string>> = { text: ' ', tool: '>', result: '<', error: '!' };

/** One thing an agent said or did. */
export function renderActivityLine({ at, kind, text }: ActivityLine, width: number, paint: Paint): string {
  const line = cut(`${localClock(at)} ${LINE_MARKS[kind]} ${oneLine(text)}`, width);
  return paint(line, ...LINE_STYLES[kind]);
}

function ageOf(since: string, at: string): number {
  const age = Date.parse(at) - Date.parse(since);
  return Number.isFinite(age) ? Math.max(0, age) : 0;
}
