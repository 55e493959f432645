import type { RunView } from '../../engine/run/view.ts';
import { fold } from '../../workflow/machine.ts';
import { noteFor } from '../../workflow/note.ts';
import type { RunState } from '../../workflow/state.ts';
import { waysToAnswer } from '../ask-words.ts';
import { oneLine, plainLines } from '../plain-text.ts';
import { listSuspicions } from '../run-end.ts';
import { describeRun, labelled } from '../run-words.ts';
import { phaseColumn, renderEvent } from '../story/story.ts';
import { attemptBefore, type Drawing, describeAttempt } from './attempt.ts';
import type { Found, Recorded } from './find.ts';

/** Whatever was found, in full, for a person; with the lines of its diff where an ask is shown with one. */
export function describeFound(found: Found, given: Drawing, diff: readonly string[] = []): string[] {
  const drawing = { ...given, phaseWidth: phaseColumn(found.entries[0]?.event) };
  if (found.kind === 'run') {
    const { view } = found;
    return [
      ...describeRun(view, Number.MAX_SAFE_INTEGER),
      ...describeSuspicions(view),
      ...describeCommits(found.entries),
    ];
  }
  const { entry, entries } = found;
  if (found.kind === 'ask') return describeAsk(entry, entries, drawing, diff);
  if (found.kind === 'commit' && entry.event.type === 'phase.completed') {
    return [...describeNote(entry), ...describeAttempt(attemptBefore(entries, entry), drawing)];
  }
  return describeEvent(entry, drawing);
}

/** Where a run is completed, its last words name them all. */
function describeSuspicions({ run, state, suspicions }: RunView): string[] {
  if (suspicions.length === 0 || state === 'completed') return [];
  return ['', 'Suspicions of accepted work:', ...listSuspicions(run, suspicions, suspicions.length)];
}

function describeCommits(entries: readonly Recorded[]): string[] {
  const { milestones }: RunState = fold(entries.map(({ event }) => event));
  const returns = entries.filter(({ event }) => event.type === 'phase.rolled_back');
  const isReturn = (commit: string) => returns.some(({ event }) => event.data.commit === commit);
  const lines = milestones.map(({ commit, phase, cycle, knowledge }) => {
    const where = phase === undefined ? 'the start' : `${phase} of cycle ${cycle}`;
    const told = isReturn(commit) ? `back at ${where}` : where;
    return `  ${commit.slice(0, 12)}  ${told.padEnd(28)}  ${oneLine(knowledge.item?.description ?? '')}`.trimEnd();
  });
  return lines.length === 0 ? [] : ['', 'Accepted commits:', ...lines];
}

/** The note of a phase commit, made from its event: the same as git shows under refs/notes. */
function describeNote({ id, event }: Recorded): string[] {
  const { commit, notes, note } = noteFor(event, id);
  const { current_test: test, completed_tests: done = [], pending_tests: open = [] } = note;
  const files = [test?.test_file, test?.impl_file].filter((file) => typeof file === 'string');
  const { success, errors = [] } = note.last_phase_result ?? { success: true };
  return labelled([
    ['commit', commit],
    ['run', `${note.run}, cycle ${note.cycle}, ${note.phase}, then ${note.next_phase}`],
    ['test', test == null ? undefined : oneLine(`${test.id} ${test.description}`)],
    ['files', files.length === 0 ? undefined : files.join(', ')],
    ['tests', note.test_result ?? undefined],
    ['strength', note.strength],
    ['list', done.length + open.length === 0 ? undefined : `${done.length} done, ${open.length} open`],
    ['agent', `${note.agent ?? 'nobody'}, attempt ${(note.retry_count ?? 0) + 1}`],
    ['problems', success ? undefined : oneLine(errors.join(' '))],
    ['when', note.timestamp],
    ['note', `git notes --ref=${notes} show ${commit.slice(0, 12)}`],
    ['change', `git show --stat ${commit.slice(0, 12)}`],
  ]);
}

function describeAsk(
  entry: Recorded,
  entries: readonly Recorded[],
  drawing: Drawing,
  diff: readonly string[],
): string[] {
  const { data, run, phase, cycle, attempt } = entry.event;
  const id = String(data.ask);
  const { tree } = data;
  const answered = entries.find(({ event }) => event.type === 'ask.answered' && event.data.ask === id);
  const kind = data.kind as Parameters<typeof waysToAnswer>[0]['kind'];
  const choices = data.choices as Parameters<typeof waysToAnswer>[0]['choices'];
  const changes = typeof data.change === 'string' ? plainLines(data.change.trimEnd()).join('\n       ') : undefined;
  const head = labelled([
    ['ask', `${id} (${kind})`],
    ['run', `${run}, ${phase ?? 'no phase'} of cycle ${cycle ?? 1}, attempt ${attempt ?? 1}`],
    ['about', plainLines(String(data.about)).join('\n       ')],
    ['tree', typeof tree === 'string' ? tree : undefined],
    ['change', changes],
  ]);
  const end =
    answered === undefined
      ? ['To answer it, one of:', ...waysToAnswer({ id, kind, choices }).map((way) => `  ${way}`)]
      : ['It was answered:', ...renderEvent(answered.event, drawing).map((line) => `  ${line}`)];
  return [...head, ...diff, ...describeAttempt(attemptBefore(entries, entry), drawing), '', ...end];
}

function describeEvent({ id, event, attachments }: Recorded, drawing: Drawing): string[] {
  const { run, seq, type, at, actor, phase, cycle, attempt, data } = event;
  const place = phase === undefined ? undefined : `${phase} of cycle ${cycle ?? 1}, attempt ${attempt ?? 1}`;
  const names = Object.keys(attachments);
  return [
    ...labelled([
      ['event', `${run}:${seq} ${type}`],
      ['when', at],
      ['who', actor],
      ['phase', place],
      ['entry', id],
    ]),
    '',
    ...renderEvent(event, drawing),
    '',
    ...plainLines(JSON.stringify(data, null, 2)),
    ...(names.length === 0 ? [] : ['', 'Recorded with it:']),
    ...names.map((name) => `  baton show ${run}:${seq} --attachment ${name}`),
  ];
}
