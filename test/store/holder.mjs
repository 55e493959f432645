// A process that holds the lock of a ref for good, the way Baton does: by a link to a file named after itself.
// Arguments: a directory of the repository, and the ref. Prints the path of the lock when it holds it.
import { linkSync, mkdirSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openRepository } from '../../dist/sys/git/repository.js';
import { newWriterFile } from '../../dist/sys/git/writer-file.js';

const [, , directory = '', ref = ''] = process.argv;
const repository = await openRepository(directory);
const own = newWriterFile(repository, ref);
const lock = join(repository.commonDir, `${ref}.lock`);
mkdirSync(dirname(own), { recursive: true });
mkdirSync(dirname(lock), { recursive: true });
writeFileSync(own, `${'1'.repeat(repository.zeroId.length)}\n`);
linkSync(own, lock);
writeSync(1, `${lock}\n`);
setInterval(() => undefined, 60_000);
