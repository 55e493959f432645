import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IS_FULL, ONLY_FULL } from '../../full.ts';
import { gitIn } from '../../repository.ts';
import { baton, REQUEST, RUN } from './command.ts';
import { LANGUAGES, type Language, projectOf, whyNotHere } from './languages.ts';
import { fileOf, recordOf, story } from './record.ts';
import { expectSound } from './sound.ts';
import { ITEMS, sumWith } from './sum.ts';

/** Two cycles in these take a minute. */
const SLOW: ReadonlySet<string> = new Set(['vitest', 'jest', 'pytest']);

describe.concurrent('a scripted run of two cycles', { timeout: 240_000 }, () => {
  for (const language of Object.values<Language>(LANGUAGES)) {
    const { framework, texts, tests } = language;
    it(`goes from plan to the last proof in a project of ${framework} [R001-11] [R001-30] [R001-54] [R001-59]`, async ({
      skip,
    }) => {
      const why = whyNotHere(language);
      skip(why !== undefined, why);
      skip(SLOW.has(framework) && !IS_FULL, ONLY_FULL);
      const project = projectOf(language);
      writeFileSync(project.plan, JSON.stringify(sumWith(texts)));
      const ended = await baton(
        project,
        'run',
        REQUEST,
        '--name',
        RUN,
        '--runner',
        'scripted',
        '--command',
        project.plan,
      );
      expect(ended).toMatchObject({ code: 0 });

      const record = await recordOf(project);
      expect(story(record)).toEqual([
        ...[1, 2].flatMap((cycle) =>
          ['plan', 'red', 'green', 'refactor'].map((phase) => `${phase} ${cycle}.1 completed`),
        ),
        'plan 3.1 completed',
      ]);
      expect(record.of('run.completed')[0]?.data).toMatchObject({ tests: 2, totals: { passed: 2, failed: 0 } });
      expect(record.prompt('green', 2, 1)).toContain(tests[1]);
      expect(fileOf(project, texts.codeFile)).toBe(texts.tidy.trimEnd());
      expect(fileOf(project, 'test-list.md')).toBe(`# Sum\n\n${ITEMS.map((item) => `- [x] ${item}`).join('\n')}`);
      expect(gitIn(project.path, 'status', '--porcelain')).toBe('');
      await expectSound(project);
    });
  }
});
