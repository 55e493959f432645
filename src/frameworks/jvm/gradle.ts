import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, posix } from 'node:path';
import { BatonError } from '../../base/error.ts';
import type { Framework, RunRequest } from '../framework.ts';
import { topmost } from '../topmost.ts';
import { type JvmBuild, runJvm } from './run.ts';

/** Where set-up puts Gradle's home, relative to the project. */
export const GRADLE_DEPENDENCIES = '.baton/dependencies/gradle';

/** Java and Kotlin tests by Gradle, which writes JUnit XML. */
export const gradle: Framework = {
  name: 'gradle',
  detect: ({ files }) => topmost('gradle', files, /^(build|settings)\.gradle(\.kts)?$/),
  run: (request) => runJvm(request, build),
  testFiles: ['**/src/test/**/*.{java,kt,groovy,scala}'],
  supportFiles: ['**/src/test/resources/**', '**/src/testFixtures/**'],
  configFiles: [
    '**/{build,settings}.gradle',
    '**/{build,settings}.gradle.kts',
    '**/gradle.properties',
    '**/gradlew*',
    '**/gradle/wrapper/**',
    '**/buildSrc/**',
    '**/src/test/resources/{junit-platform,testng}*',
  ],
};

function build(request: RunRequest): JvmBuild {
  const home = [join(request.directory, GRADLE_DEPENDENCIES), join(homedir(), '.gradle')].find((path) =>
    existsSync(path),
  );
  return {
    framework: 'gradle',
    command: (canary) => commandOf(request, canary),
    environment: { LC_ALL: 'C.UTF-8', ...(home === undefined ? {} : { GRADLE_USER_HOME: home }) },
    reports: ['**/build/test-results/**/*.xml'],
    testFailure: /There were failing tests/,
    cure: 'Install it: `apt install gradle`, or https://gradle.org/install; or commit a wrapper (`gradle wrapper`)',
    cannotRun,
  };
}

/** `cleanTest` because Gradle does not run tests again whose inputs are the same. */
function commandOf(
  { command, directory, scratch, selection }: RunRequest,
  canary: string | undefined,
): readonly string[] {
  const classes = selection.files?.map((file) => posix.basename(file).replace(/\.\w+$/, ''));
  const wanted = classes === undefined ? [] : [...classes, ...(canary === undefined ? [] : [canary])];
  const ours = [
    ...['--offline', '--no-daemon', '--continue', '--console=plain', '--no-build-cache', '--no-configuration-cache'],
    ...['--project-cache-dir', join(scratch, 'gradle')],
  ];
  const filters = wanted.flatMap((name) => ['--tests', `*${name}*`]);
  if (command === undefined) {
    const program = existsSync(join(directory, 'gradlew')) ? './gradlew' : 'gradle';
    return [program, ...ours, 'cleanTest', 'test', ...filters];
  }
  const [program = '', ...rest] = command;
  if (!/^gradlew?$/.test(basename(program)) || !rest.some((argument) => /(^|:)(test|check|build)$/.test(argument))) {
    throw new BatonError(
      'project_misconfigured',
      `\`${command.join(' ')}\` is not a Gradle command that runs tests: set \`tests.command\` to \`gradle ... test\`, or \`tests.framework\` to junit.`,
    );
  }
  return [program, ...ours, ...rest];
}

function cannotRun(output: string): BatonError | undefined {
  const why = /\* What went wrong:\n([\s\S]*?)\n\n/.exec(output)?.[1] ?? output.trim().slice(-500);
  const offline = /offline mode|No cached version|Could not (resolve|download|GET)|UnknownHostException/.test(output);
  const hint = offline ? ' Fetch what it needs first (`gradle build`, or `tests.setup` in baton.yaml).' : '';
  return new BatonError('project_misconfigured', `Gradle cannot run the tests: ${why.trim().slice(0, 1_000)}${hint}`);
}
