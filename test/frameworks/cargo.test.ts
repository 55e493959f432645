import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cargo } from '../../src/frameworks/cargo.ts';
import { CASES, differences } from './cases.ts';
import { projectCopy, requestFor } from './request.ts';

const projects = fileURLToPath(new URL('../projects/cargo', import.meta.url));

describe.each(readdirSync(projects).filter((name) => name in CASES))('the case %s', (name) => {
  test('is seen as in every other framework, twice the same', async () => {
    const directory = projectCopy(`cargo/${name}`);
    const first = await cargo.run(requestFor(directory));
    const second = await cargo.run(requestFor(directory));
    expect(differences(first, CASES[name] ?? {})).toEqual([]);
    expect(stable(second)).toEqual(stable(first));
    expect([first.incomplete, first.strength]).toEqual([null, 'strong']);
    expect(first.canary).toBe(name === 'import-error' ? 'absent' : 'seen');
    expect(existsSync(join(directory, 'Cargo.lock'))).toBe(false);
    expect(existsSync(join(directory, 'target'))).toBe(false);
  });
});

function stable(report: Awaited<ReturnType<typeof cargo.run>>) {
  const { tests, uncollected, runErrors, focused, canary, incomplete, exitCode } = report;
  return { tests, uncollected, runErrors, focused, canary, incomplete, exitCode };
}
