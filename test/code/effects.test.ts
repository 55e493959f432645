import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { directoryForFile } from '../directories.ts';
import { GO } from './effects/go.ts';
import { JAVA } from './effects/java.ts';
import { JAVASCRIPT } from './effects/javascript.ts';
import type { EffectProgram } from './effects/program.ts';
import { PYTHON } from './effects/python.ts';
import { RUST_ERRORS } from './effects/rust.ts';
import { type SwitchedProgram, switchedProgram } from './switched-program.ts';

const EFFECTS: Readonly<Record<string, EffectProgram>> = {
  ...{ javascript: JAVASCRIPT, python: PYTHON, go: GO, java: JAVA, rust: RUST_ERRORS },
};

for (const [language, { needs, plain, rows, ends = [], ...program }] of Object.entries(EFFECTS)) {
  const isMissing = spawnSync(needs[0], needs.slice(1), { stdio: 'ignore' }).status !== 0;
  describe.skipIf(isMissing)(`effects and errors in ${language}${isMissing ? ` (needs ${needs[0]})` : ''}`, () => {
    let switched: SwitchedProgram;

    beforeAll(async () => {
      switched = await switchedProgram(program, directoryForFile('effects'));
    }, 120_000);

    it('are as they were while switches are off', () => {
      expect(switched.problem).not.toMatch(/error|warning: \[/i);
      expect(switched.printed(rows[0]?.[0] ?? '', 'off')).toBe(plain);
    });

    it.each(rows)('of %s are others: %s', (name, mode, printed) => {
      expect(switched.printed(name, mode)).toBe(printed);
    });

    it.skipIf(ends.length === 0)('are recorded', () => {
      const calls = switched.calls();
      for (const [name, given, end] of ends) {
        const own = calls.filter((call) => switched.names[call.number - 1] === name && given.test(call.given));
        const seen = own.map(({ returned, left }) => (left === undefined ? returned : `left ${left}`));
        expect(seen, name).toContainEqual(expect.stringMatching(end));
      }
    });
  });
}
