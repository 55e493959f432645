import type { Framework, ProjectView, Setup } from '../frameworks/framework.ts';
import type { Repository } from '../sys/git/repository.ts';
import { sandboxFor } from '../sys/sandbox.ts';
import { openDependencies } from './dependencies.ts';
import { openProver, type Prover } from './proof.ts';
import type { ProofPlaces } from './proof-places.ts';
import { proverIn } from './run/package-prover.ts';
import type { Pinned } from './run/pinned.ts';
import { NO_TESTS, noTests } from './run/start/no-tests.ts';

/** How tests are got at; the drivers themselves are chosen elsewhere. */
export interface TestParts {
  readonly repository: Repository;
  readonly catalogue: {
    load(name: string): Promise<Framework>;
    setupOf(project: ProjectView, directory: string): Setup | undefined;
  };
  /** Where installed dependencies are kept. */
  readonly cache: string;
}

/** The tests of a project, ready to be run. */
export interface ProjectTests {
  readonly framework: Framework;
  /** Its reports name files from the top of the repository. */
  readonly prover: Prover;
  /** Puts the project's dependencies into a directory, as copies of its own. */
  furnish(directory: string, onProgress: (sentence: string) => void): Promise<void>;
}

/** Opens the tests of a project as they were pinned: in a run, or by its settings now. */
export async function openProjectTests(
  { repository, catalogue, cache }: TestParts,
  { tests, sandbox }: Pick<Pinned, 'tests' | 'sandbox'>,
  places?: ProofPlaces,
): Promise<ProjectTests> {
  const given = {
    setupOf: (project: ProjectView) => catalogue.setupOf(project, tests.directory),
    command: tests.setup,
    checkout: repository.checkout,
    cache,
  };
  const framework = tests.framework === NO_TESTS ? noTests : await catalogue.load(tests.framework);
  const settings = {
    framework,
    directory: tests.directory,
    command: tests.command,
    timeoutMs: tests.timeout_s * 1000,
    sandbox,
    git: tests.git,
  };
  const dependencies = openDependencies({ ...given, sandbox: await sandboxFor(sandbox) });
  return {
    framework,
    prover: proverIn(tests.directory, openProver(repository, settings, dependencies, places)),
    async furnish(directory, onProgress) {
      await openDependencies({ ...given, sandbox: undefined }).provide(directory, tests.directory, onProgress);
    },
  };
}
