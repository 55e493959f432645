import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { TestReport } from '../../../src/evidence/report.ts';
import { projectFiles } from '../../../src/sys/project-files.ts';
import { temporaryDirectory } from '../../repository.ts';
import { requestFor } from '../request.ts';
import type { Deeds, Missing } from './promises.ts';
import { projectWith, type Subject } from './story.ts';

export interface EndedRun {
  readonly report: TestReport;
  /** The process that the test left running in a session of its own. */
  readonly daemon: number;
  /** Files that were not there before. */
  readonly left: readonly string[];
}

/** Runs a test that starts a daemon and hangs; again with more time if it had not begun. */
export async function runUntilDeadline(
  subject: Subject,
  { test, deadlines = [2_500, 8_000, 30_000] }: Deeds,
): Promise<EndedRun> {
  const { files, request } = test(START_DAEMON);
  for (const timeoutMs of deadlines) {
    const directory = projectWith(subject, files);
    const before = new Set(projectFiles(directory).files);
    const asked = requestFor(directory, { ...request, timeoutMs });
    const report = await subject.driver.run(asked);
    const mark = join(asked.scratch, 'tmp/daemon.pid');
    if (!existsSync(mark)) continue;
    const left = projectFiles(directory).files.filter((file) => !before.has(file));
    return { report, daemon: Number(readFileSync(mark, 'utf8')), left };
  }
  throw new Error(`The test did not begin within ${deadlines.at(-1)} ms.`);
}

const START_DAEMON = 'setsid sleep 600 > /dev/null 2>&1 & echo $! > "$TMPDIR/daemon.pid"';

/** Whether a process is gone, or waits only for somebody to ask how it ended. */
export function isDead(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() === '' || stdout.trim().startsWith('Z');
}

/** Runs a project where its packages or programs are not installed; it must be told how to get them and left alone. */
export async function runWithout(subject: Subject, { files, request, without, message }: Missing): Promise<void> {
  const directory = projectWith({ ...subject, ...(without === 'packages' ? { installed: false } : {}) }, files);
  const before = projectFiles(directory).files;
  if (without !== 'packages') {
    vi.stubEnv('PATH', pathWithout(without));
    onTestFinished(() => void vi.unstubAllEnvs());
  }
  await expect(subject.driver.run(directory, request)).rejects.toMatchObject({
    code: 'missing_program',
    message: expect.stringMatching(message),
  });
  expect(projectFiles(directory).files).toEqual(before);
}

/** A path with all that a shell usually finds, but for some programs. */
function pathWithout(programs: RegExp): string {
  const directory = temporaryDirectory();
  const found = ['/bin', '/usr/bin'].flatMap((place) => readdirSync(place).map((name) => [name, place] as const));
  for (const [name, place] of new Map(found))
    if (!programs.test(name)) symlinkSync(join(place, name), join(directory, name));
  return directory;
}
