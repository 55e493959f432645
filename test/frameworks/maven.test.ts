import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunRequest } from '../../src/frameworks/framework.ts';
import { maven } from '../../src/frameworks/jvm/maven.ts';
import { listFiles } from '../../src/frameworks/source-files.ts';
import { runProgram } from '../../src/sys/program.ts';
import { CASES, differences } from './cases.ts';
import { projectCopy, requestFor } from './request.ts';
import { writtenProject } from './written-project.ts';

const projects = fileURLToPath(new URL('../projects/maven', import.meta.url));
/** All of a module is compiled before anything is run, so the canary goes with what cannot be; so it does in a crash. */
const MASKS_THE_CANARY = ['missing-symbol', 'missing-module', 'syntax-error', 'import-error', 'exit', 'no-tests'];

/** A request that spends less on compiling what runs once. */
function quickRequest(directory: string, more: Partial<RunRequest> = {}): RunRequest {
  const request = requestFor(directory, more);
  const start: RunRequest['start'] = (program, environment) =>
    request.start(program, { ...environment, JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' });
  return { ...request, start };
}

/** Why Maven cannot be run here; recorded reports are then all there is (src/frameworks/junit/junit-xml.test.ts). */
let whyNot: string | undefined;

beforeAll(async () => {
  const plugin = join(homedir(), '.m2/repository/org/apache/maven/plugins/maven-surefire-plugin/3.5.2');
  const environment = { PATH: process.env.PATH ?? '' };
  const version = await runProgram({
    program: ['sh', '-c', 'mvn --version'],
    cwd: '/',
    environment,
    timeoutMs: 30_000,
  });
  if (version.exitCode !== 0) whyNot = 'Maven is not here';
  else if (!existsSync(plugin)) whyNot = 'the Surefire plugin is not in the local repository';
});

describe('every case is told as it is', () => {
  it.for(readdirSync(projects).filter((name) => name in CASES))('%s', async (name, context) => {
    if (whyNot !== undefined) context.skip(whyNot);
    const directory = projectCopy(`maven/${name}`);
    const report = await maven.run(quickRequest(directory));
    expect(differences(report, CASES[name] ?? {})).toEqual([]);
    expect([report.canary, report.incomplete]).toEqual([MASKS_THE_CANARY.includes(name) ? 'absent' : 'seen', null]);
    expect(JSON.stringify([report.tests, report.uncollected])).not.toContain(directory);
  });

  it('twice the same, leaving nothing of the canary behind', async (context) => {
    if (whyNot !== undefined) context.skip(whyNot);
    const directory = projectCopy('maven/failing');
    const first = await maven.run(quickRequest(directory));
    const second = await maven.run(quickRequest(directory));
    const plain = (report: typeof first) => report.tests.map(({ durationMs: _, ...test }) => test);
    expect([plain(second), second.canary]).toEqual([plain(first), 'seen']);
    expect(listFiles(directory).filter((file) => file.includes('Baton'))).toEqual([]);
  });
});

describe('what a project configures', () => {
  const pom = (change: (text: string) => string) => {
    const directory = projectCopy('maven/passing');
    const path = join(directory, 'pom.xml');
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    return directory;
  };
  const configured = (setting: string) =>
    pom((text) =>
      text.replace('<version>3.5.2</version>', `<version>3.5.2</version><configuration>${setting}</configuration>`),
    );

  it('a pattern that leaves the canary out is found out', async (context) => {
    if (whyNot !== undefined) context.skip(whyNot);
    const report = await maven.run(
      quickRequest(configured('<includes><include>**/CalcTest.java</include></includes>')),
    );
    expect([report.canary, report.incomplete]).toEqual(['missing', expect.stringContaining('not seen')]);
  });

  it.each(['<skipTests>true</skipTests>', '<skipAfterFailureCount>1</skipAfterFailureCount>'])(
    '%s is refused',
    async (setting) => {
      await expect(maven.run(quickRequest(configured(setting)))).rejects.toMatchObject({
        code: 'project_misconfigured',
        message: expect.stringContaining('pom.xml'),
      });
    },
  );

  it('a plugin that is not there is named, with the command that fetches it', async (context) => {
    if (whyNot !== undefined) context.skip(whyNot);
    const directory = pom((text) => text.replace('<version>3.5.2</version>', '<version>9.9.9</version>'));
    await expect(maven.run(quickRequest(directory))).rejects.toMatchObject({
      code: 'project_misconfigured',
      message: expect.stringMatching(/maven-surefire-plugin:(jar:)?9\.9\.9.*go-offline/s),
    });
  });
});

it('a selection runs only its classes, and the canary, in a path with blanks', async (context) => {
  if (whyNot !== undefined) context.skip(whyNot);
  const directory = join(projectCopy('maven/bail'), '../ein Projekt ✓');
  renameSync(join(directory, '../project'), directory);
  const selection = { files: ['src/test/java/example/SecondTest.java'] };
  const report = await maven.run(quickRequest(directory, { selection }));
  expect([report.tests.map(({ path }) => path.join()), report.canary]).toEqual([['breaks too', 'holds'], 'seen']);
});

it('no Maven at all, and a command that is not Maven, are a person’s to mend', async () => {
  const missing: RunRequest['start'] = async () => ({
    exitCode: 127,
    signal: null,
    timedOut: false,
    output: 'sh: 1: mvn: not found',
    wallMs: 1,
  });
  const request = requestFor(writtenProject({ 'pom.xml': '<project/>' }), { start: missing });
  await expect(maven.run(request)).rejects.toMatchObject({ code: 'missing_program' });
  await expect(maven.run({ ...request, command: ['make', 'test'] })).rejects.toMatchObject({
    code: 'project_misconfigured',
  });
});
