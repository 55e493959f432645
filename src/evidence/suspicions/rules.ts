import type { SuspicionCode } from './suspicion.ts';

/** A pattern that one line of code can show. Every pattern is linear on any line: no loop inside a loop. */
export interface LineRule {
  readonly code: SuspicionCode;
  readonly pattern: RegExp;
  readonly message: string;
}

function rules(code: SuspicionCode, message: string, patterns: readonly RegExp[]): readonly LineRule[] {
  return patterns.map((pattern) => ({ code, message, pattern }));
}

/** Rules for code that is no test. */
export const CODE_RULES: readonly LineRule[] = [
  ...rules('looks_at_test_environment', 'The code asks whether it runs under a test', [
    /\b(?:VITEST\w*|JEST_\w+|NODE_TEST\w*|PYTEST_\w+|MOCHA_\w+|CARGO_TARGET_TMPDIR|NEXTEST\w*|BATON_\w+)\b/,
    /\b(?:npm_lifecycle_(?:event|script)|__vitest_\w+|__jest\w*)\b|['"`/]baton-/,
    /\bNODE_ENV\b[^\n]*['"`]test['"`]|['"`]test['"`]\s*={2,3}[^\n]*\bNODE_ENV\b/,
    /\bimport\.meta\.(?:vitest|jest|env\.(?:MODE|TEST))\b/,
    /['"]_?(?:pytest|unittest)\b[^\n]*\b(?:sys\.modules|sys\.argv|__main__)\b|['"]PYTEST['"_]|['"]py\.?test['"]/,
    /\bsys\.modules\b[^\n]*(?:pytest|unittest)|['"](?:_?pytest|unittest)['"]\s+(?:not\s+)?in\s+sys\.modules/,
    /\btesting\.Testing\(\)|\bflag\.Lookup\("test\.|\bcfg(?:_attr)?!?\s*\(\s*(?:(?:not|any|all)\s*\(\s*)?test\b/,
    /\bClass\.forName\(\s*"org\.junit|\bgetProperty\(\s*"surefire/,
    /\btypeof\s+(?:describe|it|test|expect|jest|vi)\b/,
    /\b(?:process\.(?:argv|execArgv)|sys\.argv|os\.Args)\b[^\n]*(?:vitest|jest|mocha|pytest|--test|\.test\b|['"`/]test\b)/,
    /\bprocess\.(?:execArgv|channel)\b|\bprocess\.cwd\(\)\.(?:includes|match|startsWith|endsWith)\b/,
    /\b(?:keys|entries)\(process\.env\)[^\n]*test|\b(?:existsSync|readdirSync|listdir|exists)\([^\n]*['"`](?:\.\/)?(?:\.git|tests?)['"`]/i,
    /\bos\.Executable\(|\bcurrent_exe\(|\bthread::current\(\)\s*\.name\(/,
  ]),
  ...rules('looks_at_callers', 'The code asks who called it', [
    /\b(?:inspect\.(?:stack|currentframe)|sys\._getframe|runtime\.Callers?|Thread\.currentThread\(\)\.getStackTrace)\b/,
    /\.stack\b\??\.(?:includes|match|indexOf|split|search)\b|\.test\([^)\n]*\.stack\b|\{\s*stack\s*\}\s*=\s*new Error\b/,
    /\btraceback\.(?:extract|format|walk)_stack\b|\bdebug\.Stack\(|\bStackWalker\b|\.getStackTrace\(/,
    /\bnew Error\([^)]*\)\.stack\b|\bprepareStackTrace\b/,
  ]),
  ...rules('uses_test_framework', 'Code that is no test uses a test framework', [
    /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"](?:vitest|@vitest\/\w+|jest|@jest\/globals|node:test|mocha|chai|ava|tap)['"]/,
    /^\s*(?:import|from)\s+(?:_?pytest|unittest)\b|\bexpect\.extend\b/,
  ]),
  ...rules('patches_globals', 'The code replaces assertions, timers or what every object can do', [
    /\b(?:globalThis|global|window)(?:\.|\[['"])(?:expect|assert|it|test|describe|jest|vi|setTimeout|setInterval|setImmediate|queueMicrotask|Date|performance|process|console|Error)\b['"\]]*\s*=(?!=)/,
    /\b(?:expect|assert|chai|jest|vi)(?:\.\w+)+\s*=(?!=)/,
    /\b(?:Object|Array|String|Number|Function|Promise|Error|AssertionError|Map|Set|RegExp|Date)\.prototype\.\w+\s*=(?!=)/,
    /\b(?:Object\.assign|Object\.definePropert(?:y|ies)|Reflect\.\w+)\(\s*(?:assert|expect|chai)\b|\bmacro_rules!\s*(?:debug_)?assert/,
    /\bdefineProperty\(\s*(?:globalThis|global|Object\.prototype|Array\.prototype)/,
    /\b(?:builtins|unittest|_?pytest|unittest\.TestCase|AssertionError)\.\w+\s*=(?!=)|\bsetattr\(\s*(?:builtins|unittest|_?pytest)\b/,
  ]),
  ...rules('reads_test_files', 'The code reads tests, snapshots or fixtures while it runs', [
    /\b(?:readFile\w*|createReadStream|readdir\w*|open|read_text|ReadFile|read_to_string|glob\w*|listdir|import_module|require|import)\s*\([^\n]*(?:\.test\b|\.spec\b|_test\b|\btest_|__tests__|__snapshots__|\.snap\b|\btests?\/|\bfixtures?\b|\bconftest\b)/,
  ]),
];

const PATCHES = CODE_RULES.filter(({ code }) => code === 'patches_globals');

/** Rules for tests and what they use. */
export const TEST_RULES: readonly LineRule[] = [
  ...PATCHES,
  ...rules('looks_at_test_environment', 'The test asks where it runs before it asserts', [
    /\bif\b[^\n]*\b(?:process\.env|os\.environ|os\.getenv|os\.Getenv|env::var)\b/,
  ]),
  ...rules('patches_globals', 'The test changes what other tests use', [
    /\b\w+\.prototype\.\w+\s*=(?!=)|(?<!\.)\bsetattr\(|\bsys\.modules\[|\bpytest_(?:collection_modifyitems|runtest_\w+|configure|sessionfinish)\b/,
  ]),
  ...rules('retries', 'The test is retried or gets a lot of time', [
    /\bretryTimes\s*\(|\bthis\.retries\s*\(|\bmark\.flaky\b|--reruns\b|@(?:flaky|RetryingTest)\b/,
    /\b(?:it|test|describe)\b[^\n]*\{[^\n}]*\b(?:retry\s*:|timeout\s*:\s*\d[\d_]{5,})/,
  ]),
];
