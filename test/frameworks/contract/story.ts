import { describe, expect, it } from 'vitest';
import type { TestReport } from '../../../src/evidence/report.ts';
import type { RunRequest } from '../../../src/frameworks/framework.ts';
import { projectFiles } from '../../../src/sys/project-files.ts';
import type { Driver } from '../programs.ts';
import { writtenProject } from '../written-project.ts';
import { expectTold, failureOf, type Shows, told } from './told.ts';

export type Files = Readonly<Record<string, string>>;

/** A driver, and what all projects have that it is shown with. */
export interface Subject {
  readonly driver: Driver;
  readonly base: Files;
  /** Whether the repository's own packages are the project's dependencies. */
  readonly installed: boolean;
}

/** A project and what a run of it must tell. */
export interface Story {
  readonly files: Files;
  readonly request?: Partial<RunRequest>;
  readonly shows: Shows;
}

/** A project whose run is refused for a person to mend. */
export interface Refusal {
  readonly files: Files;
  readonly request?: Partial<RunRequest>;
  readonly code?: string;
  readonly message: RegExp;
}

export function projectWith({ base, installed }: Subject, files: Files, name = 'project'): string {
  return writtenProject({ ...base, ...files }, { name, installed });
}

export function runFiles(subject: Subject, files: Files, request: Partial<RunRequest> = {}): Promise<TestReport> {
  return subject.driver.run(projectWith(subject, files), request);
}

export async function showsStory(subject: Subject, { files, request, shows }: Story): Promise<void> {
  expectTold(await runFiles(subject, files, request), shows);
}

export async function isRefused(subject: Subject, { files, request, code, message }: Refusal): Promise<void> {
  await expect(runFiles(subject, files, request)).rejects.toMatchObject({
    code: code ?? 'project_misconfigured',
    message: expect.stringMatching(message),
  });
}

/** One test for each story. */
export function stories(subject: Subject, all: Readonly<Record<string, Story>>): void {
  for (const [title, story] of Object.entries(all)) it(title, () => showsStory(subject, story));
}

/** What part of a run tells: of the tests and files of one story, and of the run what only that can have caused. */
export interface Part {
  readonly files: Files;
  readonly shows: Pick<Shows, 'outcomes' | 'uncollected' | 'failures'> & {
    readonly runErrors?: readonly (string | RegExp)[];
  };
}

/** Several stories in one project that is run once, each told of its own files. Returns one check for each. */
export function inOneRun<Title extends string>(
  subject: Subject,
  parts: Readonly<Record<Title, Part>>,
): Readonly<Record<Title | typeof NOTHING_ELSE, () => Promise<void>>> {
  const all = Object.values<Part>(parts);
  const run = once(() => runAndLook(subject, Object.assign({}, ...all.map(({ files }) => files))));
  const checks = Object.entries<Part>(parts).map(([title, part]) => [
    title,
    async () => expectPart((await run()).report, part),
  ]);
  const claims = all.flatMap(({ shows }) => shows.runErrors ?? []);
  const nothingElse = async () => {
    const { report, left } = await run();
    const { focused, canary, incomplete, runErrors } = report;
    const unclaimed = runErrors.filter((error) => !claims.some((claim) => isError(error, claim)));
    expect({ focused, canary, incomplete, unclaimed, left }).toEqual(NOTHING);
  };
  return Object.fromEntries([...checks, [NOTHING_ELSE, nothingElse]]);
}

export const NOTHING_ELSE = 'the run is whole, tells nothing else and leaves nothing behind';
const NOTHING = { focused: false, canary: 'seen', incomplete: null, unclaimed: [], left: [] };

/** A run, and the files it added to the project. */
async function runAndLook(subject: Subject, files: Files) {
  const directory = projectWith(subject, files);
  const before = new Set(projectFiles(directory).files);
  const report = await subject.driver.run(directory);
  return { report, left: projectFiles(directory).files.filter((file) => !before.has(file)) };
}

/** One test for each story, all of one run. */
export function storiesInOneRun(subject: Subject, title: string, parts: Readonly<Record<string, Part>>): void {
  describe(title, () => {
    for (const [name, check] of Object.entries(inOneRun(subject, parts))) it(name, check);
  });
}

function expectPart(report: TestReport, { files, shows }: Part): void {
  const isOurs = ({ file }: { readonly file: string }) => Object.hasOwn(files, file);
  const { outcomes, uncollected } = told({
    ...report,
    tests: report.tests.filter(isOurs),
    uncollected: report.uncollected.filter(isOurs),
  });
  expect({ outcomes, uncollected }).toEqual({ outcomes: shows.outcomes ?? {}, uncollected: shows.uncollected ?? {} });
  const unmet = (shows.runErrors ?? []).filter((claim) => !report.runErrors.some((error) => isError(error, claim)));
  expect(unmet, report.runErrors.join('\n')).toEqual([]);
  for (const [key, failure] of Object.entries(shows.failures ?? {}))
    expect(failureOf(report, key)).toMatchObject(failure);
}

function isError(error: string, claim: string | RegExp): boolean {
  return typeof claim === 'string' ? error === claim : claim.test(error);
}

/** Runs once for all who ask. */
export function once<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}
