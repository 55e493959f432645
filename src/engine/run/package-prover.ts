import { inFolder } from '../../evidence/report.ts';
import type { Proof, ProveOptions, Prover } from '../proof.ts';

/** Proofs of one package of a repository, with its files named from the top of the repository, as diffs name them. */
export function proverIn(directory: string, prover: Prover): Prover {
  if (directory === '.' || directory === '') return prover;
  const within = (file: string) => (file.startsWith(`${directory}/`) ? file.slice(directory.length + 1) : file);
  const given = <Options extends Pick<ProveOptions, 'selection'>>(options: Options): Options => {
    const files = options.selection?.files?.map(within);
    return files === undefined ? options : { ...options, selection: { ...options.selection, files } };
  };
  const fromTop = (proof: Proof): Proof => ({ ...proof, report: inFolder(proof.report, directory) });
  return {
    ...prover,
    unitOf: (file) => prover.unitOf?.(within(file)),
    prove: async (tree, options = {}) => fromTop(await prover.prove(tree, given(options))),
    series: (tree, options, work) =>
      prover.series(tree, given(options), ({ width, run }) =>
        work({ width, run: async (all) => (await run(all)).map(fromTop) }),
      ),
  };
}
