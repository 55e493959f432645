import { now } from '../base/clock.ts';
import type { JsonValue } from '../base/json.ts';
import type { HandoffGlance, HandoffOverview } from '../engine/handoff-overview.ts';
import type { StoredHandoff } from '../engine/handoffs.ts';
import { runFacts } from '../engine/run/facts.ts';
import type { RunView } from '../engine/run/view.ts';
import { handoffMarkdown } from '../handoff/handoff-markdown.ts';
import { block, code, inline } from '../handoff/markdown.ts';
import { redact, redactText } from '../handoff/redact.ts';
import type { JournalEvent } from '../workflow/event.ts';
import { tellEvent } from '../workflow/story/story.ts';
import { MARKS } from '../workflow/story/story-line.ts';
import { tellSuspicion } from '../workflow/suspicions.ts';
import { listed } from './tools/handoff-schemas.ts';
import { uriOf } from './uris.ts';

/** Something to read, for people and for programs. Both are free of known secrets. */
export interface Document {
  readonly markdown: string;
  readonly data: JsonValue;
}

/** All runs in a list. */
export function runsDocument(views: readonly RunView[]): Document {
  const line = ({ run, state, phase, request }: RunView) =>
    `- ${code(uriOf({ kind: 'run', id: run }))} ${state}${phase === '' ? '' : `, ${inline(phase)}`}: ${inline(request)}`;
  return document(['# Runs', '', ...orNone(views.map(line))], { runs: views });
}

/** Most handoffs of a list that are given at once. */
const MOST_HANDOFFS = 500;

/** Handoffs in a list, those still waiting first. */
export function handoffsDocument({ glances, unreadable }: HandoffOverview): Document {
  const shown = glances.slice(0, MOST_HANDOFFS);
  const left = glances.length - shown.length;
  const line = ({ id, status, from, to, task }: HandoffGlance) =>
    `- ${code(uriOf({ kind: 'handoff', id }))} ${status}, ${inline(from)} → ${inline(to)}: ${inline(task)}`;
  const beyond = left === 0 ? [] : ['', `${left} more are left out; the tool handoff_list gives them page by page.`];
  const broken = unreadable.map(({ id, why }) => `- ${code(id)} cannot be read: ${inline(why)}`);
  return document(['# Handoffs', '', ...orNone([...shown.map(line), ...broken]), ...beyond], {
    handoffs: shown.map(listed),
    unreadable,
    left_out: left,
  });
}

/** One run: what it is, where it stands, what waits for a person. */
export function runDocument(view: RunView): Document {
  const facts = runFacts(view).map(([label, text]) => `- **${label}**: ${inline(text)}`);
  const asks = view.asks.flatMap(({ id, kind, about }) => [
    '',
    `## ${code(id)} waits for a person (${kind})`,
    '',
    block(about),
  ]);
  const lines = view.suspicions.map((one) => `- ${inline(tellSuspicion(one))}`);
  const suspicions = lines.length === 0 ? [] : ['', '## Suspicions', '', ...lines];
  const why = view.why === undefined ? [] : ['', '## Why', '', block(view.why)];
  return document([`# Run ${inline(view.run)}`, '', ...facts, ...why, ...suspicions, ...asks], view);
}

/** Most events of a journal that are given at once: the newest. */
const MOST_EVENTS = 500;

/** What happened in a run, in order. */
export function journalDocument(run: string, events: readonly JournalEvent[]): Document {
  const shown = events.slice(-MOST_EVENTS);
  const left = events.length - shown.length;
  const lines = shown.flatMap((event) => tellEvent(event).flatMap((line) => storyLines(event, line)));
  const before = left === 0 ? [] : [`${left} earlier events are left out; \`baton log\` shows all.`, ''];
  return document([`# What happened in run ${inline(run)}`, '', ...before, ...lines], {
    run,
    left_out: left,
    events: shown,
  });
}

function storyLines(
  { at, phase }: JournalEvent,
  { mark, text, more = [] }: ReturnType<typeof tellEvent>[number],
): string[] {
  const where = phase === undefined ? '' : ` ${inline(phase)}`;
  const sign = mark === undefined ? '' : ` ${MARKS[mark]}`;
  return [`- ${at}${where}${sign}: ${inline(text)}`, ...more.map((line) => `  - ${inline(line)}`)];
}

/** One handoff and what happened to it. */
export function handoffDocument({ handoff, history }: StoredHandoff): Document {
  const steps = history.map(
    ({ at, status, actor, note }) =>
      `- ${at} ${status} by ${inline(actor)}${note === undefined ? '' : `: ${inline(note)}`}`,
  );
  return document([handoffMarkdown(handoff, now()), '', '## History', '', ...steps], { handoff, history });
}

function document(lines: readonly string[], data: unknown): Document {
  const plain = JSON.parse(JSON.stringify(data)) as JsonValue;
  return { markdown: redactText(lines.join('\n')).text, data: redact(plain).value };
}

function orNone(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? ['There are none.'] : lines;
}
