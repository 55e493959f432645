import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootsOf, writeSwitches } from '../../src/code/languages.ts';
import type { GrammarName } from '../../src/code/parser.ts';
import { openSourceReader } from '../../src/code/reader.ts';
import type { Source } from '../../src/code/source.ts';
import { callCode, type RecordedCall, readRecording, SWITCH_MODES, type SwitchMode } from '../../src/code/switches.ts';
import { readRuntime } from '../../src/engine/switches/read-runtime.ts';

/** A file of code, a program that calls it and prints what it got, and how that is built and run. */
export interface Program {
  readonly path: string;
  readonly code: string;
  readonly caller: readonly [path: string, text: string];
  readonly build?: readonly string[];
  readonly run: readonly string[];
}

/** A program with a switch in each function of its code. */
export interface SwitchedProgram {
  readonly names: readonly string[];
  /** What the compiler complained of. */
  readonly problem: string;
  /** What it prints while one function is sabotaged, or one call of it; `crashed` where it did not come to its end. */
  printed(name: string, mode: SwitchMode | 'off', call?: RecordedCall): string;
  /** The calls that it makes. */
  calls(): readonly RecordedCall[];
}

const read = openSourceReader(async (name: GrammarName) =>
  readFileSync(new URL(`../../dist/code/grammars/tree-sitter-${name}.wasm`, import.meta.url)),
);

/** Every mode under another word, but the one that is also what it puts in place of text. */
const WORDS = new Map(SWITCH_MODES.filter((mode) => mode !== 'same').map((mode) => [mode as string, `un${mode}`]));

export async function switchedProgram(
  { path, code, caller: [callerPath, callerText], build, run }: Program,
  directory: string,
): Promise<SwitchedProgram> {
  const source = (await read(path, code)) as Source;
  const names = source.functions.map(({ name }) => name);
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
  const recording = join(directory, 'recording');
  const start = ([program = '', ...args]: readonly string[], value: string) =>
    spawnSync(program, args, {
      cwd: directory,
      encoding: 'utf8',
      env: { ...process.env, SWITCH: value, RECORDING: recording },
    });
  const problem = build === undefined ? '' : start(build, '').stderr;
  return {
    names,
    problem,
    printed(name, mode, call) {
      const number = names.findIndex((one) => one === name || one.endsWith(`.${name}`)) + 1;
      const code = call === undefined ? '' : `:${callCode(call)}`;
      const value = mode === 'off' ? '' : `${number}:${WORDS.get(mode) ?? mode}${code}`;
      const { stdout, status } = start(run, value);
      return status === 0 ? stdout.trim() : 'crashed';
    },
    calls() {
      rmSync(recording, { force: true });
      start(run, `1:${WORDS.get('record')}`);
      return readRecording(readFileSync(recording, 'utf8'));
    },
  };
}
