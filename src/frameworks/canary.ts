import { randomBytes } from 'node:crypto';
import { dirname, posix } from 'node:path';
import type { TestCase, TestReport, Uncollected } from '../evidence/report.ts';
import { plantFile } from './planted-file.ts';

/**
 * A test file of Baton's own in a project with two tests: one must be seen to fail with the nonce in its message, and
 * one after it to pass.
 */
export interface Canary {
  readonly nonce: string;
  /** Relative to the project. */
  readonly file: string;
  /** The last name of the test that passes. */
  readonly passing: string;
  /** The last name of the test that fails. */
  readonly failing: string;
  /** Takes the file out of the project again. Never throws. */
  remove(): void;
}

/** Where test files of a project are and how they are called: `<folder>/<prefix>name<ending>`. */
export interface CanaryPlace {
  readonly folder: string;
  readonly prefix: string;
  readonly ending: string;
}

/** One test of a canary: its title, and two texts that it compares. */
export interface CanaryTest {
  readonly title: string;
  readonly actual: string;
  readonly expected: string;
}

/** The text of a canary's file. The tests must be compared by the framework itself: one that compares nothing is found out. */
export type CanaryText = (tests: readonly CanaryTest[], place: CanaryPlace) => string;

/** Adds a canary to a project. A folder it makes for that goes with it; a place that leads outside is refused. */
export function plantCanary(directory: string, place: CanaryPlace, text: CanaryText): Canary | undefined {
  const random = (bytes: number) => randomBytes(bytes).toString('hex');
  const nonce = `n${random(12)}`;
  const [failing, passing] = [`first ${random(6)}`, `second ${random(6)}`];
  const file = posix.join(place.folder, `${place.prefix}baton-${random(6)}${place.ending}`);
  const tests = [
    { title: failing, actual: 'canary', expected: nonce },
    { title: passing, actual: nonce, expected: nonce },
  ];
  const planted = plantFile(directory, file, text(tests, place));
  return planted && { nonce, file, passing, failing, remove: planted.remove };
}

/** What was seen, without the canary; and why the canary was not seen as it must be, if it was not. */
export interface CanaryTaken {
  readonly tests: TestCase[];
  readonly uncollected: Uncollected[];
  readonly why: string | undefined;
  /** The framework did not find the file at all: it may be in the wrong place. */
  readonly unmet: boolean;
}

/** Takes the canary out of what a run showed. */
export function takeCanary(report: Pick<TestReport, 'tests' | 'uncollected'>, canary: Canary): CanaryTaken {
  const isOurs = ({ file }: { readonly file: string }) => file === canary.file;
  const met = [...report.tests, ...report.uncollected].filter(isOurs).length;
  return {
    tests: report.tests.filter((test) => !isOurs(test)),
    uncollected: report.uncollected.filter((file) => !isOurs(file)),
    why: whyNotSeen(report.tests.filter(isOurs), canary, met),
    unmet: met === 0,
  };
}

/** A project may run the same file several times (once per environment): each time must be right. */
function whyNotSeen(tests: readonly TestCase[], canary: Canary, met: number): string | undefined {
  if (met === 0) return "Baton's own test file was not run";
  const named = (title: string) =>
    tests.filter(({ path, expectedToFail }) => path.at(-1) === title && expectedToFail !== true);
  const passed = named(canary.passing).filter(({ outcome }) => outcome === 'passed').length;
  const failed = named(canary.failing).filter(
    ({ outcome, failure }) =>
      outcome === 'failed' && failure?.kind === 'assertion' && failure.message.includes(canary.nonce),
  ).length;
  if (failed === 0) return "Baton's own failing test was not seen to fail as it must";
  if (passed === 0) return "Baton's own passing test was not seen to pass";
  return passed === failed && passed + failed === met ? undefined : "Baton's own tests were not seen exactly once each";
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
