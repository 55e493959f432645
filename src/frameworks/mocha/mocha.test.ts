import { describe, expect, it } from 'vitest';
import { manifestOf } from '../js/project.ts';
import { mochaCommand } from './command.ts';
import { mocha } from './mocha.ts';

describe('the command', () => {
  const of = (test: string, command?: readonly string[], more = {}) =>
    mochaCommand(command, manifestOf(JSON.stringify({ scripts: { test, ...more } })));

  it('is read from the script as words, globs as they are', () => {
    expect(of("mocha --require ts-node/register test/**/*.ts 'a b/*.js'")).toEqual({
      command: ['mocha', '--require', 'ts-node/register', 'test/**/*.ts', 'a b/*.js'],
      before: [],
    });
  });

  it('is found behind environments, coverage, node and other scripts', () => {
    expect(of('cross-env A=1 nyc --reporter text npx mocha x').command).toEqual(['A=1', 'mocha', 'x']);
    expect(of('node -r ./a.cjs --import tsx ./node_modules/mocha/bin/mocha.js x').command).toEqual([
      ...['node', '--require=./a.cjs', '--import=tsx', 'mocha', 'x'],
    ]);
    expect(of('npm run b -- --exit', undefined, { b: 'tsc && _mocha y' })).toEqual({
      command: ['mocha', 'y', '--exit'],
      before: ['tsc'],
    });
    expect(of('x', ['yarn', 'unit'], { unit: 'mocha z' }).command).toEqual(['mocha', 'z']);
  });

  it('of another program is left as it is; one that only a shell understands is refused', () => {
    expect(of('vitest').command).toBeUndefined();
    expect(of('mocha', ['make', 'test']).command).toEqual(['make', 'test']);
    expect(() => of('mocha $(find test)')).toThrow(expect.objectContaining({ code: 'project_misconfigured' }));
  });
});

describe('mocha', () => {
  const view = (files: Readonly<Record<string, string>>) => ({
    files: Object.keys(files),
    read: (path: string) => files[path],
  });

  it('is detected by its configuration, a script or package.json', () => {
    const found = mocha.detect(
      view({
        'package.json': '{"mocha":{},"scripts":{"test":"mocha"},"devDependencies":{"mocha":"^11.0.0"}}',
        '.mocharc.yml': '',
      }),
    );
    expect(found).toEqual([
      {
        framework: 'mocha',
        directory: '.',
        because: ['.mocharc.yml', '"test": "mocha" in package.json', 'mocha in package.json'],
        confidence: 'configured',
      },
    ]);
    expect(mocha.detect(view({ 'package.json': '{"devDependencies":{"mocha":"^11.0.0"}}' }))).toMatchObject([
      { confidence: 'installed' },
    ]);
    expect(mocha.detect(view({ 'package.json': '{}' }))).toEqual([]);
  });

  it('is detected by a script whose glob no shell has expanded', () => {
    const text = '{"scripts":{"test":"nyc mocha test/**/*.js"},"devDependencies":{"mocha":"^11.0.0"}}';
    expect(mocha.detect(view({ 'package.json': text }))).toMatchObject([{ confidence: 'configured' }]);
  });
});
