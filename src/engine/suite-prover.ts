import { matchAny } from '../base/glob.ts';
import type { Dependencies, Provided } from './dependencies.ts';
import { mergeReports } from './merge-reports.ts';
import type { Proof, ProveOptions, Prover, Series } from './proof.ts';
import type { Pinned } from './run/pinned.ts';

/** One suite, ready to be proved. */
export interface OpenedSuite {
  readonly name: string;
  readonly tests: Pinned['tests'];
  readonly prover: Prover;
}

/**
 * Proves all suites of a repository, one after the other, and combines what they showed. Each has canaries of its own, and
 * is known by itself: a suite whose files did not change is not run again for the same tree.
 */
export function proverOfSuites(suites: readonly OpenedSuite[], whole: Pick<Prover, 'within'>): Prover {
  return {
    async prove(tree, options = {}) {
      const proofs: { readonly suite: OpenedSuite; readonly proof: Proof }[] = [];
      for (const { suite, given } of selected(suites, options)) {
        const onProgress = (sentence: string) => options.onProgress?.(`${suite.name}: ${sentence}`);
        proofs.push({ suite, proof: await suite.prover.prove(tree, { ...given, onProgress }) });
      }
      return combined(tree, proofs);
    },
    async series(tree, options, work) {
      type Opened = readonly { readonly suite: OpenedSuite; readonly series: Series }[];
      const open = (left: readonly SuiteAsked[], opened: Opened): ReturnType<typeof work> => {
        const [next, ...others] = left;
        if (next !== undefined) {
          const { suite, given } = next;
          return suite.prover.series(tree, given, (series) => open(others, [...opened, { suite, series }]));
        }
        const width = Math.min(...opened.map(({ series }) => series.width));
        return work({
          width,
          async run(all) {
            const bySuite: { readonly suite: OpenedSuite; readonly proofs: readonly Proof[] }[] = [];
            for (const { suite, series } of opened) bySuite.push({ suite, proofs: await series.run(all) });
            return all.map((_, at) =>
              combined(
                tree,
                bySuite.flatMap(({ suite, proofs }) => proofs.slice(at, at + 1).map((proof) => ({ suite, proof }))),
              ),
            );
          },
        });
      };
      return open(selected(suites, options), []);
    },
    within: whole.within,
  };
}

interface SuiteAsked {
  readonly suite: OpenedSuite;
  readonly given: ProveOptions;
}

/** Which suites are run, with which files: all of them, or those that the selected files belong to. */
function selected(suites: readonly OpenedSuite[], options: ProveOptions): readonly SuiteAsked[] {
  const { files } = options.selection ?? {};
  if (files === undefined) return suites.map((suite) => ({ suite, given: options }));
  const ownersOf = ownersIn(suites);
  const asked = suites.flatMap((suite) => {
    const own = files.filter((file) => ownersOf(file).includes(suite));
    return own.length === 0 ? [] : [{ suite, given: { ...options, selection: { ...options.selection, files: own } } }];
  });
  return asked.length > 0 ? asked : suites.slice(0, 1).map((suite) => ({ suite, given: options }));
}

/** The suites a test file belongs to: those with the deepest directory round it, and of these the ones that name it. */
function ownersIn(suites: readonly OpenedSuite[]): (file: string) => readonly OpenedSuite[] {
  const named = new Map(suites.map((suite) => [suite, matchAny(suite.tests.files)]));
  const depth = ({ tests: { directory } }: OpenedSuite) => (directory === '.' ? 0 : directory.split('/').length);
  return (file) => {
    const round = suites.filter(({ tests: { directory } }) => directory === '.' || file.startsWith(`${directory}/`));
    const deepest = Math.max(0, ...round.map(depth));
    const near = round.filter((suite) => depth(suite) === deepest);
    const naming = near.filter((suite) => named.get(suite)?.(file) === true);
    return naming.length > 0 ? naming : near;
  };
}

function combined(tree: string, proofs: readonly { readonly suite: OpenedSuite; readonly proof: Proof }[]): Proof {
  const reports = proofs.map(({ suite: { name, tests }, proof: { report } }) => ({
    suite: name,
    directory: tests.directory,
    report,
  }));
  const told = (of: (proof: Proof) => string) => [...new Set(proofs.map(({ proof }) => of(proof)))].join('; ');
  return {
    tree,
    report: mergeReports(reports),
    cached: proofs.every(({ proof }) => proof.cached),
    sandbox: told(({ sandbox }) => sandbox),
    dependencies: told(({ dependencies }) => dependencies),
    recorded: proofs.map(({ proof }) => proof.recorded ?? '').join(''),
  };
}

/** Dependencies of a package, and what tells its way of installing them from that of other packages. */
export interface SuiteDependencies {
  readonly directory: string;
  readonly dependencies: Dependencies;
  /** Packages with the same are installed together. */
  sourceIn(project: string): string;
}

/** The dependencies of all suites in one place. What several of them share is put there once. */
export function mergeDependencies(all: readonly SuiteDependencies[]): Dependencies {
  const [first] = all as [SuiteDependencies];
  return {
    cache: first.dependencies.cache,
    get digest() {
      return all.map(({ dependencies }) => dependencies.digest).join('-');
    },
    async provide(project, _, watching) {
      const bySource = new Map(all.map((one) => [one.sourceIn(project), one]));
      const provided: Provided[] = [];
      for (const { dependencies, directory } of bySource.values())
        provided.push(await dependencies.provide(project, directory, watching));
      const keys = provided.map(({ key }) => key);
      return {
        mounts: provided.flatMap(({ mounts }) => mounts),
        layers: provided.flatMap(({ layers }) => layers),
        environment: Object.assign({}, ...provided.map(({ environment }) => environment)),
        told: [...new Set(provided.map(({ told }) => told))].join('; '),
        key: keys.includes(undefined) ? undefined : keys.join('-'),
        giveBack() {
          for (const one of provided) one.giveBack();
        },
      };
    },
  };
}
