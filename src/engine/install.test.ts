import { describe, expect, it } from 'vitest';
import { firstErrors } from './install.ts';

describe('a package manager that fails', () => {
  it('is shown with its first error, not with the usage it prints last', () => {
    const output = [
      'npm warn Unknown user config',
      'npm error code EUSAGE',
      'npm error',
      'npm error `npm ci` can only install packages when package.json and package-lock.json are in sync.',
      ...Array.from({ length: 200 }, (_, at) => `npm error Missing: package-${at}@1.0.0 from lock file`),
      'npm error Run "npm help ci" for more info',
      'npm error A complete log of this run can be found in: /home/a/.npm/_logs/x.log',
    ].join('\n');
    const shown = firstErrors(output);
    expect(shown.split('\n').slice(0, 2)).toEqual([
      'npm error code EUSAGE',
      'npm error `npm ci` can only install packages when package.json and package-lock.json are in sync.',
    ]);
    expect(shown).not.toMatch(/npm help ci|complete log/);
    expect(shown.length).toBeLessThan(2_100);
  });

  it.each([
    [
      'pnpm',
      'Progress: resolved 1\n ERR_PNPM_OUTDATED_LOCKFILE  Cannot install\nThen more',
      /^ERR_PNPM_OUTDATED_LOCKFILE/,
    ],
    ['yarn', 'yarn install v1\nerror Your lockfile needs to be updated\ninfo Visit', /^error Your lockfile/],
    ['pip', 'Collecting x\nERROR: No matching distribution found for x\n[notice] update', /^ERROR: No matching/],
    ['node', 'starting\nTypeError: x is not a function\n    at y', /^TypeError: x/],
    ['a program that says nothing of an error', 'one\ntwo\n', /^one\ntwo$/],
  ])('%s too', (_, output, shown) => {
    expect(firstErrors(output)).toMatch(shown);
  });
});
