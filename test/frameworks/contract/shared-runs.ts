import type { Promises, Sandboxed, Trouble, Troubles } from './promises.ts';
import { type Check, type Rule, rule } from './rule.ts';
import { runSandboxed } from './sandboxed.ts';
import { inOneRun, NOTHING_ELSE, once, type Part, runFiles, type Story, type Subject, showsStory } from './story.ts';
import { expectTold } from './told.ts';

/** One run shows both that the reporter is not replaced and that it works in the sandbox, where there is one. */
export function sandboxRules(subject: Subject, { reporter, sandboxed }: Promises): readonly Rule[] {
  const isBoth = typeof reporter === 'object' && typeof sandboxed === 'object' && sandboxed.story === undefined;
  const both = once(() => runSandboxed(subject, reporter as Story, sandboxed as Sandboxed));
  return [
    rule('own reporter', reporter, (story) => ({
      'what the project configures does not replace the reporter': async () => {
        const contained = isBoth ? await both() : undefined;
        expectTold(contained ?? (await runFiles(subject, story.files, story.request)), story.shows);
      },
    })),
    rule('sandbox', sandboxed, ({ story = reporter as Story, mount }) => ({
      'a run in the sandbox, with dependencies that cannot be written, is like any other': async (context) => {
        const report = isBoth ? await both() : await runSandboxed(subject, story, { mount });
        expectTold(report ?? context.skip('there is no sandbox here'), story.shows);
      },
    })),
  ];
}

/** What goes wrong around tests, as far as possible in one run. */
export function troubleRules(subject: Subject, { troubles }: Promises): readonly Rule[] {
  const parts: Record<string, Part> = {};
  for (const [name, trouble] of Object.entries(troubles)) if (isPart(trouble)) parts[name] = trouble;
  const { [NOTHING_ELSE]: nothingElse, ...checks } = inOneRun(subject, parts);
  const troubleRule = (row: string, name: keyof Troubles, title: string): Rule =>
    rule(row, troubles[name], (trouble) => ({
      [title]: 'apart' in trouble ? () => showsStory(subject, trouble) : (checks[name] as Check),
      ...(Object.keys(checks)[0] === name ? { [NOTHING_ELSE]: nothingElse } : {}),
    }));
  return [
    troubleRule('hooks', 'hooks', 'hooks that fail are told of the tests they keep from running, else of the run'),
    troubleRule('loading', 'loading', 'what throws while it is loaded is told'),
    troubleRule('dying tests', 'dying', 'a test that ends its process is a crash, and nothing of it passes'),
    troubleRule('expected failures', 'expected', 'tests that are to fail are told as the framework counts them'),
  ];
}

function isPart(trouble: Trouble | string): trouble is Part {
  return typeof trouble === 'object' && !('apart' in trouble);
}
