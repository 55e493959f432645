import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FRAMEWORK_NAMES } from './registry.ts';
import { declaredVersion, type FrameworkName, refuseOld, SUPPORTED_VERSIONS } from './versions.ts';

describe('a version below the oldest supported one', () => {
  it.each<[FrameworkName, string]>([
    ['mocha', '7.2.0'],
    ['mocha', '8.1.2'],
    ['jest', '25.5.4'],
    ['vitest', '0.34.6'],
    ['pytest', '6.2.5'],
    ['go', '1.9'],
    ['cargo', '1.63.0'],
    ['node-test', '18.20.0'],
  ])('is refused in one sentence: %s %s', (framework, version) => {
    const { program, minimum } = SUPPORTED_VERSIONS[framework];
    expect(() => refuseOld(framework, version)).toThrow(
      `${program} ${version} is not supported: Baton needs ${program} ${minimum} or later. Update it: `,
    );
  });

  it.each<[FrameworkName, string | undefined]>([
    ['mocha', '8.1.3'],
    ['mocha', '11.0.0-beta.1'],
    ['go', '1.22'],
    ['vitest', undefined],
    ['pytest', 'unknown'],
    ['tap', '0.0.1'],
  ])('is told from one that is not: %s %s', (framework, version) => {
    expect(() => refuseOld(framework, version)).not.toThrow();
  });
});

describe('the version a project fixes', () => {
  const read = (files: Readonly<Record<string, unknown>>) => (path: string) =>
    path in files ? (typeof files[path] === 'string' ? String(files[path]) : JSON.stringify(files[path])) : undefined;
  const manifest = (range: string) => ({ 'package.json': { devDependencies: { mocha: range } } });

  it.each([
    ['^7.1.0', '7.999.999'],
    ['~8.0.1', '8.0.999'],
    ['7.2.0', '7.2.0'],
    ['7', '7.999.999'],
    ['8.x', '8.999.999'],
  ])('is the newest that the range %s allows', async (range, newest) => {
    expect(await declaredVersion('mocha', '.', read(manifest(range)))).toEqual({ newest, written: range });
  });

  it.each(['*', 'latest', '>=6', '^7 || ^10', 'workspace:*', 'npm:mocha-fork@7', 'file:../mocha', 'constructor'])(
    'is not guessed from %s',
    async (range) => {
      expect(await declaredVersion('mocha', '.', read(manifest(range)))).toBeUndefined();
    },
  );

  it('is that of the lock file first, of the package before that of the top', async () => {
    const lock = (version: string) => ({ packages: { 'node_modules/mocha': { version } } });
    const files = { ...manifest('^7.0.0'), 'package-lock.json': lock('10.2.0') };
    expect(await declaredVersion('mocha', '.', read(files))).toMatchObject({ newest: '10.2.0' });
    expect(await declaredVersion('mocha', 'packages/a', read(files))).toMatchObject({ newest: '10.2.0' });
    const nested = { packages: { 'packages/a/node_modules/mocha': { version: '7.1.0' }, ...lock('10.2.0').packages } };
    expect(await declaredVersion('mocha', 'packages/a', read({ 'package-lock.json': nested }))).toMatchObject({
      newest: '7.1.0',
    });
    const old = { 'package-lock.json': { dependencies: { jest: { version: '24.0.0' } } } };
    expect(await declaredVersion('jest', '.', read(old))).toMatchObject({ newest: '24.0.0' });
    expect(
      await declaredVersion('jest', '.', read({ 'package-lock.json': '{{', 'package.json': '[]' })),
    ).toBeUndefined();
  });

  it("is that of Gradle's wrapper", async () => {
    const properties = 'distributionUrl=https\\://services.gradle.org/distributions/gradle-5.6.4-bin.zip\n';
    const files = { 'gradle/wrapper/gradle-wrapper.properties': properties };
    expect(await declaredVersion('gradle', '.', read(files))).toMatchObject({ newest: '5.6.4' });
  });
});

it('docs/evidence.md states the oldest supported version of every framework', () => {
  const text = readFileSync(new URL('../../docs/evidence.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `([\w-]+)` +\| (\S.*?) +\| (\S.*?) +\|$/gm)].map(([, ...cells]) => cells);
  const expected = FRAMEWORK_NAMES.map((name) => {
    const { program, minimum = 'any version' } = SUPPORTED_VERSIONS[name];
    return [name, program, minimum];
  });
  expect(rows).toEqual(expected);
});
