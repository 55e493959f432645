import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readKept, writeKept } from './kept-file.ts';
import { namesIn, sweepOwned } from './owned-name.ts';
import { fateOf, type ProcessOwner, thisProcess } from './process-owner.ts';
import { endMarked } from './process-tree.ts';
import { MARK } from './program.ts';

/**
 * Programs this process has started, as files that outlive it: whoever comes after a crash ends what is left. One that
 * ended in good order is struck off.
 */
export interface StartedPrograms {
  note(mark: string): void;
  strike(mark: string): void;
}

export function openStartedPrograms(directory: string): StartedPrograms {
  const file = (mark: string) => join(directory, `${mark}.json`);
  return {
    note: (mark) => writeKept(file(mark), { mark, owner: thisProcess() }),
    strike: (mark) => rmSync(file(mark), { force: true }),
  };
}

/** Ends everything that processes which are dead by now had started and not seen to its end. */
export async function endLeftPrograms(directory: string): Promise<void> {
  sweepOwned(directory);
  for (const name of namesIn(directory).filter((each) => each.endsWith('.json'))) {
    const { mark, owner } = (readKept(join(directory, name)) ?? {}) as Partial<Left>;
    if (mark === undefined || owner === undefined || fateOf(owner) === 'alive') continue;
    await endMarked(MARK, mark);
    rmSync(join(directory, name), { force: true });
  }
}

interface Left {
  readonly mark: string;
  readonly owner: ProcessOwner;
}
