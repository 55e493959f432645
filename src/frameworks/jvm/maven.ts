import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, posix } from 'node:path';
import { BatonError } from '../../base/error.ts';
import type { Framework, RunRequest } from '../framework.ts';
import { textOf } from '../source-files.ts';
import { topmost } from '../topmost.ts';
import { type JvmBuild, runJvm } from './run.ts';

/** Where set-up puts Maven's repository, relative to the project. */
export const MAVEN_DEPENDENCIES = '.baton/dependencies/maven';

/** Maven's repository in the user's home. */
export const MAVEN_HOME = '.m2/repository';

/** Java tests by Maven and its Surefire plugin, which writes JUnit XML. */
export const maven: Framework = {
  name: 'maven',
  detect: ({ files }) => topmost('maven', files, /^pom\.xml$/),
  run: (request) => runJvm(request, build),
  testFiles: ['**/src/test/**/*.{java,kt,groovy,scala}'],
  supportFiles: ['**/src/test/resources/**', '**/src/testFixtures/**'],
  configFiles: ['**/.mvn/**', '**/src/test/resources/{junit-platform,testng}*'],
};

function build(request: RunRequest): JvmBuild {
  refusePinned(request.directory);
  return {
    framework: 'maven',
    command: (canary) => commandOf(request, canary),
    environment: { MAVEN_OPTS: '-Dfile.encoding=UTF-8', LC_ALL: 'C.UTF-8' },
    reports: ['**/target/surefire-reports/TEST-*.xml'],
    testFailure: /Failed to execute goal \S*surefire\S* [^\n]*There are test failures/,
    cure: 'Install it: `apt install maven`, or https://maven.apache.org/install.html',
    cannotRun,
  };
}

/** Settings on the command line go before properties of the project, but not before what a plugin's own block pins. */
function refusePinned(directory: string): void {
  const text = textOf(join(directory, 'pom.xml'));
  const pinned =
    /<(skipTests|skip|skipAfterFailureCount|rerunFailingTestsCount|testFailureIgnore)>(?!\s*(?:false|0|\$\{))/.exec(
      /<artifactId>maven-surefire-plugin<\/artifactId>[\s\S]*?<\/plugin>/.exec(text)?.[0] ?? '',
    )?.[1];
  if (pinned === undefined) return;
  throw new BatonError(
    'project_misconfigured',
    `pom.xml sets <${pinned}> in the configuration of maven-surefire-plugin, so that not all tests run: remove it, or make it a property (\`surefire.${pinned}\`).`,
  );
}

function commandOf({ command, directory, selection }: RunRequest, canary: string | undefined): readonly string[] {
  const repository = [join(directory, MAVEN_DEPENDENCIES), join(homedir(), MAVEN_HOME)].find((path) =>
    existsSync(path),
  );
  const classes = selection.files?.map((file) => posix.basename(file).replace(/\.\w+$/, ''));
  const ours = [
    ...[
      '--show-version',
      '--offline',
      '--batch-mode',
      '--fail-at-end',
      '-Dstyle.color=never',
      '-Dmaven.test.failure.ignore=true',
    ],
    ...['-DskipTests=false', '-Dmaven.test.skip=false'],
    ...['-Dsurefire.skipAfterFailureCount=0', '-Dsurefire.rerunFailingTestsCount=0'],
    ...(repository === undefined ? [] : [`-Dmaven.repo.local=${repository}`]),
    ...(classes === undefined ? [] : [`-Dtest=${[...classes, ...(canary === undefined ? [] : [canary])].join(',')}`]),
    ...(classes === undefined ? [] : ['-Dsurefire.failIfNoSpecifiedTests=false']),
  ];
  if (command === undefined) return ['mvn', '--quiet', ...ours, 'test'];
  const [program = '', ...rest] = command;
  if (
    !/^mvnd?$|^mvnw$/.test(basename(program)) ||
    !rest.some((argument) => /^(test|verify|package|install)$/.test(argument))
  ) {
    throw new BatonError(
      'project_misconfigured',
      `\`${command.join(' ')}\` is not a Maven command that runs tests: set \`tests.command\` to \`mvn ... test\`, or \`tests.framework\` to junit.`,
    );
  }
  return [program, ...ours, ...rest];
}

function cannotRun(output: string): BatonError | undefined {
  const told = [...output.matchAll(/^\[(?:ERROR|FATAL)\] (?!\s*$)(.*)$/gm)].map((match) => match[1] ?? '');
  const lines = told.filter((line) => !/^(To see|Re-run|For more|-> |\[Help)/.test(line));
  // A line that ends with a colon says only that what is wrong comes next.
  const end = lines.findIndex((line) => !line.trimEnd().endsWith(':')) + 1;
  const why = lines.length === 0 ? output.trim().slice(-500) : lines.slice(0, end || lines.length).join(' ');
  const offline = /offline mode|could not be resolved|has not been downloaded/.test(output);
  const hint = offline
    ? ' Fetch what it needs first (`mvn dependency:go-offline`, or `tests.setup` in baton.yaml).'
    : '';
  return new BatonError('project_misconfigured', `Maven cannot run the tests: ${why.slice(0, 1_000)}${hint}`);
}
