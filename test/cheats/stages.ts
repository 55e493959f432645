import type { Files } from '../scenarios/tdd/project.ts';
import type { Cheat, Deed, Expectations, Honest, Scene } from './scene.ts';

/** Something other than a sum that agents build: the test that red writes, and the code that makes it pass. */
export interface Stage extends Pick<Scene, 'project' | 'files'> {
  readonly test: Files;
  readonly code: Files;
}

type Title = readonly [name: string, says: string];

/** How a cheat is caught if nothing else is said. */
const UNCHECKED: Expectations = { later: { phase: 'green', refused: 'result_unchecked' } };
const IGNORED: Expectations = { refused: 'refactored_test_is_hollow' };

/** An honest run on a stage, with what refactor does, if anything. */
export function honestOn(stage: Stage, [name, says]: Title, refactor?: Deed): Honest {
  return { name, says, ...played(stage), sessions: sessionsOf(stage, refactor) };
}

/** Red writes another test than the stage has. */
export function redOn(stage: Stage, [name, says]: Title, test: Files, expect = UNCHECKED): Cheat {
  return { name, says, ...played(stage), sessions: sessionsOf(stage), phase: 'red', does: { write: test }, expect };
}

/** Green writes other code than the stage has. */
export function greenOn(stage: Stage, [name, says]: Title, code: Files, expect: Expectations): Cheat {
  return { name, says, ...played(stage), sessions: sessionsOf(stage), phase: 'green', does: { write: code }, expect };
}

/** Refactor changes what the stage has come to. */
export function refactorOn(stage: Stage, [name, says]: Title, does: Deed | Files, expect = IGNORED): Cheat {
  const deed: Deed = Object.keys(does).some((key) => key.includes('.')) ? { write: does as Files } : (does as Deed);
  return { name, says, ...played(stage), sessions: sessionsOf(stage), phase: 'refactor', does: deed, expect };
}

function played({ project, files }: Stage): Pick<Scene, 'project' | 'files'> {
  return { project, ...(files === undefined ? {} : { files }) };
}

function sessionsOf({ test, code }: Stage, refactor?: Deed) {
  return [
    { phase: 'red', write: test },
    { phase: 'green', write: code },
    ...(refactor === undefined ? [] : [{ phase: 'refactor', attempt: 1, ...refactor }]),
  ];
}

/** A test of node:test: what it imports, and its body. */
export function nodeTest(imports: string, ...bodies: readonly string[]): string {
  const tests = bodies.map(
    (body, at) => `\ntest('it works${at === 0 ? '' : ` ${at + 1}`}', async () => {\n${body}\n});\n`,
  );
  return `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n${imports}\n${tests.join('')}`;
}

/** A test of pytest. */
export function pyTest(imports: string, body: string): string {
  return `${imports}\n\n\ndef test_it_works():\n${body}\n`;
}

/** A test of Go in the package itself. */
export function goTest(imports: string, body: string): string {
  return `package tiny\n\nimport (\n${imports})\n\nfunc TestItWorks(t *testing.T) {\n${body}\n}\n`;
}
