import { createHash, randomBytes } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunRequest } from '../framework.ts';
import type { UnnamedTest } from '../junit/report.ts';
import { plantFile } from '../planted-file.ts';
import { relativeTo, textOf } from '../source-files.ts';
import type { Workspace } from './workspace.ts';

/** An integration test of Baton's own: one test that must pass, one that must fail with the nonce. */
export interface CargoCanary {
  readonly target: string;
  /** Relative to the project. */
  readonly file: string;
  readonly manifest: string;
  seenIn(tests: readonly UnnamedTest[]): boolean;
  remove(): void;
}

/**
 * Adds the canary to the first package that takes integration tests. Nothing if none does: without a library or a
 * program there is nothing to build it with, and `autotests = false` keeps cargo from finding it.
 */
export function plantCargoCanary(
  { directory, canaryKey }: Pick<RunRequest, 'directory' | 'canaryKey'>,
  { packages }: Workspace,
): CargoCanary | undefined {
  const host = packages.find(({ targets, manifest_path }) => {
    const builds = targets.some(({ kind }) =>
      kind.some((one) => one === 'bin' || one.endsWith('lib') || one === 'proc-macro'),
    );
    return (
      builds &&
      dirname(manifest_path).startsWith(directory) &&
      !/^\s*autotests\s*=\s*false/m.test(textOf(manifest_path))
    );
  });
  if (host === undefined) return undefined;
  const key = canaryKey ?? randomBytes(16).toString('hex');
  const chance = createHash('sha256').update(key).digest('hex');
  const [target, nonce] = [`baton_${chance.slice(0, 12)}`, chance.slice(12, 36)];
  const file = relativeTo(directory, join(dirname(host.manifest_path), 'tests', `${target}.rs`));
  const planted = plantFile(directory, file, canaryText(nonce));
  if (planted === undefined) return undefined;
  // Cargo builds again what is newer than what was built of it.
  utimesSync(join(directory, file), LONG_AGO, LONG_AGO);
  return {
    target,
    file,
    manifest: host.manifest_path,
    seenIn(tests) {
      const own = tests.filter((test) => test.file === file);
      const [passed] = own.filter(({ path }) => path.join() === 'stands');
      const [failed] = own.filter(({ path }) => path.join() === 'falls');
      return (
        own.length === 2 &&
        passed?.outcome === 'passed' &&
        failed?.outcome === 'failed' &&
        !!failed.failure?.message.includes(nonce)
      );
    },
    remove: () => planted.remove(),
  };
}

const LONG_AGO = new Date('2001-01-01');

function canaryText(nonce: string): string {
  return `#[test]
fn stands() {
    assert_eq!("${nonce}".len(), ${nonce.length});
}

#[test]
fn falls() {
    assert_eq!("${nonce}".len(), 0, "${nonce}");
}
`;
}
