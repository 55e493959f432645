import { describe, expect, it } from 'vitest';
import { startRun } from './command.ts';
import { FAILURES } from './failures.ts';
import { programsOf } from './processes.ts';
import { newProject, rewritePlan } from './project.ts';
import { recordOf, story } from './record.ts';
import { expectSound } from './sound.ts';

describe.concurrent('what goes wrong in a run', { timeout: 240_000 }, () => {
  for (const { title, sessions, flags = [], code, story: expected, told, shown = [], refusedOn } of FAILURES) {
    it(title, async () => {
      const project = newProject();
      rewritePlan(project, sessions(project.beside));
      const ended = await startRun(project, ...flags);
      expect(ended).toMatchObject({ code });
      for (const text of shown) expect(ended.out).toContain(text);

      expect(programsOf(project)).toEqual([]);
      await expectSound(project);

      const record = await recordOf(project);
      const smooth = (line: string) => /^\w+ \d+\.1 completed$/.test(line);
      expect(story(record).filter((line) => !smooth(line) || expected.includes(line))).toEqual(expected);
      if (refusedOn !== undefined) {
        const [refused] = record.of('gate.refused');
        expect(refused?.data.after === undefined ? 'diff' : 'proof').toBe(refusedOn);
      }
      if (told === undefined) return;
      const prompt = record.prompt(told.phase, told.cycle, told.attempt);
      for (const text of told.texts) expect(prompt).toContain(text);
      for (const text of told.without ?? []) expect(prompt).not.toContain(text);
    });
  }
});
