import { describe, expect, it } from 'vitest';
import { chooseFramework, detectFrameworks } from './detect.ts';
import type { Detection, ProjectView } from './framework.ts';
import { FRAMEWORK_NAMES, loadFramework, loadFrameworks } from './registry.ts';

function found(framework: string, directory = '.', confidence: Detection['confidence'] = 'configured'): Detection {
  return { framework, directory, because: [`${framework} file`], confidence };
}

function view(files: Readonly<Record<string, string>>): ProjectView {
  return { files: Object.keys(files), read: (path) => files[path] };
}

describe('choosing', () => {
  it('one framework is chosen', () => {
    expect(chooseFramework([found('vitest')])).toEqual({ choices: [found('vitest')], chosen: found('vitest') });
  });

  it('one that is configured beats several that are installed', () => {
    const { chosen, question } = chooseFramework([
      found('jest', '.', 'installed'),
      found('vitest'),
      found('mocha', '.', 'installed'),
    ]);
    expect([chosen?.framework, question]).toEqual(['vitest', undefined]);
  });

  it('the same said twice is one, with both reasons', () => {
    const again = { ...found('vitest', '.', 'installed'), because: ['"vitest" in package.json'] };
    expect(chooseFramework([again, found('vitest')]).chosen).toEqual({
      ...found('vitest'),
      because: ['"vitest" in package.json', 'vitest file'],
    });
  });

  it('several are never guessed between: the question has the lines to write', () => {
    const { chosen, question, choices } = chooseFramework([
      found('jest', 'packages/the api'),
      found('vitest'),
      found('cargo', 'native'),
    ]);
    expect([chosen, choices.length]).toEqual([undefined, 3]);
    expect(question?.split('\n')).toEqual([
      'The tests could be run in 3 ways, and Baton does not guess. Write one of these lines to baton.yaml:',
      '  vitest in the project (vitest file)',
      '    tests: {framework: vitest}',
      '  cargo in native (cargo file)',
      '    tests: {framework: cargo, directory: native}',
      '  jest in packages/the api (jest file)',
      '    tests: {framework: jest, directory: "packages/the api"}',
    ]);
  });

  it('packages side by side are offered as a list of suites', () => {
    const { chosen, question, suites } = chooseFramework([
      found('vitest', 'packages/a'),
      found('pytest', 'services/b'),
    ]);
    expect([chosen, suites?.map(({ directory }) => directory)]).toEqual([undefined, ['packages/a', 'services/b']]);
    expect(question).toContain('    tests:\n      - {framework: vitest, directory: packages/a}\n');
    for (const others of [[found('jest', 'packages/a')], [found('vitest')], [found('go', 'packages/a/native')]])
      expect(chooseFramework([found('vitest', 'packages/a'), found('pytest', 'b'), ...others]).suites).toBeUndefined();
  });

  it('nothing found says what there is and how to name it', () => {
    const { chosen, question } = chooseFramework([]);
    expect(chosen).toBeUndefined();
    for (const name of FRAMEWORK_NAMES) expect(question).toContain(name);
    expect(question).toContain('command: [make, test]');
  });
});

describe('the drivers', () => {
  it('are all there under their names', async () => {
    const frameworks = await loadFrameworks();
    expect(frameworks.map(({ name }) => name)).toEqual([...FRAMEWORK_NAMES]);
    for (const name of FRAMEWORK_NAMES) expect((await loadFramework(name)).name).toBe(name);
  });

  it.each(['jasmine', '', 'constructor', '__proto__'])('there is none called %j', async (name) => {
    await expect(loadFramework(name)).rejects.toMatchObject({
      code: 'unclear_framework',
      message: expect.stringContaining('vitest, jest'),
    });
  });

  it.each([
    ['Cargo.toml', 'cargo'],
    ['pom.xml', 'maven'],
    ['build.gradle.kts', 'gradle'],
  ])('%s is found, and what lies below it is not found again', async (file, framework) => {
    const project = view({ [file]: '', [`modules/a/${file}`]: '', 'src/lib.rs': '' });
    const { chosen, choices } = await detectFrameworks(project);
    expect([chosen?.framework, chosen?.directory, choices.length]).toEqual([framework, '.', 1]);
  });

  it('two builds side by side are asked about', async () => {
    const { chosen, question } = await detectFrameworks(view({ 'a/Cargo.toml': '', 'b/Cargo.toml': '' }));
    expect(chosen).toBeUndefined();
    expect(question).toContain('tests: {framework: cargo, directory: a}');
  });

  it.each([
    [
      { 'package.json': '{ "scripts": { "tape": "x" }, "devDependencies": { "ava": "6" } }' },
      'tests: {framework: tap, command: [npx, ava, --tap]}',
    ],
    [
      { 'deno.json': '{}' },
      'tests: {framework: junit, command: [deno, test, --junit-path, junit.xml], reports: [junit.xml]}',
    ],
  ])('a program without a driver is recognized in %o, with the line that runs it', async (files, line) => {
    const { chosen, question = '' } = await detectFrameworks(view(files));
    expect(chosen).toBeUndefined();
    expect(question.split('\n').slice(-2)).toEqual([expect.stringContaining('seems to be tested with'), `    ${line}`]);
  });

  it('an empty project has none', async () => {
    expect(await detectFrameworks(view({}))).toMatchObject({ choices: [], chosen: undefined });
  });
});
