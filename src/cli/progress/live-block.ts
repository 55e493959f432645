import type { Screen } from '../output.ts';

/** Lines that stand below everything printed, and are drawn again in place. */
export interface LiveBlock {
  /** Prints lines for good, above the block. */
  print(lines: readonly string[]): void;
  /** Draws the block anew. */
  draw(lines: readonly string[]): void;
}

/**
 * Keeps a block at the end of a terminal's output. Only its own lines are ever taken back. After the window was made
 * narrower a piece of an old block may stay behind: nobody can tell how the terminal broke it, and what was printed for
 * good must not be lost.
 */
export function openLiveBlock(screen: Screen): LiveBlock {
  let shown: readonly string[] = [];
  const erase = () => (shown.length === 0 ? '' : `\r\u001b[${shown.length}A\u001b[J`);
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
  return {
    print(lines) {
      screen.write(`${erase()}${text(lines)}${text(shown)}`);
    },
    draw(lines) {
      const next = lines.slice(0, Math.max(0, screen.rows() - 1));
      screen.write(`${erase()}${text(next)}`);
      shown = next;
    },
  };
}
