import type { TestReport } from '../evidence/report.ts';
import { lastOf } from './capture.ts';
import type { Framework, RunRequest } from './framework.ts';
import { ownCommand, startCommand } from './own-command.ts';

/** Any command, believed by its exit code alone. It names no test, so it is weak evidence and says so. */
export const exitCode: Framework = {
  name: 'exit-code',
  detect: () => [],
  run,
  testFiles: ['**/*{test,spec}.*', '**/*{Test,Tests,Spec}.*', '**/{test,tests,spec}/**'],
  supportFiles: ['**/{fixtures,__fixtures__,testdata,__snapshots__}/**'],
  configFiles: [],
};

async function run(request: RunRequest): Promise<TestReport> {
  const command = ownCommand(request, 'exit-code');
  const result = await startCommand(request, command, {});
  const { exitCode, signal, timedOut } = result;
  const failed = exitCode !== 0 && signal === null && !timedOut;
  return {
    framework: 'exit-code',
    strength: 'weak',
    command: [...command],
    exitCode,
    signal,
    wallMs: result.wallMs,
    tests: [],
    uncollected: [],
    runErrors: failed ? [`The command failed (exit code ${exitCode}).`] : [],
    focused: false,
    canary: 'absent',
    incomplete: (timedOut ? 'timeout' : undefined) ?? (signal === null ? null : `the command was ended by ${signal}`),
    output: lastOf(result.output),
  };
}
