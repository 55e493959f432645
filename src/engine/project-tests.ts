import type { Framework, ProjectView, Setup } from '../frameworks/framework.ts';
import type { Repository } from '../sys/git/repository.ts';
import { projectFiles } from '../sys/project-files.ts';
import { sandboxFor } from '../sys/sandbox.ts';
import { openDependencies } from './dependencies.ts';
import { openProver, type Prover } from './proof.ts';
import type { ProofPlaces } from './proof-places.ts';
import { proverIn } from './run/package-prover.ts';
import type { Pinned } from './run/pinned.ts';
import { NO_TESTS, noTests } from './run/start/no-tests.ts';
import { mergeDependencies, type OpenedSuite, proverOfSuites, type SuiteDependencies } from './suite-prover.ts';

/** How tests are got at; the drivers themselves are chosen elsewhere. */
export interface TestParts {
  readonly repository: Repository;
  readonly catalogue: {
    load(name: string, options?: { readonly reports?: readonly string[] | undefined }): Promise<Framework>;
    setupOf(project: ProjectView, directory: string): Setup | undefined;
  };
  /** Where installed dependencies are kept. */
  readonly cache: string;
}

/** The tests of a project, ready to be run. */
export interface ProjectTests {
  /** Its reports name files from the top of the repository. */
  readonly prover: Prover;
  /** Every suite by itself. */
  readonly suites: readonly OpenedSuite[];
  /** Puts the project's dependencies into a directory, as copies of its own. */
  furnish(directory: string, onProgress: (sentence: string) => void): Promise<void>;
}

type Tests = Pinned['tests'];

/** Opens the tests of a project as they were pinned: in a run, or by its settings now. */
export async function openProjectTests(
  parts: TestParts,
  { tests, suites, sandbox }: Pick<Pinned, 'tests' | 'suites' | 'sandbox'>,
  places?: ProofPlaces,
): Promise<ProjectTests> {
  const { repository } = parts;
  const contained = await sandboxFor(sandbox);
  const all = suites ?? [{ ...tests, name: tests.directory }];
  const settingsOf = async (one: Tests) => ({
    framework: await frameworkOf(one, parts),
    directory: one.directory,
    command: one.command,
    timeoutMs: one.timeout_s * 1000,
    sandbox,
    git: one.git,
  });
  const opened: OpenedSuite[] = [];
  for (const { name, ...one } of all) {
    const { dependencies } = dependenciesOf(one, parts, contained);
    const prover = openProver(repository, await settingsOf(one), dependencies, places);
    opened.push({ name, tests: one, prover: proverIn(one.directory, prover) });
  }
  const [first] = opened as [OpenedSuite];
  const merged = mergeDependencies(all.map((one) => dependenciesOf(one, parts, contained)));
  const whole = () => settingsOf({ ...first.tests, directory: '.', timeout_s: tests.timeout_s });
  return {
    prover:
      opened.length === 1
        ? first.prover
        : proverOfSuites(opened, openProver(repository, await whole(), merged, places)),
    suites: opened,
    async furnish(directory, onProgress) {
      const copies = mergeDependencies(all.map((one) => dependenciesOf(one, parts, undefined)));
      await copies.provide(directory, '.', { onProgress });
    },
  };
}

async function frameworkOf({ framework, reports }: Tests, { catalogue }: TestParts): Promise<Framework> {
  return framework === NO_TESTS ? noTests : catalogue.load(framework, { reports });
}

function dependenciesOf(
  { directory, setup: command, env: variables }: Tests,
  { repository, catalogue, cache }: TestParts,
  sandbox: Awaited<ReturnType<typeof sandboxFor>>,
): SuiteDependencies {
  const setupOf = (project: ProjectView) => catalogue.setupOf(project, directory);
  return {
    directory,
    dependencies: openDependencies({ setupOf, command, variables, checkout: repository.checkout, cache, sandbox }),
    sourceIn(project) {
      const setup = setupOf(projectFiles(project));
      return JSON.stringify([command ?? null, setup?.directory ?? directory, setup?.lockFiles ?? null]);
    },
  };
}
