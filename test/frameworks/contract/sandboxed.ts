import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestReport } from '../../../src/evidence/report.ts';
import { cleanEnvironment } from '../../../src/sys/environment.ts';
import { runProgram } from '../../../src/sys/program.ts';
import { findSandbox, sandboxed } from '../../../src/sys/sandbox.ts';
import { requestFor } from '../request.ts';
import type { Sandboxed } from './promises.ts';
import { projectWith, type Story, type Subject } from './story.ts';

/** Runs a story with no network, a hidden home and dependencies that cannot be written; not at all without a sandbox. */
export async function runSandboxed(
  subject: Subject,
  { files, request: asked }: Story,
  { mount }: Pick<Sandboxed, 'mount'>,
): Promise<TestReport | undefined> {
  if ((await findSandbox()).kind === 'none') return undefined;
  const directory = projectWith({ ...subject, installed: false }, files);
  const mounts = mount === undefined ? [] : [{ from: mount.from, to: join(directory, mount.to) }];
  for (const { to } of mounts) mkdirSync(to, { recursive: true });
  const request = requestFor(directory, asked);
  const { scratch, timeoutMs } = request;
  const places = { home: join(scratch, 'home'), temporary: join(scratch, 'tmp') };
  const writable = [directory, scratch, ...subject.driver.caches];
  return subject.driver.run({
    ...request,
    start: (program, more) =>
      runProgram({
        program: sandboxed(program, { writable, mounts, network: false, cwd: directory }),
        cwd: directory,
        environment: cleanEnvironment(places, { CI: 'true', ...more }),
        timeoutMs,
      }),
  });
}
