import { randomBytes } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { newDirectory } from '../capture.ts';
import type { RunRequest } from '../framework.ts';
import { SUPPORTED_VERSIONS } from '../versions.ts';
import type { PytestRecords } from './records.ts';

/** Baton's plugin, written for one run where pytest finds it and no project file can stand in for it. */
export interface PytestPlugin {
  readonly directory: string;
  readonly records: string;
  readonly nonce: string;
}

export function writePlugin(request: RunRequest): PytestPlugin {
  const directory = newDirectory(request.scratch);
  const records = join(directory, 'records.ndjson');
  const nonce = randomBytes(8).toString('hex');
  for (const [source, name] of FILES)
    writeFileSync(join(directory, name), readFileSync(new URL(source, import.meta.url)));
  const { minimum } = SUPPORTED_VERSIONS.pytest;
  const settings = { records, nonce, minimum, canary: request.canary, selection: request.selection.files ?? [] };
  writeFileSync(join(directory, 'settings.json'), JSON.stringify({ ...settings, ...placesOf(request) }));
  writeFileSync(records, '');
  return { directory, records, nonce };
}

/** What keeps imports away from the user's checkouts, by itself: for runs that are not recorded. */
export function writeRedirect(request: RunRequest, directory: string): void {
  const [source, name] = REDIRECT;
  writeFileSync(join(directory, name), readFileSync(new URL(source, import.meta.url)));
  writeFileSync(join(directory, 'settings.json'), JSON.stringify(placesOf(request)));
}

function placesOf({ directory, root = directory, checkouts = [], scratch }: RunRequest) {
  return { project: root, checkouts, scratch };
}

const REDIRECT = ['./checkout.py', 'baton_pytest_checkout.py'] as const;
const FILES = [
  REDIRECT,
  ['./start.py', 'baton_pytest_start.py'],
  ['./plugin.py', 'baton_pytest.py'],
  ['./failure.py', 'baton_pytest_failure.py'],
  ['./canary.py', 'baton_pytest_canary.py'],
] as const;

/** Removes what the plugin added to the project; where it did not say what, every place is looked at. */
export function removeCanaries(directory: string, { nonce }: PytestPlugin, records: PytestRecords | undefined): void {
  const told = (records?.of('canary') ?? []).flatMap(({ passes, fails }) => [passes, fails]);
  // A run can write anything into its records: only files that are the canary's by name and in the project go.
  const ours = told.filter((path) => isCanary(path, nonce) && isWithin(directory, path));
  const neverBegan = records?.damaged === false && records.of('session').length === 0;
  const found = ours.length === 2 || neverBegan ? ours : canariesIn(directory, nonce);
  for (const path of found) rmSync(path, { force: true });
}

function isCanary(path: string, nonce: string): boolean {
  return new RegExp(`baton_${nonce}_(pass|fail)`).test(basename(path));
}

function isWithin(directory: string, path: string): boolean {
  const inside = relative(directory, dirname(path));
  return inside !== '..' && !inside.startsWith(`..${sep}`);
}

function canariesIn(directory: string, nonce: string): string[] {
  return entriesOf(directory).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return FOREIGN.includes(entry.name) ? [] : canariesIn(path, nonce);
    return isCanary(path, nonce) ? [path] : [];
  });
}

const FOREIGN = ['node_modules', '.git', '.venv', 'venv'];

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    // A test took away the right to look; pytest could not have found a file there either.
    return [];
  }
}
