import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import type { TestReport } from '../../src/evidence/report.ts';
import type { RunRequest } from '../../src/frameworks/framework.ts';
import { loadFramework } from '../../src/frameworks/registry.ts';
import type { FrameworkName } from '../../src/frameworks/versions.ts';
import { directoryForFile } from '../directories.ts';
import { requestFor } from './request.ts';

/** A framework's driver as it is run here, with the real program. */
export interface Driver {
  readonly name: FrameworkName;
  /** Directories outside the project that its programs write. */
  readonly caches: readonly string[];
  /** Runs it on a project, or exactly as a request says. */
  run(project: string | RunRequest, more?: Partial<RunRequest>): Promise<TestReport>;
}

/** The driver for a file of tests, all of which are skipped, with the reason, where its program is not installed. */
export function useDriver(name: FrameworkName): Driver {
  const why = whyNot(name);
  beforeEach((context) => {
    if (why !== undefined) context.skip(why);
  });
  const environment = why === undefined ? (ENVIRONMENTS[name]?.() ?? {}) : {};
  return {
    name,
    caches: Object.values(environment).filter((value) => existsSync(value)),
    async run(project, more) {
      const framework = await loadFramework(name);
      const request = typeof project === 'string' ? requestFor(project, more) : project;
      return framework.run({ ...request, start: (program, own) => request.start(program, { ...own, ...environment }) });
    },
  };
}

/** Why a framework cannot be run here, and what to do about it. Those from npm always can. */
export function whyNot(name: FrameworkName): string | undefined {
  const [command, cure = ''] = PROGRAMS[name] ?? [];
  if (command === undefined) return undefined;
  const [program = '', ...args] = command;
  if (spawnSync(program, args, { stdio: 'ignore' }).status !== 0) return `needs ${program}: ${cure}`;
  if (name === 'maven' && !existsSync(SUREFIRE)) return `needs ${SUREFIRE}: mvn dependency:go-offline`;
  return undefined;
}

const PROGRAMS: Partial<Record<FrameworkName, readonly [command: readonly string[], cure: string]>> = {
  pytest: [['python3', '-m', 'pytest', '--version'], 'apt install python3-pytest'],
  go: [['go', 'version'], 'apt install golang-go'],
  cargo: [['cargo', '--version'], 'see https://rustup.rs'],
  maven: [['mvn', '--version'], 'apt install maven'],
};

export const MAVEN_REPOSITORY = join(homedir(), '.m2/repository');
const SUREFIRE = join(MAVEN_REPOSITORY, 'org/apache/maven/plugins/maven-surefire-plugin/3.5.2');

const ENVIRONMENTS: Partial<Record<FrameworkName, () => Readonly<Record<string, string>>>> = {
  // One cache for a whole file: what the compiler made is the same.
  go: () => ({ GOCACHE: directoryForFile('cache') }),
  // Less is spent on compiling and checking what runs once.
  cargo: () => ({ CARGO_PROFILE_TEST_DEBUG: '0', CARGO_PROFILE_DEV_DEBUG: '0', CARGO_INCREMENTAL: '0' }),
  maven: () => ({
    JAVA_TOOL_OPTIONS:
      '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote',
  }),
};
