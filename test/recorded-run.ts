import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { type Baton, openBaton } from '../src/open.ts';
import type { Entry, NewEvent } from '../src/store/store.ts';
import { phaseTrailers } from '../src/sys/git/trailers.ts';
import { gitIn } from './repository.ts';

/** The phases of one cycle of `tdd`, with the message of the commit and what follows. */
const PHASES = [
  { phase: 'plan', next: 'red', subject: 'plan: choose the next test', result: null },
  { phase: 'red', next: 'green', subject: 'test: push one element', result: 'FAIL' },
  { phase: 'green', next: 'refactor', subject: 'feat: push one element', result: 'PASS' },
  { phase: 'refactor', next: 'plan', subject: 'refactor: name the top', result: 'PASS' },
] as const;

export type PhaseName = (typeof PHASES)[number]['phase'];

export interface RecordedRun {
  readonly run: string;
  /** The phase commits of the last cycle. */
  readonly commits: Readonly<Record<PhaseName, string>>;
  readonly entries: readonly Entry[];
}

/** A run on the branch that is checked out: real commits, a journal with attachments, and the notes. */
export async function recordRun(path: string, run = 'r1', cycles = 1): Promise<RecordedRun> {
  const baton = await openBaton({ cwd: path });
  try {
    const commits = await recordCycles(baton, path, run, cycles);
    await baton.projectNotes(run);
    return { run, commits, entries: await baton.store.read(`runs/${run}`) };
  } finally {
    baton.close();
  }
}

async function recordCycles(baton: Baton, path: string, run: string, cycles: number) {
  const commits: Record<PhaseName, string> = { plan: '', red: '', green: '', refactor: '' };
  let head: string | undefined;
  const append = async (event: Partial<NewEvent>, extras = {}) => {
    const base = { at: '2026-01-31T12:00:00.000Z', run, actor: 'baton', data: {} };
    const appended = await baton.store.append(
      `runs/${run}`,
      head,
      { type: 'gate.passed', ...base, ...event },
      { ...extras },
    );
    head = appended.head;
  };
  await append({ type: 'run.started', data: { request: 'A stack' } });
  for (let cycle = 1; cycle <= cycles; cycle++) {
    for (const { phase, next, subject, result } of PHASES) {
      const message = `${subject}\n\n${phaseTrailers({ run, phase, cycle })}\n`;
      writeFileSync(join(path, `${run}-${phase}-${cycle}.txt`), `${phase} ${cycle} ${run}\n`);
      gitIn(path, 'add', '--all');
      gitIn(path, 'commit', '--quiet', '--message', message);
      const commit = gitIn(path, 'rev-parse', 'HEAD');
      commits[phase] = commit;
      const where = { phase, cycle, attempt: 1 };
      const report = `{"run":"${run}","phase":"${phase}","cycle":${cycle}}`;
      await append({ type: 'gate.passed', ...where }, { attachments: { 'report.json': report } });
      const data = completedData({ commit, next_phase: next, test_result: result, session_id: `s-${phase}-${cycle}` });
      await append({ type: 'phase.completed', ...where, data }, { anchor: commit });
    }
  }
  return commits;
}

/** What `phase.completed` holds, as a run of `tdd` writes it. */
export function completedData(more: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    workflow: 'tdd',
    current_test: { id: 'T1', description: 'push one element', test_file: 'stack.test.ts', impl_file: 'stack.ts' },
    pending_tests: ['pop'],
    completed_tests: ['empty stack'],
    last_phase_result: { success: true, errors: [] },
    retry_count: 0,
    agent: 'test-agent',
    handoff: 'h-1',
    ...more,
  };
}

/** Puts other content under an object's name, as somebody would who edits history by hand. */
export function overwriteObject(path: string, id: string, change: (bytes: string) => string): void {
  const file = join(path, '.git/objects', id.slice(0, 2), id.slice(2));
  const before = inflateSync(readFileSync(file)).toString('latin1');
  const [head = '', ...rest] = before.split('\0');
  const body = change(rest.join('\0'));
  const bytes = Buffer.from(`${head.split(' ')[0]} ${body.length}\0${body}`, 'latin1');
  rmSync(file);
  writeFileSync(file, deflateSync(bytes));
}
