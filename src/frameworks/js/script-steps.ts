import type { TestReport } from '../../evidence/report.ts';
import { endOf, lastOf } from '../capture.ts';
import type { RunRequest } from '../framework.ts';

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
  const result = await request.start(command, { ...environment, CI: 'true', NO_COLOR: '1' });
  if (result.exitCode === 0 && !result.timedOut) return undefined;
  const { exitCode, signal } = endOf(result);
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
    uncollected: [],
    runErrors: [`${why}: ${result.output.trim().slice(-2_000)}`],
    focused: false,
    canary: request.canary ? 'missing' : 'absent',
    incomplete: result.timedOut ? 'timeout' : why,
    output: lastOf(result.output),
  };
}
