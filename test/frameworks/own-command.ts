import type { Promises } from './contract/promises.ts';
import { NOT_SELECTED } from './contract/promises.ts';
import type { Shows } from './contract/told.ts';

/** A format that commands of a user's own may write: one report without, one with a failing test. */
export interface Format {
  readonly framework: string;
  /** A shell command that runs a script, the first of the files selected, and has it report. */
  readonly command: readonly string[];
  readonly passing: string;
  readonly failing: string;
  readonly empty: string;
  readonly outcomes: Record<'passing' | 'failing', NonNullable<Shows['outcomes']>>;
}

const TWO_LONG_LINES = "head -c 50000000 /dev/zero | tr '\\0' 'x'; echo; head -c 50000000 /dev/zero | tr '\\0' '\\n'";
const OWN = 'The command is the user’s own.';
const NOT_TOLD = 'The format does not tell it from a failing test.';
export const ODD_SCRIPT = 'tést dir/a b.sh';

/** What the drivers promise that run any command and read what it reports. */
export function ownCommandPromises({ framework, command, outcomes, ...reports }: Format): Promises {
  const print = (report: string) => `cat << 'END'\n${report}\nEND\n`;
  const select = (file: string) => ({ command, selection: { files: [file] } });
  return {
    crowded: {
      files: {
        [ODD_SCRIPT]: `{ ${TWO_LONG_LINES}; echo not ok 2; } >&2\n${print(reports.failing)}`,
        'b.sh': 'exit 3\n',
      },
      selected: ODD_SCRIPT,
      request: { command },
      shows: { outcomes: outcomes.failing, canary: 'absent' },
    },
    look: {
      files: { 'a.sh': print(reports.passing), 'b.sh': `touch "$TMPDIR/${NOT_SELECTED}"\n` },
      request: { ...select('a.sh'), canary: false },
      shows: { outcomes: outcomes.passing, canary: 'absent' },
    },
    empty: {
      files: { 'a.sh': print(reports.empty) },
      request: select('a.sh'),
      shows: { canary: 'absent' },
    },
    reporter: OWN,
    sandboxed: {
      story: {
        files: { 'a.sh': print(reports.passing) },
        request: select('a.sh'),
        shows: { outcomes: outcomes.passing, canary: 'absent' },
      },
    },
    forged: 'Nothing can be added to a user’s own command.',
    deeds: {
      test: (deed) => ({ files: { 'a.sh': `${deed}\nsleep 600\n` }, request: select('a.sh') }),
      hung: {},
      deadlines: [1_000, 10_000],
    },
    missing: {
      files: {},
      request: { command: ['no-such-program'] },
      without: 'packages',
      message: /no-such-program/,
    },
    broken: {
      'no command at all': { files: {}, message: new RegExp(`tests: \\{framework: ${framework}`) },
    },
    foreign: OWN,
    commands: OWN,
    setUp: NOT_TOLD,
    names: OWN,
    restricted: 'The format does not tell it.',
    troubles: { hooks: NOT_TOLD, loading: NOT_TOLD, dying: NOT_TOLD, expected: 'The format does not tell it.' },
  };
}
