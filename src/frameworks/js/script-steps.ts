import { realpathSync } from 'node:fs';
import type { TestReport, Uncollected } from '../../evidence/report.ts';
import { endOf, lastOf } from '../capture.ts';
import type { RunRequest } from '../framework.ts';
import { stripAnsi } from './stack.ts';
import { typeScriptFailure } from './ts-failure.ts';

/** Files that a TypeScript compiler refused before the tests: nothing is run then, so they hide every test. */
function uncompiledIn(output: string, directory: string): Uncollected[] {
  const project = { directory: realpathSync(directory) };
  const lines = stripAnsi(output).split('\n');
  const heads = lines.filter((line) => typeScriptFailure(line, project) !== undefined);
  const fileOf = (line: string) => typeScriptFailure(line, project)?.diagnostics[0]?.file ?? '';
  return [...new Set(heads.map(fileOf))].map((file) => {
    const message = heads.filter((line) => fileOf(line) === file).join('\n');
    const { kind, diagnostics } = typeScriptFailure(message, project) ?? { kind: 'other' as const, diagnostics: [] };
    return {
      file,
      failure: { kind, message: message.slice(0, MOST_MESSAGE), diagnostics: [...diagnostics] },
      hides: 'all',
    };
  });
}

const MOST_MESSAGE = 8_000;

/** What comes before the tests in a project's own script. */
interface Before {
  readonly environment: Readonly<Record<string, string>>;
  readonly before: readonly string[];
}

/** Runs the steps that a script has before its tests. If one fails there is nothing to prove, and the report says so. */
export async function runBefore(
  framework: string,
  request: RunRequest,
  { before, environment }: Before,
): Promise<TestReport | undefined> {
  if (before.length === 0) return undefined;
  const command = ['sh', '-c', ['export PATH="$PWD/node_modules/.bin:$PATH"', ...before].join(' && ')];
  const result = await request.start(command, environment);
  if (result.exitCode === 0 && !result.timedOut) return undefined;
  const { exitCode, signal } = endOf(result);
  const uncompiled = signal === null && !result.timedOut ? uncompiledIn(result.output, request.directory) : [];
  const steps = before.join(' && ');
  const why = `the step before the tests (\`${steps}\`) ended with ${signal ?? `exit code ${exitCode}`}`;
  return {
    framework,
    strength: 'strong',
    command,
    exitCode,
    signal,
    wallMs: result.wallMs,
    tests: [],
    uncollected: uncompiled,
    runErrors: uncompiled.length > 0 ? [] : [`${why}: ${result.output.trim().slice(-2_000)}`],
    focused: false,
    canary: request.canary && uncompiled.length === 0 ? 'missing' : 'absent',
    incomplete: result.timedOut ? 'timeout' : uncompiled.length > 0 ? null : why,
    output: lastOf(result.output),
  };
}
