import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { canonicalJson, type JsonValue } from '../base/json.ts';
import { type TestReport, testReportSchema } from '../evidence/report.ts';
import type { Framework, Selection } from '../frameworks/framework.ts';
import { cleanEnvironment } from '../sys/environment.ts';
import type { Repository } from '../sys/git/repository.ts';
import { makeDirectories, readKept, withTemporary, writeKept } from '../sys/kept-file.ts';
import { runProgram } from '../sys/program.ts';
import { type SandboxMode, sandboxed, sandboxFor } from '../sys/sandbox.ts';
import { openShadow } from '../sys/shadow.ts';
import type { Dependencies, Provided } from './dependencies.ts';

/** How a project's tests are proved; fixed for a run. */
export interface ProofSettings {
  readonly framework: Framework;
  /** The package whose tests count, relative to the project. */
  readonly directory: string;
  readonly command?: readonly string[] | undefined;
  readonly timeoutMs: number;
  readonly sandbox: SandboxMode;
}

/** A run of the tests on a tree, in a clean directory. */
export interface Proof {
  readonly tree: string;
  readonly report: TestReport;
  /** Whether it was made now or known from before. */
  readonly cached: boolean;
  /** What contained it, for a person. */
  readonly sandbox: string;
  /** Where its dependencies came from, for a person. */
  readonly dependencies: string;
}

export interface ProveOptions {
  readonly selection?: Selection | undefined;
  /** Run again even if the result is known: for flaky tests. */
  readonly fresh?: boolean | undefined;
  readonly onProgress?: ((sentence: string) => void) | undefined;
}

export interface Prover {
  prove(tree: string, options?: ProveOptions): Promise<Proof>;
}

/** Proves trees of a repository. What was proved once is known: the same tree, command and surroundings give the same. */
export function openProver(repository: Repository, settings: ProofSettings, dependencies: Dependencies): Prover {
  const shadow = openShadow(repository);
  const known = join(repository.batonDir, 'proofs');

  async function make(tree: string, options: ProveOptions): Promise<Proof> {
    return withTemporary('baton-proof-', async (place) => {
      const project = join(place, 'project');
      const scratch = join(place, 'scratch');
      makeDirectories(project, join(scratch, 'home'), join(scratch, 'tmp'));
      await shadow.exportTree(tree, project);
      const provided = await dependencies.provide(project, settings.directory, options.onProgress);
      options.onProgress?.(`running the tests (${settings.framework.name})`);
      return runIn(project, scratch, provided, tree, options);
    });
  }

  async function runIn(
    project: string,
    scratch: string,
    provided: Provided,
    tree: string,
    options: ProveOptions,
  ): Promise<Proof> {
    const sandbox = await sandboxFor(settings.sandbox);
    const directory = join(project, settings.directory);
    const places = { home: join(scratch, 'home'), temporary: join(scratch, 'tmp') };
    const report = await settings.framework.run({
      directory,
      scratch,
      selection: options.selection ?? {},
      timeoutMs: settings.timeoutMs,
      canary: options.selection === undefined,
      command: settings.command,
      start: (program, environment) =>
        runProgram({
          program:
            sandbox === undefined
              ? program
              : sandboxed(program, {
                  writable: [project, scratch],
                  mounts: provided.mounts,
                  scratch: provided.layers,
                  network: false,
                  cwd: directory,
                }),
          cwd: directory,
          environment: cleanEnvironment(places, { CI: 'true', ...provided.environment, ...environment }),
          timeoutMs: settings.timeoutMs,
        }),
    });
    const contained = sandbox?.kind === 'bubblewrap' ? `bubblewrap ${sandbox.version}` : 'none';
    return { tree, report, cached: false, sandbox: contained, dependencies: provided.told };
  }

  return {
    async prove(tree, options = {}) {
      const file = join(known, `${await proofKey(tree, settings, dependencies, options.selection)}.json`);
      const before = options.fresh === true ? undefined : readKnown(file);
      if (before !== undefined) return { ...before, cached: true };
      const proof = await make(tree, options);
      if (proof.report.incomplete === null) writeKept(file, proof);
      return proof;
    },
  };
}

/** Everything that could make another run of the same tests come out otherwise. */
async function proofKey(
  tree: string,
  settings: ProofSettings,
  dependencies: Dependencies,
  selection: Selection = {},
): Promise<string> {
  const sandbox = await sandboxFor(settings.sandbox);
  const about: JsonValue = {
    format: 1,
    tree,
    framework: settings.framework.name,
    directory: settings.directory,
    command: settings.command ?? null,
    files: selection.files ?? null,
    sandbox: sandbox?.kind ?? null,
    dependencies: dependencies.digest,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    path: process.env.PATH ?? '',
  };
  return createHash('sha256').update(canonicalJson(about)).digest('hex');
}

/** A proof made before. A damaged memory is no evidence: the tests are simply run again. */
function readKnown(file: string): Proof | undefined {
  const known = readKept(file) as Proof | undefined;
  return testReportSchema.safeParse(known?.report).success ? known : undefined;
}
