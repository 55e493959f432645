import { BatonError } from '../base/error.ts';
import { refuseCheckoutReferences } from './checkout-references.ts';
import { withoutShell } from './command-words.ts';
import type { Framework } from './framework.ts';
import type { FrameworkName } from './versions.ts';

/** Every driver by the name that `tests.framework` uses. Each is loaded only when it is asked for. */
const LOADERS = {
  vitest: async () => (await import('./vitest/vitest.ts')).vitest,
  jest: async () => (await import('./jest/jest.ts')).jest,
  mocha: async () => (await import('./mocha/mocha.ts')).mocha,
  'node-test': async () => (await import('./node-test/node-test.ts')).nodeTest,
  pytest: async () => (await import('./pytest/pytest.ts')).pytest,
  go: async () => (await import('./go/go.ts')).go,
  cargo: async () => (await import('./cargo/cargo.ts')).cargo,
  maven: async () => (await import('./jvm/maven.ts')).maven,
  gradle: async () => (await import('./jvm/gradle.ts')).gradle,
  junit: async () => (await import('./junit/junit.ts')).junit,
  tap: async () => (await import('./tap/tap.ts')).tap,
  'exit-code': async () => (await import('./exit-code.ts')).exitCode,
} satisfies Record<FrameworkName, () => Promise<Framework>>;

export const FRAMEWORK_NAMES = Object.keys(LOADERS) as readonly FrameworkName[];

/** What of a project's configuration a driver may need to know before it runs. */
export interface FrameworkOptions {
  /** Where the command of `junit` leaves its reports, as globs (`tests.reports`). */
  readonly reports?: readonly string[] | undefined;
}

/** The driver of a name; a name that is none is told with those that are. */
export async function loadFramework(name: string, { reports }: FrameworkOptions = {}): Promise<Framework> {
  if (!isFrameworkName(name)) {
    throw new BatonError(
      'unclear_framework',
      `There is no test framework ${JSON.stringify(name)}: set \`tests.framework\` in baton.yaml to one of ${FRAMEWORK_NAMES.join(', ')}.`,
      { data: { framework: name } },
    );
  }
  const framework =
    name === 'junit' && reports !== undefined && reports.length > 0
      ? (await import('./junit/junit.ts')).junitAt(reports)
      : await LOADERS[name]();
  return {
    ...framework,
    async run(request) {
      refuseCheckoutReferences(request);
      return framework.run(RUN_AS_WRITTEN.has(name) ? request : { ...request, command: withoutShell(request.command) });
    },
  };
}

/** Drivers that run the user's command as it is. The others add a reporter to it, and need its words. */
const RUN_AS_WRITTEN: ReadonlySet<string> = new Set(['junit', 'tap', 'exit-code']);

export function isFrameworkName(name: string): name is FrameworkName {
  return Object.hasOwn(LOADERS, name);
}

/** All drivers, to ask each whether a project uses it. */
export function loadFrameworks(): Promise<readonly Framework[]> {
  return Promise.all(FRAMEWORK_NAMES.map((name) => LOADERS[name]()));
}
