import type { ProjectView } from './framework.ts';

/** A program for tests that Baton has no driver for, how it is seen in a project, and a line of baton.yaml that runs it. */
interface OtherProgram {
  readonly name: string;
  /** Its package on npm. */
  readonly npm?: string;
  /** Files that only projects with it have. */
  readonly files?: RegExp;
  readonly line: string;
}

const tap = (...command: readonly string[]) => `tests: {framework: tap, command: [${command.join(', ')}]}`;
const junit = (...command: readonly string[]) =>
  `tests: {framework: junit, command: [${command.join(', ')}, junit.xml], reports: [junit.xml]}`;

const OTHER_PROGRAMS: readonly OtherProgram[] = [
  { name: 'ava', npm: 'ava', line: tap('npx', 'ava', '--tap') },
  { name: 'tape', npm: 'tape', line: tap('npx', 'tape', "'test/**/*.js'") },
  { name: 'tap', npm: 'tap', line: tap('npx', 'tap', '--reporter=tap') },
  { name: 'QUnit', npm: 'qunit', line: tap('npx', 'qunit', '--reporter', 'tap') },
  { name: 'uvu', npm: 'uvu', line: 'tests: {framework: exit-code, command: [npx, uvu]}   # weak: uvu names no test' },
  {
    name: 'Deno',
    files: /^deno\.(?:jsonc?|lock)$/,
    line: junit('deno', 'test', '--junit-path'),
  },
  {
    name: 'Bun',
    files: /^bun\.lockb?$/,
    line: junit('bun', 'test', '--reporter=junit', '--reporter-outfile'),
  },
  {
    name: 'PHPUnit',
    files: /^phpunit\.xml(?:\.dist)?$/,
    line: junit('vendor/bin/phpunit', '--log-junit'),
  },
];

/** What to write for the programs that a project seems to be tested with. */
export function suggestOtherPrograms(project: ProjectView): readonly string[] {
  const installed = packagesIn(project.read('package.json') ?? '{}');
  const isUsed = ({ npm, files }: OtherProgram) =>
    (npm !== undefined && installed.has(npm)) ||
    (files !== undefined && project.files.some((path) => files.test(path)));
  return OTHER_PROGRAMS.filter(isUsed).map(({ name, line }) => `It seems to be tested with ${name}:\n    ${line}`);
}

function packagesIn(manifest: string): ReadonlySet<string> {
  try {
    const { dependencies, devDependencies } = JSON.parse(manifest) as Readonly<Record<string, object | undefined>>;
    return new Set(Object.keys({ ...dependencies, ...devDependencies }));
  } catch {
    // That it cannot be read is said elsewhere.
    return new Set();
  }
}
