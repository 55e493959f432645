import { describe, expect, it } from 'vitest';
import type { Screen } from '../output.ts';
import { openLiveBlock } from './live-block.ts';

const PIECES = new RegExp(`${'\u001b'}\\[\\d*[AJ]|[^]`, 'g');

/** A terminal that knows just what the block uses: line breaks, carriage return, cursor up, erase below. */
function terminal(rows = 24) {
  let lines: string[] = [''];
  let row = 0;
  let column = 0;
  const screen: Screen = {
    colour: false,
    columns: () => 80,
    rows: () => rows,
    onResize: () => () => undefined,
    write(text) {
      for (const [piece] of text.matchAll(PIECES)) {
        if (piece.endsWith('A') && piece.length > 1)
          row = Math.max(lines.length - rows, row - Number(piece.slice(2, -1)), 0);
        else if (piece === '\u001b[J') lines = [...lines.slice(0, row), (lines[row] ?? '').slice(0, column)];
        else if (piece === '\r') column = 0;
        else if (piece === '\n') {
          row += 1;
          column = 0;
          lines[row] ??= '';
        } else {
          const line = lines[row] ?? '';
          lines[row] = line.slice(0, column) + piece + line.slice(column + 1);
          column += 1;
        }
      }
    },
  };
  return { screen, seen: () => lines.slice(0, -1), type: (text: string) => screen.write(text) };
}

describe('the live block', () => {
  it('is drawn again in place, below what was printed for good', () => {
    const { screen, seen } = terminal();
    const block = openLiveBlock(screen);
    block.draw(['working 0:01', 'hint']);
    block.print(['first']);
    block.draw(['working 0:02', 'hint']);
    block.print(['second', 'third']);
    block.draw(['working 0:03']);
    expect(seen()).toEqual(['first', 'second', 'third', 'working 0:03']);
  });

  it('leaves nothing behind when it is closed', () => {
    const { screen, seen } = terminal();
    const block = openLiveBlock(screen);
    block.print(['first']);
    block.draw(['working', 'hint']);
    block.draw([]);
    expect(seen()).toEqual(['first']);
  });

  it('takes away what a pressed key left behind it', () => {
    const { screen, seen, type } = terminal();
    const block = openLiveBlock(screen);
    block.draw(['working']);
    type('^C');
    block.print(['Parking']);
    block.draw(['working']);
    expect(seen()).toEqual(['Parking', 'working']);
  });

  it('is cut to what fits, so that nothing printed before it is taken back', () => {
    const { screen, seen } = terminal(3);
    const block = openLiveBlock(screen);
    for (const line of ['one', 'two', 'three']) {
      block.print([line]);
      block.draw(['a', 'b', 'c', 'd']);
    }
    expect(seen()).toEqual(['one', 'two', 'three', 'a', 'b']);
  });

  it('prints each line once, whatever is drawn between', () => {
    const { screen, seen } = terminal(10);
    const block = openLiveBlock(screen);
    const printed = Array.from({ length: 50 }, (_, number) => `line ${number}`);
    for (const [index, line] of printed.entries()) {
      block.print([line]);
      block.draw(Array.from({ length: index % 5 }, (_, number) => `live ${number}`));
    }
    block.draw([]);
    expect(seen()).toEqual(printed);
  });
});
