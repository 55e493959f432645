import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLimited } from '../capture.ts';
import type { RunRequest } from '../framework.ts';
import type { GoRun } from './events.ts';
import type { GoModule, GoPackage } from './packages.ts';

/** The canaries of one run: a file in every package that has tests. */
export interface GoCanaries {
  readonly fileName: string;
  readonly passes: string;
  readonly fails: string;
  /** The packages that have one, with what the failing test of each says. */
  readonly tokens: ReadonlyMap<string, string>;
  /** What `go test -exec` starts in place of each test binary. */
  readonly script: string;
  /** What the failing canaries said, one text for each package that ran. */
  said(): readonly string[];
  remove(): void;
}

/**
 * Adds the canaries. A failing test would hide whether a package fails for another reason (a `TestMain` that exits with
 * an error), so the failing canary runs in an invocation of its own: the same binary, once more, for that test alone.
 */
export function placeGoCanaries(
  { directory, canaryKey }: Pick<RunRequest, 'directory' | 'canaryKey'>,
  scratch: string,
  module: GoModule,
): GoCanaries {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
  const nonce = digest(canaryKey ?? randomBytes(16).toString('hex'));
  const fileName = `baton_${nonce}_test.go`;
  const [passes, fails] = [`TestBaton${nonce}Passes`, `TestBaton${nonce}Fails`];
  const outputs = join(scratch, 'canary');
  mkdirSync(outputs, { recursive: true });
  const script = join(scratch, 'run-test.sh');
  writeFileSync(script, runTwice(outputs, nonce, fails));
  chmodSync(script, 0o755);
  const tokens = new Map<string, string>();
  const paths: string[] = [];
  const remove = () => {
    for (const path of paths) rmSync(path, { force: true });
  };
  try {
    for (const one of packagesToMark(module)) {
      const token = `${nonce}-${digest(one.importPath)}`;
      const path = join(directory, one.directory, fileName);
      paths.push(path);
      writeFileSync(path, canaryText(one.clause, passes, fails, nonce, token), { flag: 'wx' });
      tokens.set(one.importPath, token);
    }
  } catch (error) {
    remove();
    throw error;
  }
  const said = () => readdirSync(outputs).map((name) => readLimited(join(outputs, name), MOST_SAID).text);
  return { fileName, passes, fails, tokens, script, said, remove };
}

const MOST_SAID = 1024 * 1024;

/** Seen in every package that was built; one that was not can show none. */
export function areSeen(canaries: GoCanaries, runs: readonly GoRun[], whole: boolean): boolean {
  const said = canaries.said();
  const byPath = new Map(runs.map((run) => [run.importPath, run]));
  const expected = [...canaries.tokens].filter(([path]) => whole || byPath.has(path));
  const isSeen = ([path, token]: readonly [string, string]) => {
    const run = byPath.get(path);
    if (run?.masked === true) return true;
    const ended = (name: string) => run?.tests.get(name)?.ended;
    const failed = said.some(
      (words) => words.includes(`--- FAIL: ${canaries.fails} `) && words.includes(`: ${token}\n`),
    );
    return ended(canaries.passes) === 'pass' && ended(canaries.fails) === 'skip' && failed;
  };
  return expected.length > 0 && expected.every(isSeen);
}

/** Every package with tests; where none has any, one that could. */
function packagesToMark({ path, packages }: GoModule): readonly GoPackage[] {
  const tested = packages.filter(({ testFiles }) => testFiles.length > 0);
  if (tested.length > 0) return tested;
  const [first] = packages;
  return [first ?? { directory: '.', importPath: path, files: [], testFiles: [], clause: 'canary' }];
}

/** Imports have names of their own: a package may use the plain ones for something else. */
function canaryText(clause: string, passes: string, fails: string, nonce: string, token: string): string {
  return `package ${clause}

import (
	batonos "os"
	batontesting "testing"
)

func ${passes}(t *batontesting.T) {}

func ${fails}(t *batontesting.T) {
	if batonos.Getenv("${VARIABLE}") != "${nonce}" {
		t.SkipNow()
	}
	t.Error("${token}")
}
`;
}

const VARIABLE = 'BATON_CANARY';

function runTwice(outputs: string, nonce: string, fails: string): string {
  return `#!/bin/sh
"$@"
code=$?
${VARIABLE}=${nonce} "$1" -test.run='^${fails}$' -test.v=true -test.timeout=30s > ${quoted(outputs)}/$$ 2>&1 < /dev/null
exit $code
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
