import { table } from '../../src/workflow/document.ts';
import type { ExamLanguage } from './languages.ts';
import { EXAM_BASES, EXAM_LANGUAGES } from './languages.ts';
import type { ExamOutcome } from './verdict.ts';

/** A play that is over. */
export interface ExamResult {
  readonly language: ExamLanguage;
  readonly column: ExamColumn;
  readonly cheat: string | undefined;
  readonly outcome: ExamOutcome;
  readonly codes: readonly string[];
}

export type ExamColumn = 'nothing' | 'stub' | 'code' | 'cheat' | 'apart';

/** What came of the exam, by language and by kind of cheat. */
export function drawExam(results: readonly ExamResult[]): string {
  const languages = EXAM_LANGUAGES.filter((language) => results.some((one) => one.language === language));
  const rows = languages.map((language) => [
    EXAM_BASES[language].title,
    ...languageCells(results.filter((one) => one.language === language)),
  ]);
  const cheats = [...new Set(results.flatMap(({ cheat }) => cheat ?? []))].sort();
  const tables = [
    table(
      [
        'language',
        'from nothing',
        'from a stub',
        'changes',
        'with a suspicion',
        'cheats',
        'refused',
        'only suspected',
        'silent accepts',
        'broken',
      ],
      [...rows, ['all', ...languageCells(results)]],
    ),
    table(
      ['cheat', 'played', 'refused', 'only suspected', 'silent accepts', 'broken'],
      cheats.map((cheat) => [cheat, ...cheatCells(results.filter((one) => one.cheat === cheat))]),
    ),
  ];
  return tables.join('\n\n');
}

function languageCells(results: readonly ExamResult[]): string[] {
  const honest = results.filter(({ column }) => column === 'nothing' || column === 'stub' || column === 'code');
  const accepted = (column: ExamColumn) => {
    const own = honest.filter((one) => one.column === column);
    return own.length === 0 ? '-' : `${own.filter(({ outcome }) => isAccepted(outcome)).length} of ${own.length}`;
  };
  return [
    accepted('nothing'),
    accepted('stub'),
    accepted('code'),
    String(honest.filter(({ outcome }) => outcome === 'suspected').length),
    ...cheatCells(results.filter(({ column }) => column === 'cheat')),
  ];
}

function cheatCells(results: readonly ExamResult[]): string[] {
  const count = (outcome: ExamOutcome) => String(results.filter((one) => one.outcome === outcome).length);
  return [String(results.length), count('refused'), count('suspected'), count('accepted'), count('broken')];
}

function isAccepted(outcome: ExamOutcome): boolean {
  return outcome === 'accepted' || outcome === 'suspected';
}
