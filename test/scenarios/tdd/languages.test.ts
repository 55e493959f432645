import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { baton, REQUEST, RUN } from './command.ts';
import { LANGUAGES } from './languages.ts';
import { commitFiles, emptyDirectory, type Project } from './project.ts';
import { fileOf, recordOf, story } from './record.ts';
import { ITEMS, sumWith } from './sum.ts';

const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

describe.concurrent('a scripted run of two cycles', { timeout: 240_000 }, () => {
  for (const { framework, files, texts, tests, isPackage, needs } of LANGUAGES) {
    it(`goes from plan to the last proof in a project of ${framework} [R001-11] [R001-30] [R001-59]`, async ({
      skip,
    }) => {
      const [program = 'true', ...args] = needs;
      skip(spawnSync(program, args).status !== 0, `needs ${needs.join(' ')}`);
      const project = projectWith(files);
      if (isPackage) symlinkSync(PACKAGES, join(project.path, 'node_modules'));
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
    });
  }
});

function projectWith(files: Readonly<Record<string, string>>): Project {
  const project = emptyDirectory();
  gitIn(project.beside, 'init', '--quiet', '--initial-branch=main', project.path);
  commitFiles(project.path, files, 'start');
  return project;
}
