import { inFolder } from '../../evidence/report.ts';
import type { Prover } from '../proof.ts';

/** Proofs of one package of a repository, with its files named from the top of the repository, as diffs name them. */
export function proverIn(directory: string, prover: Prover): Prover {
  if (directory === '.' || directory === '') return prover;
  const within = (file: string) => (file.startsWith(`${directory}/`) ? file.slice(directory.length + 1) : file);
  return {
    ...prover,
    async prove(tree, options = {}) {
      const files = options.selection?.files?.map(within);
      const given = files === undefined ? options : { ...options, selection: { ...options.selection, files } };
      const proof = await prover.prove(tree, given);
      return { ...proof, report: inFolder(proof.report, directory) };
    },
  };
}
