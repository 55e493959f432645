import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { gitIn, temporaryDirectory } from '../repository.ts';

/** Why disks cannot be mounted here, or nothing where they can. */
export function whyNoMounts(kind: 'ext4' | 'tmpfs'): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux, to mount a disk';
  if (kind === 'ext4' && !succeeds('mkfs.ext4', '-V')) return 'needs mkfs.ext4';
  const directory = temporaryDirectory();
  try {
    unmount(kind === 'tmpfs' ? mountTmpfs(1) : mountImage(newImage(join(directory, 'image'), 8)));
    return undefined;
  } catch {
    return `needs to mount ${kind}, which this system does not allow`;
  }
}

/** A file that holds an empty ext4 file system. */
export function newImage(path: string, megabytes: number): string {
  writeFileSync(path, '');
  truncateSync(path, megabytes * 2 ** 20);
  run('mkfs.ext4', '-q', '-F', path);
  return path;
}

/** Mounts an image beside it. Nothing is written to it by time alone: only what is waited for reaches the image. */
export function mountImage(image: string): string {
  const place = `${image}-mounted`;
  mkdirSync(place);
  return mount(place, ['-o', 'loop,commit=300', image]);
}

/** A disk of so many megabytes in memory. */
export function mountTmpfs(megabytes: number): string {
  const place = join(temporaryDirectory(), 'disk');
  mkdirSync(place);
  return mount(place, ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs']);
}

/** Mounts a disk again with other options, such as `ro`. */
export function remount(place: string, options: string): void {
  run('mount', '-o', `remount,${options}`, place);
}

/** A repository on a disk, safely on it. */
export function repositoryOn(place: string, prepare: (path: string) => void = () => undefined): string {
  const path = join(place, 'repository');
  run('git', 'init', '--quiet', '--initial-branch=main', path);
  gitIn(path, 'commit', '--quiet', '--allow-empty', '--message=start');
  prepare(path);
  run('sync', '--file-system', place);
  return path;
}

export function unmount(place: string): void {
  if (!succeeds('mountpoint', '--quiet', place)) return;
  if (!succeeds('umount', place)) run('umount', '--lazy', place);
}

function mount(place: string, args: readonly string[]): string {
  run('mount', ...args, place);
  onTestFinished(() => {
    unmount(place);
    rmSync(place, { recursive: true, force: true });
  });
  return place;
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'pipe' });
}

function succeeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
