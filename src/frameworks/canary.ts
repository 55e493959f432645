import { randomBytes } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { TestCase, TestReport, Uncollected } from '../evidence/report.ts';

/** Two test files of Baton's own in a project: one must be seen to pass, one to fail with the nonce in its message. */
export interface Canary {
  readonly nonce: string;
  readonly passing: CanaryFile;
  readonly failing: CanaryFile;
  /** Takes both out of the project again. Never throws. */
  remove(): void;
}

export interface CanaryFile {
  /** Relative to the project. */
  readonly file: string;
  /** The last name of its one test. */
  readonly title: string;
}

/** Where test files of a project are and how they are called: `<folder>/<prefix>name<ending>`. */
export interface CanaryPlace {
  readonly folder: string;
  readonly prefix: string;
  readonly ending: string;
}

/** The texts of both files, given the title of the test and the nonce. */
export interface CanaryTexts {
  passing(title: string, nonce: string, place: CanaryPlace): string;
  failing(title: string, nonce: string, place: CanaryPlace): string;
}

/** Adds a canary to a project. A folder it makes for that goes with it; a place that leads outside is refused. */
export function plantCanary(directory: string, place: CanaryPlace, texts: CanaryTexts): Canary | undefined {
  const nonce = `n${randomBytes(12).toString('hex')}`;
  const fileOf = (word: string, nonceOfName: string): CanaryFile => ({
    file: posix.join(place.folder, `${place.prefix}baton-${word}-${nonceOfName}${place.ending}`),
    title: `${word} ${nonceOfName}`,
  });
  const passing = fileOf('first', randomBytes(6).toString('hex'));
  const failing = fileOf('second', randomBytes(6).toString('hex'));
  const folder = join(directory, place.folder);
  const made: string[] = [];
  const remove = () => {
    for (const path of made.reverse()) rmSync(path, { recursive: true, force: true });
  };
  try {
    const firstMade = mkdirSync(folder, { recursive: true });
    if (firstMade !== undefined) made.push(firstMade);
    if (!isInside(realpathSync(folder), realpathSync(directory))) throw new Error('leads outside');
    for (const [{ file, title }, text] of [
      [passing, texts.passing],
      [failing, texts.failing],
    ] as const) {
      writeFileSync(join(directory, file), text(title, nonce, place), { flag: 'wx' });
      made.push(join(directory, file));
    }
    return { nonce, passing, failing, remove };
  } catch {
    remove();
    return undefined;
  }
}

function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}

/** What was seen, without the canary; and why the canary was not seen as it must be, if it was not. */
export interface CanaryTaken {
  readonly tests: TestCase[];
  readonly uncollected: Uncollected[];
  readonly why: string | undefined;
  /** The framework did not find the files at all: they may be in the wrong place. */
  readonly unmet: boolean;
}

/** Takes the canary out of what a run showed. */
export function takeCanary(report: Pick<TestReport, 'tests' | 'uncollected'>, canary: Canary): CanaryTaken {
  const files = [canary.passing.file, canary.failing.file];
  const isOurs = ({ file }: { readonly file: string }) => files.includes(file);
  const met = [...report.tests, ...report.uncollected].filter(isOurs);
  return {
    tests: report.tests.filter((test) => !isOurs(test)),
    uncollected: report.uncollected.filter((file) => !isOurs(file)),
    why: whyNotSeen(report.tests, canary, met.length),
    unmet: met.length === 0,
  };
}

/** A project may run the same file several times (once per environment): each time must be right. */
function whyNotSeen(tests: readonly TestCase[], canary: Canary, met: number): string | undefined {
  if (met === 0) return "Baton's own test files were not run";
  const right = (test: TestCase, { file, title }: CanaryFile) =>
    test.file === file && test.path.at(-1) === title && test.expectedToFail !== true;
  const passed = tests.filter((test) => right(test, canary.passing) && test.outcome === 'passed').length;
  const failed = tests.filter(
    (test) =>
      right(test, canary.failing) &&
      test.outcome === 'failed' &&
      test.failure?.kind === 'assertion' &&
      test.failure.message.includes(canary.nonce),
  ).length;
  if (passed > 0 && failed > 0 && passed + failed === met) return undefined;
  if (failed === 0) return "Baton's own failing test was not seen to fail as it must";
  if (passed === 0) return "Baton's own passing test was not seen to pass";
  return "Baton's own tests were not seen exactly once each";
}

/** The place beside a test file, with names like its own: `a.unit.test.ts`, `a_test.js`, `test-a.js`, `ATest.js`. */
export function placeBeside(testFile: string): CanaryPlace {
  const folder = dirname(testFile) === '.' ? '' : dirname(testFile);
  const name = posix.basename(testFile);
  const dotted = /^[^.]+(\..+\..+)$/.exec(name)?.[1];
  if (dotted !== undefined) return { folder, prefix: '', ending: dotted };
  const marked = /(?:[_-][^._-]+|Tests?|Spec)\.[^.]+$/.exec(name)?.[0];
  return { folder, prefix: /^(?:test|spec)[_-]/.exec(name)?.[0] ?? '', ending: marked ?? posix.extname(name) };
}

/** The place beside the test files of the commonest kind: same first folder, same ending; the shallowest of them. */
export function likelyPlace(testFiles: readonly string[]): CanaryPlace | undefined {
  const kinds = new Map<string, string[]>();
  for (const file of testFiles) {
    const { ending } = placeBeside(file);
    const kind = `${file.includes('/') ? file.split('/', 1)[0] : ''}\n${ending}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), file]);
  }
  const [commonest] = [...kinds.values()].sort((a, b) => b.length - a.length);
  const depth = (file: string) => file.split('/').length;
  const [shallowest] = [...(commonest ?? [])].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  return shallowest === undefined ? undefined : placeBeside(shallowest);
}

/** A place that a glob for test files accepts, relative to the project; nothing if the glob is beyond understanding. */
export function placeInGlob(glob: string): CanaryPlace | undefined {
  const plain = glob
    .replace(/\{([^{},]*)[^{}]*\}/g, '$1')
    .replace(/\?\([^()]*\)/g, '')
    .replace(/[@+*]\(([^()|]*)[^()]*\)/g, '$1')
    .replace(/\[([^\]])[^\]]*\]/g, '$1');
  const parts = plain.split('/').filter((part) => part !== '**' && part !== '' && part !== '.');
  const name = parts.pop();
  const folder = parts.map((part) => part.replaceAll('*', 'baton')).join('/');
  if (name === undefined || !/^[^*]*\*+[^*]*$/.test(name) || /[!?()[\]{}]/.test(plain)) return undefined;
  const [prefix = '', ending = ''] = name.split(/\*+/);
  return folder.startsWith('..') ? undefined : { folder, prefix, ending };
}
