import { matchAny } from '../base/glob.ts';
import type { Source } from '../code/source.ts';
import { lineFinder, textOf, walk } from '../code/syntax.ts';
import { type FileRoles, roleOf } from './file-roles.ts';
import { linesOf } from './files/mixed-file.ts';
import type { Failure, Frame, TestCase } from './report.ts';

/** What a verdict has to know of a project to say where an error came from. */
export interface Places {
  /** Whether a line is in the code under test. */
  isTested(place: Frame): boolean;
  /** Whether a line is in a test, or in what tests use. */
  isOfTests(place: Frame): boolean;
  /** Whether a line says itself that an error is to be raised. */
  isRaising(place: Frame): boolean;
  /** Whether the project's settings say that a function or module raises what counts as an assertion. */
  isNamedAssertion(place: Frame): boolean;
}

/** Places by the roles of files; of a file that holds code and tests, by its source, known where it was changed. */
export function placesOf(roles: FileRoles, sourceOf: (path: string) => Source | undefined = () => undefined): Places {
  const isInTests = ({ file = '', line }: Frame): boolean | undefined => {
    const role = roleOf(file, roles);
    if (role !== 'mixed') return role === 'other' ? false : role === 'config' ? undefined : true;
    const source = sourceOf(file);
    // A file nobody changed has no new tests: it is reached for its code.
    if (source === undefined) return false;
    return line === undefined ? undefined : linesOf(source).tests.has(line);
  };
  return {
    isTested: (place) => place.file !== undefined && isInTests(place) === false,
    isOfTests: (place) => place.file !== undefined && isInTests(place) === true,
    isRaising: ({ file = '', line = 0 }) => raisesOn(line, sourceOf(file)),
    isNamedAssertion: (place) => roles.isAssertion?.(place) === true,
  };
}

function raisesOn(line: number, source: Source | undefined): boolean {
  if (source === undefined) return false;
  const { root, text } = source;
  const lineOf = lineFinder(text);
  const leaves = [...walk(root)].filter(({ children, start }) => children.length === 0 && lineOf(start) === line);
  return leaves.some((leaf) => RAISES.has(textOf(leaf, text)));
}

/** How languages raise an error. */
const RAISES: ReadonlySet<string> = new Set(['throw', 'raise', 'panic', 'todo', 'unimplemented', 'unreachable']);

/**
 * Whether a test failed by an assertion: one the framework knows, or an error that a library of assertions or a helper of
 * the tests raised when the test called it. An error the language itself raises is a crash, wherever it comes from.
 */
export function failedByAssertion({ outcome, failure }: TestCase, places: Places): boolean {
  if (failure?.kind === 'assertion') return true;
  return outcome === 'failed' && failure !== undefined && isRaisedByAssertion(failure, places);
}

/** The same where the texts of files are not at hand: of a file with code and tests, an error is taken for the code's. */
export function isAsserted(test: TestCase, roles: FileRoles): boolean {
  return failedByAssertion(test, placesOf(roles));
}

function isRaisedByAssertion({ kind, frames = [], runtime }: Failure, places: Places): boolean {
  if (kind !== 'other' || frames.length === 0) return false;
  const own = frames.findIndex(({ file }) => file !== undefined);
  if (own < 0) return false;
  const inner = frames.slice(0, own);
  const caller = frames.slice(own).find((frame) => !places.isNamedAssertion(frame));
  if ([...inner, frames[own] as Frame].some(places.isNamedAssertion)) {
    return caller === undefined ? frames.length > 1 : places.isOfTests(caller);
  }
  if (runtime === true || !places.isOfTests(frames[own] as Frame)) return false;
  if (inner.length > 0) return inner.some(({ package: name = '' }) => isAssertionPackage(name));
  // Thrown in the test itself it may be anything; in a function that the test calls, it is what that function checks.
  return frames.slice(1).some(places.isOfTests);
}

/** Whether an error came out of the code under test: of its own lines, or of what they called. */
export function isRaisedByCode({ kind, frames = [] }: Failure, places: Places): boolean {
  if (!RAISED.has(kind)) return false;
  const first = frames.find(({ file }) => file !== undefined);
  return first !== undefined && places.isTested(first);
}

/**
 * Whether the language raised an error in the lines of a test, or in what of its own library or of assertions these called: what
 * the test got from the code is not what it needs. That this is the reason is seen afterwards: it passes only once the code
 * changed. A name that the test itself lacks is a slip.
 */
export function isRaisedByUse({ kind, frames = [], runtime, diagnostics = [] }: Failure, places: Places): boolean {
  if (kind !== 'other' || runtime !== true || diagnostics.some(({ what }) => what === 'undefined')) return false;
  const own = frames.findIndex(({ file }) => file !== undefined);
  const first = frames[own];
  if (first === undefined || !places.isOfTests(first) || places.isRaising(first)) return false;
  const isOfLanguage = (name: string) => OF_LANGUAGE.test(name) && !REACHES_OUT.test(name);
  return frames.slice(0, own).every(({ package: name = '' }) => isOfLanguage(name) || isAssertionPackage(name));
}

/** The libraries of languages, by how drivers name them, and what frameworks compare with. */
const OF_LANGUAGE = /^(?:node:|python:|javax?\.|jdk\.|kotlin\.|vitest$|@vitest\/|org\.junit\b)/;
/** Those that reach files, other machines and programs: what fails there may be the fault of the test alone. */
const REACHES_OUT =
  /^(?:node:(?:fs|net|tls|dns|https?|http2|dgram|child_process)\b|python:(?:pathlib|shutil|socket|ssl|subprocess|client|request)$|java\.(?:io|nio|net|sql)\b)/;

const RAISED: ReadonlySet<Failure['kind']> = new Set(['other', 'missing', 'import']);

/** Libraries of assertions, some of which throw plain errors. Frameworks are not among them: they tell their own. */
const isAssertionPackage = matchAny([
  ...['chai', 'chai-*', 'should', 'should-*', 'should.js', 'expect', 'expect.js', 'unexpected', 'unexpected-*', 'must'],
  ...['assert', 'better-assert', 'power-assert', 'assert-plus', 'referee', '@sinonjs/referee', 'sinon', 'testdouble'],
  ...['@hapi/code', 'code', 'supertest', 'superagent', 'fast-check', '@testing-library/**', 'proclaim', 'earl', 'tsd'],
  ...['assertpy', 'hamcrest', 'expects', 'sure', 'testtools', 'hypothesis'],
  ...['org.assertj*', 'org.hamcrest*', 'org.mockito*', 'com.google.common.truth*', 'io.restassured*'],
]);
