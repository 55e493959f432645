import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { onDisk } from '../../../sys/durable.ts';
import { LOCK_PATIENCE, takeRefLock } from '../../../sys/git/ref-lock.ts';
import type { Repository } from '../../../sys/git/repository.ts';
import { newWriterFile } from '../../../sys/git/writer-file.ts';
import type { Remote } from './remote.ts';

/** Lets one exchange with a remote run at a time in this repository. The lock of a process that died is broken. */
export async function aloneWith<T>(repository: Repository, remote: Remote, work: () => Promise<T>): Promise<T> {
  const name = `baton/sync-${basename(remote.tracking)}`;
  const own = newWriterFile(repository, name);
  const lock = join(repository.commonDir, `${name}.lock`);
  await onDisk('start an exchange', async () => {
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, '', { flag: 'wx' });
  });
  try {
    await takeRefLock(repository, own, lock, LOCK_PATIENCE);
    try {
      return await work();
    } finally {
      rmSync(lock, { force: true });
    }
  } finally {
    rmSync(own, { force: true });
  }
}
