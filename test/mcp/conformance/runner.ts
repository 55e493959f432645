import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '../../repository.ts';

const MODULES = join(import.meta.dirname, 'node_modules');

/** A revision of the protocol, and the release of the runner that tries servers of it. */
export interface Edition {
  readonly revision: string;
  /** The name under which that release is installed. */
  readonly runner: string;
  /** What makes it run all scenarios of the revision. */
  readonly all: readonly string[];
}

/** Why the official runner cannot be run here, or nothing. */
export function whyMissing({ runner }: Edition): string | undefined {
  const how = 'node scripts/install-conformance.mjs';
  if (!existsSync(programOf(runner))) return `the conformance runner is not installed: ${how}`;
  return nodeForIt() === undefined ? `the conformance runner needs Node.js 22: ${how}` : undefined;
}

/** What one scenario found. */
export interface Outcome {
  readonly passed: number;
  /** What failed, and what it only warned of. */
  readonly complaints: readonly string[];
}

/** The names of all scenarios for servers of the revision. */
export async function serverScenarios({ runner, revision }: Edition): Promise<readonly string[]> {
  const told = await run(runner, 'list', '--server');
  const lines = [...told.matchAll(/^ {2}- (\S+) \[(.*)\]/gm)];
  return lines.filter(([, , revisions = '']) => revisions.includes(revision)).map(([, name = '']) => name);
}

/** Runs all scenarios against a server, and gives what each found. */
export async function runAll({ runner, all }: Edition, url: string): Promise<ReadonlyMap<string, Outcome>> {
  const place = temporaryDirectory();
  await run(runner, 'server', '--url', url, ...all, '--output-dir', place);
  return new Map(
    readdirSync(place).map((name) => {
      const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
      const checks: readonly Check[] = JSON.parse(readFileSync(join(place, name, 'checks.json'), 'utf8'));
      return [scenario, outcomeOf(checks)];
    }),
  );
}

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** What a server does not offer is skipped, which is no complaint. */
function outcomeOf(checks: readonly Check[]): Outcome {
  const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  return {
    passed: checks.filter(({ status }) => status === 'SUCCESS').length,
    complaints: bad.map(({ id, status, errorMessage = '' }) => `${id}: ${status} ${errorMessage}`),
  };
}

/** Its exit code tells no more than the results it writes. */
async function run(runner: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(nodeForIt() ?? '', [programOf(runner), ...args], {
    cwd: MODULES,
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
  }).catch((error: { readonly stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  return stdout;
}

function programOf(runner: string): string {
  return join(MODULES, runner, 'dist/index.js');
}

function nodeForIt(): string | undefined {
  const installed = join(MODULES, `node-${process.platform}-${process.arch}`, 'bin/node');
  if (existsSync(installed)) return installed;
  return Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : undefined;
}
