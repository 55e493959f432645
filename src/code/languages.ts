import { goExports, goFunctions } from './go/functions.ts';
import { goRuntime, writeGo } from './go/switches.ts';
import { goTests } from './go/tests.ts';
import { javaExports, javaFunctions } from './java/functions.ts';
import { javaRuntime, writeJava } from './java/switches.ts';
import { javaTests } from './java/tests.ts';
import { javascriptExports, javascriptFunctions } from './javascript/functions.ts';
import { resolveJavascript } from './javascript/imports.ts';
import { writeJavascript } from './javascript/switches.ts';
import { javascriptTestParts, javascriptTests } from './javascript/tests.ts';
import type { GrammarName } from './parser.ts';
import { pythonExports, pythonFunctions } from './python/functions.ts';
import { writePython } from './python/switches.ts';
import { pythonExamples, pythonTests, resolvePython } from './python/tests.ts';
import { rustExports, rustFunctions } from './rust/functions.ts';
import { rustRoots, writeRust } from './rust/switches.ts';
import { rustExamples, rustTestParts, rustTests } from './rust/tests.ts';
import type { ExportFact, FunctionFact } from './source.ts';
import type { SwitchedFile, Switches } from './switches.ts';
import type { Syntax } from './syntax.ts';
import type { FoundTests } from './tests.ts';

/** What is particular about a language. */
interface Language {
  readonly extensions: Readonly<Record<string, GrammarName>>;
  functions(root: Syntax, text: string): readonly FunctionFact[];
  exports(root: Syntax, text: string): readonly ExportFact[];
  tests(root: Syntax, text: string): FoundTests;
  /** What of a source with code and tests in it is only there for tests. */
  testParts?(root: Syntax, text: string): readonly Syntax[];
  /** Examples in documentation that are run as tests. */
  examples?(text: string): readonly string[];
  /** Modules that only tests load. */
  readonly testFramework: RegExp;
  /** Marks that code means the same without. */
  readonly optionalMarks?: ReadonlySet<string>;
  /** Whether a comment changes what code or tests do; `isNext` tells whether the one before it does. */
  isObeyed?(comment: string, isNext: () => boolean): boolean;
  /** The module that a name in an import means, from the top of the project. */
  resolveModule?(module: string, importer: string): string;
  /** Names that are obeyed for all tests of a file as soon as it is loaded. */
  readonly loadedNames?: RegExp;
  /** Whether any value may be compared with any other. */
  readonly isDynamic?: true;
  /** What a function returns that returns nothing, where that is a value of any type. */
  readonly nothing?: string;
  /** A statement that does nothing. */
  readonly emptyStatement: string;
  /** What begins a comment to the end of a line. */
  readonly comment: string;
  /** Whether a second definition of a name takes the place of the first. */
  readonly redefines?: true;
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
    tests: javascriptTests,
    testParts: javascriptTestParts,
    testFramework: /^(?:vitest|@jest\/globals|node:test|bun:test|mocha|chai|ava|tape?|uvu|@playwright\/test)$/,
    optionalMarks: new Set([';']),
    isObeyed: (comment) => /@(?:jest|vitest|ts|jsx|babel|flow)/.test(comment),
    resolveModule: resolveJavascript,
    isDynamic: true,
    nothing: 'undefined',
    emptyStatement: ';',
    comment: '//',
    writeSwitches: writeJavascript,
  },
  {
    extensions: { py: 'python', pyi: 'python' },
    functions: pythonFunctions,
    exports: pythonExports,
    tests: pythonTests,
    examples: pythonExamples,
    testFramework: /^(?:_?pytest\b|unittest\b(?!\.mock))/,
    optionalMarks: new Set([';']),
    isObeyed: (comment) => /^#!|coding[:=]|type:\s*ignore/.test(comment),
    resolveModule: resolvePython,
    loadedNames: /^(?:pytestmark|collect_ignore(?:_glob)?|__test__|load_tests|pytest_[a-z]\w*)$/,
    isDynamic: true,
    nothing: 'None',
    emptyStatement: 'pass',
    comment: '#',
    redefines: true,
    writeSwitches: writePython,
  },
  {
    extensions: { go: 'go' },
    functions: goFunctions,
    exports: goExports,
    tests: goTests,
    testFramework: /^"testing"$/,
    loadedNames: /^(?:init|TestMain)$/,
    optionalMarks: new Set([';', '\n']),
    // Examples say in a comment what they print, on as many lines as it takes.
    isObeyed: (comment, isNext) =>
      /^\/\/(?:go:|export |\s*\+build)|^\/[/*]\s*(?:unordered )?output:/i.test(comment) || isNext(),
    emptyStatement: ';',
    comment: '//',
    writeSwitches: writeGo,
    filesBeside: goRuntime,
  },
  {
    extensions: { rs: 'rust' },
    functions: rustFunctions,
    exports: rustExports,
    tests: rustTests,
    testParts: rustTestParts,
    examples: rustExamples,
    testFramework: /^(?:rstest|proptest|test_case)::/,
    // Documentation holds tests.
    isObeyed: (comment) => /^\/(?:\/[/!]|\*[*!])/.test(comment),
    emptyStatement: ';',
    comment: '//',
    writeSwitches: writeRust,
    rootsOf: rustRoots,
  },
  {
    extensions: { java: 'java' },
    functions: javaFunctions,
    exports: javaExports,
    tests: javaTests,
    testFramework: /^org\.(?:junit|testng|mockito|assertj)\b/,
    emptyStatement: ';',
    comment: '//',
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
