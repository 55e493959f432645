import type { NotesReport, PlacedNote } from '../../engine/notes.ts';
import { openBaton } from '../../open.ts';
import { EXIT } from '../exit-code.ts';
import { listProblems } from '../problems.ts';
import type { Run } from '../program.ts';

/** Writes the notes again from the journals, on copies of phase commits too. */
export const run: Run = async ({ cwd, json, output }, [runId]) => {
  const baton = await openBaton({ cwd });
  const report = await baton.repairNotes(runId);
  output.out(json ? JSON.stringify(report, null, 2) : describe(report));
  return report.problems.length === 0 ? EXIT.done : EXIT.storage;
};

function describe({ written, unchanged, matched, problems }: NotesReport): string {
  const lines = written.map(describeNote);
  const copies = matched.length === 0 ? '' : `, ${matched.length} of them on amended or rebased commits`;
  lines.push(`${count(written.length + unchanged)}${copies}: ${written.length} written, ${unchanged} as they were.`);
  if (problems.length === 0) return lines.join('\n');
  lines.push('', 'No note could be made from:', ...listProblems(problems));
  return [...lines, '', '`baton verify --journal` says more.'].join('\n');
}

function describeNote({ commit, original, notes, run, phase, cycle }: PlacedNote): string {
  const copy = original === undefined ? '' : `, a copy of ${original.slice(0, 12)}`;
  return `written: ${commit.slice(0, 12)}  ${run} ${phase} #${cycle}  (${notes}${copy})`;
}

function count(notes: number): string {
  return notes === 1 ? '1 note' : `${notes} notes`;
}
