import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requestFor } from '../request.ts';
import { isDead, runUntilDeadline, runWithout } from './endings.ts';
import { type Crowded, NOT_SELECTED, type Promises } from './promises.ts';
import { mapped, type Rule, rule } from './rule.ts';
import { sandboxRules, troubleRules } from './shared-runs.ts';
import { isRefused, once, projectWith, runFiles, type Subject, showsStory } from './story.ts';
import { expectTold } from './told.ts';

/** What every driver must do, whatever its framework. A rule that does not apply to it has a reason, which is printed. */
export function frameworkContract(subject: Subject, promises: Promises): void {
  const rules = rulesFor(subject, promises);
  const rows = rules.map(({ row, notApplicable }) => [row, notApplicable] as const);
  const meta = { columns: [{ grid: 'rule' as const, framework: subject.driver.name, rows }] };
  describe(`${subject.driver.name} keeps what every driver promises`, { meta }, () => {
    for (const { row, checks } of rules) {
      for (const [title, check] of Object.entries(checks)) it(title, { meta: { row } }, check);
    }
  });
}

function rulesFor(subject: Subject, promises: Promises): readonly Rule[] {
  const crowded = once(() => runCrowded(subject, promises.crowded as Crowded));
  return [
    rule('odd path', promises.crowded, ({ shows }) => ({
      'tests in a path with blanks and other letters are found and placed': async () =>
        expectTold(await crowded(), shows),
    })),
    rule('100 MB of noise', promises.crowded, () => ({
      'of 100 MB of noise the end is kept': async () => {
        const { output, incomplete } = await crowded();
        expect([output.length > MOST_OUTPUT, incomplete]).toEqual([false, null]);
      },
    })),
    rule('selection', promises.look, (story) => ({
      'a look at some files runs no others, and has no canary': async () => {
        const request = requestFor(projectWith(subject, story.files), story.request);
        expectTold(await subject.driver.run(request), story.shows);
        expect(existsSync(join(request.scratch, 'tmp', NOT_SELECTED))).toBe(false);
      },
    })),
    rule('no tests', promises.empty, (story) => ({
      'a project without tests is whole without a canary': () => showsStory(subject, story),
    })),
    ...sandboxRules(subject, promises),
    rule('canary', promises.forged, (forged) =>
      mapped(forged, 'the canary finds out', async ({ files, request, incomplete = '' }) => {
        const report = await runFiles(subject, files, request);
        expect([report.canary, report.incomplete]).toEqual(['missing', expect.stringContaining(incomplete)]);
      }),
    ),
    rule('deadline', promises.deeds, (deeds) => ({
      'a run that meets its deadline is ended with all it started, and leaves nothing behind': async () => {
        const { report, daemon, left } = await runUntilDeadline(subject, deeds);
        expectTold(report, {
          outcomes: deeds.hung,
          canary: expect.anything(),
          incomplete: expect.stringContaining('timeout'),
        });
        expect([isDead(daemon), left]).toEqual([true, []]);
      },
    })),
    rule('signal', promises.deeds, ({ test }) => ({
      'a run that a signal ends is told as that, and none of its tests as passed': async () => {
        const { files, request } = test(KILL_ALL);
        const report = await runFiles(subject, files, request);
        expect(report).toMatchObject({ signal: 'SIGKILL', incomplete: expect.stringContaining('SIGKILL') });
        expect(report.tests.filter(({ outcome }) => outcome === 'passed')).toEqual([]);
      },
    })),
    rule('missing program', promises.missing, (missing) => ({
      'a program that is not there is told with how to get it': () => runWithout(subject, missing),
    })),
    rule('broken configuration', promises.broken, (broken) =>
      mapped(broken, 'a person is told of', (refusal) => isRefused(subject, refusal)),
    ),
    rule('foreign command', promises.foreign, (refusal) => ({
      'a command that is not visibly the framework’s is refused': () => isRefused(subject, refusal),
    })),
    rule('own command', promises.commands, ({ files, all, shows }) => ({
      'the project’s own script and the user’s own command are followed': async () => {
        for (const command of all) await showsStory(subject, { files, request: { command }, shows });
      },
    })),
    rule('failing set-up', promises.setUp, (story) => ({
      'a set-up of the whole run that fails is told, and the report is not whole': () => showsStory(subject, story),
    })),
    rule('other names', promises.names, (names) =>
      mapped(names, 'tests are found with', (story) => showsStory(subject, story)),
    ),
    rule('restriction', promises.restricted, (restricted) =>
      mapped(restricted, 'a restriction is told:', (story) => showsStory(subject, story)),
    ),
    ...troubleRules(subject, promises),
  ];
}

/** Most characters of output in a report. */
const MOST_OUTPUT = 100_000;
/** Ends the test, the framework and all else that was started for the run, as a machine out of memory may. */
const KILL_ALL = 'kill -9 0';

function runCrowded(subject: Subject, { files, selected, request }: Crowded) {
  const directory = projectWith(subject, files, 'mein Projekt ✓ 数');
  return subject.driver.run(directory, { selection: { files: [selected] }, ...request });
}
