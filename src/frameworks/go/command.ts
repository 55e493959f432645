import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, join, posix } from 'node:path';
import { BatonError } from '../../base/error.ts';
import type { RunRequest } from '../framework.ts';
import type { GoCanaries } from './canary.ts';
import { type GoModule, testFunctionsOf } from './packages.ts';

/** The command that runs the tests. Later flags win, so Baton's own come last. */
export function goCommand(request: RunRequest, module: GoModule, canaries: GoCanaries | undefined): string[] {
  const given = request.command ?? ['go', 'test'];
  if (basename(given[0] ?? '') !== 'go' || given[1] !== 'test') throw notGo(given);
  const split = given.findIndex((word) => /^--?args$/.test(word));
  const [own, rest] = split < 0 ? [given, []] : [given.slice(0, split), given.slice(split)];
  const has = (flag: string) => own.some((word) => new RegExp(`^--?${flag}(=|$)`).test(word));
  if (canaries !== undefined && has('exec')) throw execTaken(given);
  const chosen = selected(request, module, canaries);
  return [
    // Go takes one list of packages only.
    ...(chosen === undefined ? own : own.filter((word) => !/^\.\.?(?:\/|$)|\.\.\.$/.test(word))),
    ...(chosen ?? (request.command === undefined ? ['./...'] : [])),
    ...['-json', '-count=1', '-vet=off', '-failfast=false'],
    ...(has('gcflags') ? [] : ['-gcflags=-e']),
    ...(has('timeout') ? [] : [`-timeout=${Math.min(GO_LIMIT_MS, Math.floor(request.timeoutMs * 0.9))}ms`]),
    ...(canaries === undefined ? [] : [`-exec=${quotedForGo(canaries.script)}`]),
    ...rest,
  ];
}

/** Go's own limit for the tests of one package. */
const GO_LIMIT_MS = 600_000;

/** Packages and a pattern for the tests of the files asked for. */
function selected({ selection }: RunRequest, module: GoModule, canaries: GoCanaries | undefined): string[] | undefined {
  if (selection.files === undefined) return undefined;
  const directories = [...new Set(selection.files.map((file) => `./${posix.dirname(file)}`))];
  const tests = selection.files.flatMap((file) => testFunctionsOf(module.read(file)));
  const names = [...tests, ...(canaries === undefined ? [] : [canaries.passes, canaries.fails])];
  return [`-run=^(${names.join('|')})$`, ...directories];
}

/** Go splits the value at spaces unless it is quoted. */
function quotedForGo(path: string): string {
  if (!/[\s'"]/.test(path)) return path;
  return path.includes("'") ? `"${path}"` : `'${path}'`;
}

/** Offline, with caches outside the project and nothing of the user's settings. Modules that set-up fetched go first. */
export function goEnvironment({ directory, scratch, cache = scratch }: RunRequest): Readonly<Record<string, string>> {
  const [goPath = join(homedir(), 'go')] = (process.env.GOPATH ?? '').split(delimiter).filter((path) => path !== '');
  const fetched = join(directory, GO_DEPENDENCIES);
  const modules = existsSync(fetched) ? fetched : (process.env.GOMODCACHE ?? join(goPath, 'pkg/mod'));
  return {
    GOENV: 'off',
    GOFLAGS: '',
    GOPROXY: 'off',
    GOSUMDB: 'off',
    GOTOOLCHAIN: 'local',
    GOCACHE: join(cache, 'go'),
    ...(existsSync(modules) ? { GOMODCACHE: modules } : {}),
  };
}

/** Where set-up puts what `go mod download` fetched, relative to the project. */
export const GO_DEPENDENCIES = '.baton/dependencies/go';

function notGo(command: readonly string[]): BatonError {
  return new BatonError(
    'project_misconfigured',
    `The command \`${command.join(' ')}\` does not visibly start \`go test\`, so Baton cannot read what it shows. ` +
      'Set `tests.command` to one that does, such as `go test -tags integration ./...`.',
    { data: { command } },
  );
}

function execTaken(command: readonly string[]): BatonError {
  return new BatonError(
    'project_misconfigured',
    `The command \`${command.join(' ')}\` sets -exec, which Baton needs for itself. Leave it out of \`tests.command\`.`,
    { data: { command } },
  );
}
