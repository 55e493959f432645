import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { BatonError, isBatonError } from '../../base/error.ts';
import { homeVariables } from '../../sys/environment.ts';
import { type Captured, readLimited, startCaptured } from '../capture.ts';
import type { RunRequest } from '../framework.ts';
import { listFiles } from '../source-files.ts';
import { refuseOld } from '../versions.ts';

/** What cargo says a workspace consists of. */
export interface Workspace {
  /** Absolute; paths in the compiler's messages and in panics start here. */
  readonly root: string;
  readonly packages: readonly Package[];
  /** The machine that tests are built for: `x86_64-unknown-linux-gnu`. */
  readonly host: string;
}

const targetSchema = z.object({ name: z.string(), kind: z.array(z.string()), src_path: z.string() });
const packageSchema = z.object({
  name: z.string(),
  manifest_path: z.string(),
  targets: z.array(targetSchema),
  dependencies: z.array(z.object({ name: z.string(), rename: z.string().nullish() })),
});
const metadataSchema = z.object({ workspace_root: z.string(), packages: z.array(packageSchema) });

export type Target = z.infer<typeof targetSchema>;
export type Package = z.infer<typeof packageSchema>;

/** Asks cargo about the workspace; a manifest it cannot read is the user's to mend. */
export async function readWorkspace(
  request: RunRequest,
  environment: Readonly<Record<string, string>>,
): Promise<Workspace> {
  const metadata = ['cargo', 'metadata', '--no-deps', '--offline', '--format-version', '1'];
  const asked = await startCargo(request, 'about', ['sh', '-c', ABOUT, 'sh', ...metadata], environment);
  const [version = '', described = ''] = textOf(asked).split(DESCRIBED);
  const host = /^host: (\S+)$/m.exec(version)?.[1];
  if (host === undefined) throw noCargo(asked.output || version);
  refuseOld('cargo', /^cargo (\d+\.\d+\.\d+)/m.exec(version)?.[1]);
  if (asked.exitCode !== 0) {
    throw new BatonError('project_misconfigured', `cargo cannot read the project: ${errorIn(asked.output)}`);
  }
  const { workspace_root, packages } = parseMetadata(described);
  return { root: workspace_root, packages, host };
}

/** Which cargo it is, and what it says of the project. */
const DESCRIBED = '---- project\n';
const ABOUT = `cargo --version --verbose || exit; echo '${DESCRIBED.trim()}'; exec "$@"`;

async function startCargo(
  request: RunRequest,
  name: string,
  program: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Captured> {
  try {
    return await startCaptured(request, name, program, environment);
  } catch (error) {
    throw isBatonError(error) && error.code === 'missing_program' ? noCargo(error.message) : error;
  }
}

function textOf({ stdout }: Captured): string {
  return readLimited(stdout, 64 * 1024 * 1024).text;
}

function noCargo(why: string): BatonError {
  const told = /not found|ENOENT|No such file/.test(why)
    ? 'cargo is not installed. Install it: `apt install cargo`, or https://rustup.rs.'
    : `cargo cannot be started: ${why.trim().slice(0, 500)}. Install a toolchain: \`rustup toolchain install\`.`;
  return new BatonError('missing_program', told, { data: { program: 'cargo' } });
}

function parseMetadata(text: string): z.infer<typeof metadataSchema> {
  try {
    return metadataSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BatonError('project_misconfigured', 'cargo metadata gave something that is not its format.', { cause });
  }
}

/** What cargo itself complains of: its `error:` lines and what belongs to them. */
export function errorIn(output: string): string {
  const at = output.search(/^error/m);
  return (at < 0 ? output : output.slice(at)).trim().slice(0, 2_000);
}

/**
 * The environment of every cargo: nothing from the network, nothing built into the project, the toolchains and packages
 * where they are although the home is another one. Dependencies fetched by set-up go before the user's own.
 */
export function cargoEnvironment(request: RunRequest): Record<string, string> {
  const fetched = join(request.directory, CARGO_DEPENDENCIES);
  const own = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
  const home = existsSync(fetched) ? fetched : existsSync(join(own, 'registry')) ? own : undefined;
  return {
    CARGO_TERM_COLOR: 'never',
    CARGO_NET_OFFLINE: 'true',
    CARGO_TARGET_DIR: process.env.BATON_CARGO_TARGET_DIR ?? join(request.scratch, 'target'),
    RUST_BACKTRACE: '0',
    // Nobody debugs these programs, and most of what is written, linked and copied would be for that.
    CARGO_PROFILE_DEV_DEBUG: '0',
    CARGO_PROFILE_TEST_DEBUG: '0',
    ...(isSmall(request.directory) ? { CARGO_INCREMENTAL: '0' } : {}),
    INSTA_UPDATE: 'no',
    RUSTUP_AUTO_INSTALL: '0',
    ...homeVariables(RUST_HOMES),
    ...(home === undefined ? {} : { CARGO_HOME: home }),
  };
}

/** A small project compiles as fast without incremental builds, which write hundreds of files that every proof would copy. */
function isSmall(directory: string): boolean {
  const sources = listFiles(directory, NOT_SOURCES).filter((file) => file.endsWith('.rs'));
  let bytes = 0;
  return sources.every((file) => {
    bytes += statSync(join(directory, file), { throwIfNoEntry: false })?.size ?? 0;
    return bytes < SMALL_BYTES;
  });
}

const SMALL_BYTES = 500_000;
const NOT_SOURCES: ReadonlySet<string> = new Set(['.git', '.baton', 'target', 'vendor', 'node_modules']);

/** Where rustup has its toolchains: without them, a cargo that it installed does not know which one to start. */
export const RUST_HOMES = { RUSTUP_HOME: '.rustup' };

/** Where set-up puts what `cargo fetch` fetched, relative to the project. */
export const CARGO_DEPENDENCIES = '.baton/dependencies/cargo';
