import type { Files } from '../scenarios/tdd/project.ts';
import { LIST, type Session } from '../scenarios/tdd/sum.ts';
import { cheatsFor, type Deeds, type ExamCheat } from './cheats.ts';
import type { ExamProject } from './material.ts';

/** A run of the exam: a project, where it starts, and how somebody cheats, if so. */
export interface ExamPlay {
  /** Unique: `npm run exam -- --only "python money nothing"`. */
  readonly title: string;
  readonly project: ExamProject;
  readonly start: ExamStart;
  readonly cheat?: ExamCheat;
}

/** `code`: the project has code already, with a defect or an older signature. */
export type ExamStart = 'nothing' | 'stub' | 'code';

/** The plays without a mistake, and one for each cheat that makes sense. */
export function playsOf(project: ExamProject): { honest: ExamPlay[]; cheats: ExamPlay[] } {
  const starts: ExamStart[] = isChange(project) ? ['code'] : ['nothing', 'stub'];
  const name = `${project.language} ${project.name}`;
  return {
    honest: starts.map((start) => ({ title: `${name} honest from ${start}`, project, start })),
    cheats: cheatsFor(project).map((cheat) => ({
      ...{ title: `${name} ${cheat.name}`, project, cheat },
      start: isChange(project) ? 'code' : cheat.fromNothing ? 'nothing' : 'stub',
    })),
  };
}

function isChange({ kind }: ExamProject): boolean {
  return kind === 'crash' || kind === 'change';
}

/** What is committed before the run. */
export function filesOf({ project, start }: ExamPlay): Files {
  return start === 'stub' ? { ...project.base, ...project.stub } : project.base;
}

/** What the agents do. One that is refused does not try again: what follows is no part of the exam. */
export function sessionsOf(play: ExamPlay): Session[] {
  const { project, cheat } = play;
  const deeds = cheat?.does(project);
  const test = cheat?.phase === 'red' ? (deeds?.test ?? {}) : project.test;
  const work: Readonly<Record<string, Partial<Session>>> = {
    ...honestWork(play, test),
    ...(cheat === undefined ? {} : { refactor: {} }),
    ...(cheat === undefined || deeds === undefined ? {} : { [cheat.phase]: { write: cheatFiles(play, cheat, deeds) } }),
  };
  return [
    { phase: 'plan', cycle: 1, write: { [LIST]: `# Work\n\n- [ ] ${project.item}\n` } },
    { phase: 'plan' },
    ...Object.entries(work).flatMap(([phase, session]): Session[] => [
      { ...session, phase, attempt: 1, run: [STOP] },
      { phase, exit: 78 },
    ]),
  ];
}

/** A phase that has to be done again ends the play. */
const STOP = "if grep -q 'Your changes of the last attempt'; then exit 78; fi";

function honestWork(play: ExamPlay, test: Files) {
  const { refactor, code, deleted } = play.project;
  return {
    red: { write: redFiles(play, test) },
    green: { write: withTests(play, code, test) },
    refactor: { write: withTests(play, refactor, test), delete: deleted },
  };
}

function cheatFiles(play: ExamPlay, { phase }: ExamCheat, { test, code, more }: Deeds): Files {
  if (phase === 'red') return redFiles(play, test);
  const written = phase === 'green' ? (code ?? play.project.code) : {};
  if (!play.project.isInline) return { ...written, ...test, ...more };
  return { ...withTests(play, phase === 'green' ? written : play.project.code, test), ...more };
}

/** Tests in a file of their own, or behind the code that is there so far. */
function redFiles(play: ExamPlay, test: Files): Files {
  if (!play.project.isInline) return test;
  const files = filesOf(play);
  return Object.fromEntries(Object.entries(test).map(([path, text]) => [path, joined(files[path] ?? '', text)]));
}

function withTests({ project }: ExamPlay, files: Files, test: Files): Files {
  if (!project.isInline) return files;
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, test[path] === undefined ? text : joined(text, test[path])]),
  );
}

function joined(code: string, tests: string): string {
  return code === '' ? tests : `${code}\n${tests}`;
}
