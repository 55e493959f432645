import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLimited } from './capture.ts';

/** What one test program did, as Baton's own runner wrote it down. */
export interface ProgramRecord {
  readonly executable: string;
  /** Names of its tests; nothing if it does not use Rust's harness. */
  readonly listed: readonly string[] | undefined;
  readonly stdout: string;
  /** Its exit code as a shell tells it; nothing if it was still running. */
  readonly exit: number | undefined;
  readonly cut: boolean;
}

/** A runner through which cargo starts every test program, so that each is seen apart, with its list and its end. */
export interface TestRunner {
  /** The argument for cargo that sets it, above every configuration of the project. */
  readonly arguments: readonly string[];
  read(): readonly ProgramRecord[];
}

/** Writes the runner. `quiet` names the program whose failing is no failing: the canary. */
export function writeRunner(
  scratch: string,
  host: string,
  options: { readonly harnessless: readonly string[]; readonly quiet: string | undefined },
): TestRunner {
  const records = join(scratch, 'records');
  mkdirSync(records, { recursive: true });
  const script = join(scratch, 'runner.sh');
  writeFileSync(script, runnerScript(records, options.harnessless, options.quiet ?? '-'));
  const value = `["sh", ${JSON.stringify(script)}]`;
  return {
    arguments: ['--config', `target.${host}.runner=${value}`],
    read: () =>
      readdirSync(records)
        .sort()
        .map((name) => readRecord(join(records, name))),
  };
}

const MOST_BYTES = 64 * 1024 * 1024;

/** Documentation tests come through the runner as well; they are no programs of the harness and just run. */
function runnerScript(records: string, harnessless: readonly string[], quiet: string): string {
  return `case "$1" in */rustdoctest*) exec "$@" ;; esac
program=$1
shift
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
  const read = (name: string) => readLimited(join(directory, name), MOST_BYTES);
  const list = read('list');
  const exit = read('exit').text.trim();
  const { text, cut } = read('stdout');
  return {
    executable: read('program').text,
    listed: list.cut ? undefined : namesIn(list.text),
    stdout: text,
    exit: exit === '' ? undefined : Number(exit),
    cut,
  };
}

function namesIn(list: string): string[] {
  return [...list.matchAll(/^(.+): (?:test|benchmark)$/gm)].map((match) => match[1] ?? '');
}
