import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_BYTES, newDirectory, readLimited } from '../capture.ts';

/** What one test program did, as Baton's own runner wrote it down. */
export interface ProgramRecord {
  readonly executable: string;
  /** Names of its tests; nothing if it does not use Rust's harness. */
  readonly listed: readonly string[] | undefined;
  /** The file that holds what it printed. */
  readonly stdout: string;
  /** Its exit code as a shell tells it; nothing if it was still running. */
  readonly exit: number | undefined;
  readonly cut: boolean;
}

/** A runner through which cargo starts every test program, so that each is seen apart, with its list and its end. */
export interface TestRunner {
  /** What sets it for cargo, above every configuration of the project. */
  readonly environment: Readonly<Record<string, string>>;
  read(): readonly ProgramRecord[];
}

/** Writes the runner. `quiet` names the program whose failing is no failing: the canary. */
export function writeRunner(
  scratch: string,
  host: string,
  options: { readonly harnessless: readonly string[]; readonly quiet: string | undefined },
): TestRunner {
  const own = newDirectory(scratch);
  const records = join(own, 'records');
  mkdirSync(records);
  const script = join(own, 'runner.sh');
  const variable = `CARGO_TARGET_${host.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_RUNNER`;
  writeFileSync(script, runnerScript(records, variable, options.harnessless, options.quiet ?? '-'));
  return {
    // cargo splits the value at blanks, and the path may hold some: so the shell reads the path from elsewhere.
    environment: {
      [variable]: 'sh -c .$IFS"$BATON_RUNNER"',
      BATON_RUNNER: script,
    },
    read: () =>
      readdirSync(records)
        .sort()
        .map((name) => readRecord(join(records, name))),
  };
}

/** Documentation tests come through the runner as well; they are no programs of the harness and just run. */
function runnerScript(records: string, variable: string, harnessless: readonly string[], quiet: string): string {
  return `unset BATON_RUNNER ${variable}
program=$0
case "$program" in */rustdoctest*) exec "$program" "$@" ;; esac
name=$(basename "$program" | sed 's/-[0-9a-f]*$//')
record=$(mktemp -d ${quote(join(records, 'XXXXXX'))}) || exit 1
printf '%s' "$program" > "$record/program"
unset RUST_TEST_NOCAPTURE RUST_TEST_SHUFFLE
case "$name" in
  ${[...harnessless.map(quote), "'-'"].join(' | ')}) ;;
  *) "$program" --list --format terse "$@" > "$record/list" 2> /dev/null < /dev/null ;;
esac
{ "$program" "$@"; echo "$?" > "$record/exit"; } | { head -c ${MOST_BYTES} > "$record/stdout"; cat > /dev/null; }
case "$name" in ${quote(quiet)}) exit 0 ;; esac
exit "$(cat "$record/exit")"
`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function readRecord(directory: string): ProgramRecord {
  const read = (name: string) => readLimited(join(directory, name), MOST_SHORT);
  const list = read('list');
  const exit = read('exit').text.trim();
  const stdout = join(directory, 'stdout');
  return {
    executable: read('program').text,
    listed: list.cut ? undefined : namesIn(list.text),
    stdout,
    exit: exit === '' ? undefined : Number(exit),
    cut: (statSync(stdout, { throwIfNoEntry: false })?.size ?? MOST_BYTES) >= MOST_BYTES,
  };
}

const MOST_SHORT = 32 * 1024 * 1024;

function namesIn(list: string): string[] {
  return [...list.matchAll(/^(.+): (?:test|benchmark)$/gm)].map((match) => match[1] ?? '');
}
