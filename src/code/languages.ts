import { goExports } from './go/exports.ts';
import { goFunctions } from './go/functions.ts';
import { goRuntime, writeGo } from './go/switches.ts';
import { javaExports } from './java/exports.ts';
import { javaFunctions } from './java/functions.ts';
import { javaRuntime, writeJava } from './java/switches.ts';
import { javascriptExports } from './javascript/exports.ts';
import { javascriptFunctions } from './javascript/functions.ts';
import { writeJavascript } from './javascript/switches.ts';
import type { GrammarName } from './parser.ts';
import { pythonExports } from './python/exports.ts';
import { pythonFunctions } from './python/functions.ts';
import { writePython } from './python/switches.ts';
import { rustExports } from './rust/exports.ts';
import { rustFunctions } from './rust/functions.ts';
import { rustRoots, writeRust } from './rust/switches.ts';
import type { ExportFact, FunctionFact } from './source.ts';
import type { SwitchedFile, Switches } from './switches.ts';
import type { Syntax } from './syntax.ts';

/** What is particular about a language. */
interface Language {
  readonly extensions: Readonly<Record<string, GrammarName>>;
  functions(root: Syntax, text: string): readonly FunctionFact[];
  exports(root: Syntax, text: string): readonly ExportFact[];
  writeSwitches(file: SwitchedFile, switches: Switches): string;
  /** Other files that get switches, as far as they exist, because those of a file need them there. */
  rootsOf?(path: string): readonly string[];
  /** What files with switches need beside them. */
  filesBeside?(files: readonly SwitchedFile[], switches: Switches): Readonly<Record<string, string>>;
}

const LANGUAGES: readonly Language[] = [
  {
    extensions: {
      ...{ js: 'tsx', cjs: 'tsx', mjs: 'tsx', jsx: 'tsx', tsx: 'tsx' },
      ...{ ts: 'typescript', cts: 'typescript', mts: 'typescript' },
    },
    functions: javascriptFunctions,
    exports: javascriptExports,
    writeSwitches: writeJavascript,
  },
  { extensions: { py: 'python' }, functions: pythonFunctions, exports: pythonExports, writeSwitches: writePython },
  {
    extensions: { go: 'go' },
    functions: goFunctions,
    exports: goExports,
    writeSwitches: writeGo,
    filesBeside: goRuntime,
  },
  {
    extensions: { rs: 'rust' },
    functions: rustFunctions,
    exports: rustExports,
    writeSwitches: writeRust,
    rootsOf: rustRoots,
  },
  {
    extensions: { java: 'java' },
    functions: javaFunctions,
    exports: javaExports,
    writeSwitches: writeJava,
    filesBeside: javaRuntime,
  },
];

/** The language of a file and its grammar; `undefined` where it is not known. */
export function languageOf(path: string): (Language & { readonly grammar: GrammarName }) | undefined {
  const extension = /\.([^./]+)$/.exec(path)?.[1] ?? '';
  const found = LANGUAGES.find(({ extensions }) => Object.hasOwn(extensions, extension));
  const grammar = found?.extensions[extension];
  return found === undefined || grammar === undefined ? undefined : { ...found, grammar };
}

/** The files with switches in some of their functions, and what they need beside them. */
export function writeSwitches(files: readonly SwitchedFile[], switches: Switches): Readonly<Record<string, string>> {
  return Object.assign(
    {},
    ...LANGUAGES.map((language) => {
      const own = files.filter(({ source }) => languageOf(source.path)?.extensions === language.extensions);
      const written = own.map((file) => [file.source.path, language.writeSwitches(file, switches)]);
      return { ...Object.fromEntries(written), ...(own.length > 0 ? language.filesBeside?.(own, switches) : {}) };
    }),
  );
}

/** Other files that get switches, as far as they exist, because those of these files need them there. */
export function rootsOf(paths: readonly string[]): readonly string[] {
  const roots = paths.flatMap((path) => languageOf(path)?.rootsOf?.(path) ?? []);
  return [...new Set(roots)].filter((path) => !paths.includes(path));
}
