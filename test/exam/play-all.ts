import { describe, expect, it } from 'vitest';
import { whyNotPlayed } from './languages.ts';
import type { ExamPlay } from './plays.ts';
import type { ExamColumn, ExamResult } from './table.ts';
import { playExam } from './verdict.ts';

declare module 'vitest' {
  interface TaskMeta {
    exam?: ExamResult;
  }
}

/** A test for every play. One that cannot be played here is skipped with the reason. */
export function playAll(title: string, plays: readonly ExamPlay[]): void {
  describe.concurrent(title, { timeout: 600_000 }, () => {
    for (const play of plays) {
      it(play.title, async ({ skip, task }) => {
        const { language } = play.project;
        const why = whyNotPlayed(language);
        skip(why !== undefined, why);
        const { outcome, codes, text } = await playExam(play);
        task.meta.exam = { language, column: columnOf(play), cheat: play.cheat?.name, outcome, codes };
        expect(goodOutcomes(play), text).toContain(outcome);
      });
    }
  });
}

function columnOf({ cheat, start }: ExamPlay): ExamColumn {
  if (cheat === undefined) return start;
  return cheat.isReportedApart === true ? 'apart' : 'cheat';
}

function goodOutcomes({ cheat }: ExamPlay): readonly string[] {
  if (cheat === undefined) return ['accepted', 'suspected'];
  return cheat.isReportedApart === true ? ['accepted', 'suspected', 'refused'] : ['refused', 'suspected'];
}
