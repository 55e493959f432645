import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { directoryForFile } from '../directories.ts';
import { type SwitchedProgram, switchedProgram } from './switched-program.ts';
import { VALUES } from './value-programs.ts';

for (const [language, { needs, values, ...program }] of Object.entries(VALUES)) {
  const isMissing = spawnSync(needs[0], needs.slice(1), { stdio: 'ignore' }).status !== 0;
  describe.skipIf(isMissing)(`values of ${language}${isMissing ? ` (needs ${needs[0]})` : ''}`, () => {
    let switched: SwitchedProgram;
    let plain: readonly string[];

    beforeAll(async () => {
      switched = await switchedProgram(program, directoryForFile('values'));
      plain = switched.printed('nobody', 'off').split('\n');
    }, 120_000);

    it('are as they were while switches are off', () => {
      expect(plain).toEqual(Object.entries(values).map(([name, [was]]) => `${name}=${was}`));
    });

    it.each(Object.entries(values))('become a little different: %s', (name, [was, near]) => {
      const altered = plain.map((line) => (line === `${name}=${was}` ? `${name}=${near}` : line));
      expect(switched.printed(name, 'near').split('\n')).toEqual(altered);
      // What ends the process says that a test could have noticed: it may not where nothing was altered.
      expect(switched.printed(name, 'data') === 'crashed').toBe(was !== near);
    });
  });
}
