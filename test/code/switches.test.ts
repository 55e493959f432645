import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { rootsOf, writeSwitches } from '../../src/code/languages.ts';
import type { GrammarName } from '../../src/code/parser.ts';
import { openSourceReader } from '../../src/code/reader.ts';
import type { Source } from '../../src/code/source.ts';
import { readRecording, SWITCH_MODES } from '../../src/code/switches.ts';
import { readRuntime } from '../../src/engine/switches/read-runtime.ts';
import { directoryForFile } from '../directories.ts';
import { type Altered, PLAIN, SAMPLES } from './samples.ts';

const read = openSourceReader(async (name: GrammarName) =>
  readFileSync(new URL(`../../dist/code/grammars/tree-sitter-${name}.wasm`, import.meta.url)),
);

/** Every mode under another word, but the one that is also what it puts in place of text. */
const WORDS = new Map(SWITCH_MODES.filter((mode) => mode !== 'same').map((mode) => [mode as string, `un${mode}`]));
const wordFor = (mode: string) => WORDS.get(mode) ?? mode;

for (const [language, { path, code, caller, build, run, needs, also = [] }] of Object.entries(SAMPLES)) {
  const isMissing = spawnSync(needs[0], needs.slice(1), { stdio: 'ignore' }).status !== 0;
  const why = isMissing ? ` (needs ${needs[0]})` : '';
  describe.skipIf(isMissing)(`switches in ${language}${why}`, () => {
    const directory = directoryForFile('switches');
    let names: readonly string[];
    let problem = '';

    beforeAll(async () => {
      const source = (await read(path, code)) as Source;
      names = source.functions.map(({ name }) => name);
      const [callerPath, callerText] = caller;
      const root = rootsOf([path]).includes(callerPath) ? await read(callerPath, callerText) : undefined;
      const written = writeSwitches(
        [
          { source, functions: source.functions.map((one, at) => ({ ...one, number: at + 1 })) },
          ...(root === undefined ? [] : [{ source: root, functions: [] }]),
        ],
        {
          name: 'sw12ab',
          variable: 'SWITCH',
          recording: 'RECORDING',
          words: WORDS,
          files: [`/${path}`],
          runtime: readRuntime,
        },
      );
      for (const [file, text] of Object.entries({ [callerPath]: callerText, ...written })) {
        mkdirSync(dirname(join(directory, file)), { recursive: true });
        writeFileSync(join(directory, file), text);
      }
      if (build !== undefined) problem = start(build, '').stderr;
    }, 120_000);

    function start([program = '', ...args]: readonly string[], value: string) {
      return spawnSync(program, args, {
        cwd: directory,
        encoding: 'utf8',
        env: { ...process.env, SWITCH: value, RECORDING: join(directory, 'recording') },
      });
    }

    /** What the program prints while one function is sabotaged; `crashed` where it did not come to its end. */
    function printed(name: string, mode: string): string {
      const number = names.findIndex((one) => one === name || one.endsWith(`.${name}`)) + 1;
      const { stdout, status } = start(run, `${number}:${wordFor(mode)}`);
      return status === 0 ? stdout.trim() : 'crashed';
    }

    it('change nothing while they are off', () => {
      expect(problem).not.toMatch(/error/i);
      expect(names).not.toContain('helper');
      expect(start(run, '').stdout.trim()).toBe(PLAIN);
      expect(printed('nobody', 'able')).toBe(PLAIN);
    });

    it.each<Altered>([
      ['add', 'near', PLAIN.replace('3|', '4|')],
      ['add', 'far', PLAIN.replace('3|', '-10090|')],
      ['greet', 'near', PLAIN.replace('hello bob', 'ifmmp cpc')],
      ['greet', 'far', PLAIN.replace('hello bob', 'hello bob~')],
      ['flag', 'near', PLAIN.replace('true', 'false')],
      ['items', 'near', PLAIN.replace('1,2', '2,3')],
      ['fact', 'near', PLAIN.replace('24', '25')],
      ['add', 'same', PLAIN.replace('3|', '79|')],
      ['greet', 'same', PLAIN.replace('hello bob', 'same')],
      ['items', 'same', PLAIN.replace('1,2', '79,79')],
      ['bump', 'empty', PLAIN.replace(/1$/, '0')],
      ['bump', 'near', PLAIN],
      ['bump', 'data', PLAIN],
      ['add', 'data', 'crashed'],
      ['bump', 'able', 'crashed'],
      ...also,
      ['greet', 'none', PLAIN],
      ['bump', 'none', PLAIN],
    ])('make %s another one: %s', (name, mode, expected) => {
      expect(printed(name, mode)).toBe(expected);
    });

    it.each([
      ['add', 'below', PLAIN.replace('3|', '2|')],
      ['greet', 'below', PLAIN.replace('hello bob', ' hello bob')],
      ['greet', 'length', PLAIN.replace('hello bob', 'hello bob~')],
      ['add', 'length', PLAIN],
      ['add', 'form', PLAIN],
      ['flag', 'form', language === 'javascript' ? PLAIN.replace('true', '1') : PLAIN],
      ['greet', 'form', PLAIN.replace('hello bob', 'HELLO BOB')],
      ['items', 'form', PLAIN.replace('1,2', '2,1')],
      ['add', 'vary', PLAIN.replace('3|', '4|')],
      ['flag', 'length', PLAIN],
    ])('make %s another one: %s', (name, mode, expected) => {
      expect(printed(name, mode)).toBe(expected);
    });

    it('change what is in a list, or how long it is', () => {
      expect(printed('items', 'far')).toMatch(/^3\|hello bob\|true\|-?\d{3,},-?\d{3,}\|24\|1$/);
      expect(printed('items', 'length')).toMatch(/^3\|hello bob\|true\|1(?:,2,[02])?\|24\|1$/);
    });

    it('record what functions are given by their callers', () => {
      const file = join(directory, 'recording');
      rmSync(file, { force: true });
      expect(start(run, `1:${wordFor('record')}`).stdout.trim()).toBe(PLAIN);
      const calls = readRecording(readFileSync(file, 'utf8'));
      const given = (name: string) =>
        new Set(
          calls
            .filter(({ number, returned }) => names[number - 1]?.endsWith(name) && returned === undefined)
            .map((call) => call.given),
        );
      expect([...given('add')]).toEqual([expect.stringMatching(/^\[?1, 2\]?$/)]);
      expect([...given('greet')].join()).toContain('bob');
      expect([...given('fact')]).toEqual([expect.stringMatching(/^\[?4\]?$/)]);
      expect(given('bump').size).toBe(1);
    });

    it('make a result very different at every call', () => {
      expect(printed('fact', 'anywhere')).toMatch(/^3\|hello bob\|true\|1,2\|-?\d{4,}\|1$/);
    });
  });
}
