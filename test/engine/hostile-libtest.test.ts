import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TestProgram } from '../../src/frameworks/cargo/messages.ts';
import { testsOfProgram } from '../../src/frameworks/cargo/tests.ts';
import { temporaryDirectory } from '../repository.ts';
import { type Damage, damage, damaged } from './damage.ts';

const LISTED = ['adds', 'sums::adds_more', 'sums::holds'];
const PASSING = `
running 3 tests
test adds ... ok
test sums::adds_more ... ok
test sums::holds ... ok

test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

`;
const FAILING = `
running 3 tests
test adds ... ok
test sums::adds_more ... ok
test sums::holds ... FAILED

failures:

---- sums::holds stdout ----
thread 'sums::holds' panicked at src/lib.rs:9:9:
assertion \`left == right\` failed
  left: 3
 right: 2

failures:
    sums::holds

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

`;

const program: TestProgram = {
  executable: '/target/tiny',
  manifest: '/project/Cargo.toml',
  target: { name: 'tiny', kind: ['lib'], src_path: '/project/src/lib.rs' },
};

/** The tests of a program that printed something damaged, and whether they all look as they should. */
function readDamaged(directory: string, text: string, exit: number, all: readonly Damage[]) {
  const stdout = join(directory, 'stdout');
  writeFileSync(stdout, damaged(Buffer.from(text), all));
  const record = { executable: program.executable, listed: LISTED, stdout, exit, cut: false };
  const { tests, runErrors, incomplete } = testsOfProgram(record, program, { directory: '/project', root: '/project' });
  const clean = incomplete === undefined && runErrors.length === 0;
  return { tests, passes: clean && tests.length > 0 && tests.every(({ outcome }) => outcome === 'passed') };
}

it('what a Rust test program printed of a failing test never passes, whatever was done to it', () => {
  const directory = temporaryDirectory();
  expect(readDamaged(directory, FAILING, 101, []).tests.map(({ outcome }) => outcome)).toContain('failed');
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (all) => {
      expect(readDamaged(directory, FAILING, 101, all).passes).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

it('what it printed of passing tests passes after damage only if all of them are still told', () => {
  const directory = temporaryDirectory();
  expect(readDamaged(directory, PASSING, 0, []).passes).toBe(true);
  fc.assert(
    fc.property(damage, (one) => {
      const { passes, tests } = readDamaged(directory, PASSING, 0, [one]);
      if (passes) expect(tests).toHaveLength(LISTED.length);
    }),
    { numRuns: 1000 },
  );
});
