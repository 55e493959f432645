import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeEditable } from '../../frameworks/pytest/editable.ts';
import { baton, REQUEST, RUN } from './command.ts';
import { LANGUAGES, projectOf, whyNotHere } from './languages.ts';
import { fileOf, recordOf, story } from './record.ts';
import { sumWith } from './sum.ts';

/** A package in `src`, which only an editable install of the checkout makes importable. */
const { pytest } = LANGUAGES;
const CODE = 'src/adding/__init__.py';
const attribute = (test: string) =>
  test.replace('from adding import total', 'import adding').replace(/total\(/, 'adding.total(');
const language = {
  ...pytest,
  files: { ...pytest.files, '.gitignore': '.venv\n', [CODE]: '' },
  texts: {
    ...pytest.texts,
    codeFile: CODE,
    firstTest: attribute(pytest.texts.firstTest),
    secondTest: attribute(pytest.texts.secondTest),
  },
};

const why = whyNotHere(language);
const sandboxes = ['auto', 'off'];

it.for(sandboxes)(
  'a package that is installed for editing goes red, green and refactored by its tree (sandbox: %s)',
  { timeout: 240_000 },
  async (sandbox, { skip }) => {
    skip(why !== undefined, why);
    const project = projectOf(language, { 'baton.yaml': `sandbox: ${sandbox}\n` });
    makeEditable(join(project.path, '.venv'), { folders: [join(project.path, 'src')] });
    writeFileSync(project.plan, JSON.stringify(sumWith(language.texts)));
    const play = ['--runner', 'scripted', '--command', project.plan];
    expect(await baton(project, 'run', REQUEST, '--name', RUN, ...play)).toMatchObject({ code: 0 });
    const record = await recordOf(project);
    expect(story(record).every((line) => line.endsWith('.1 completed'))).toBe(true);
    expect(record.of('run.completed')[0]?.data).toMatchObject({ tests: 2, totals: { passed: 2, failed: 0 } });
    expect(fileOf(project, CODE)).toBe(language.texts.tidy.trimEnd());
  },
);
