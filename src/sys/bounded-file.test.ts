import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../test/repository.ts';
import { readBounded } from './bounded-file.ts';

it('a regular file is read up to its limit', () => {
  const path = join(temporaryDirectory(), 'file');
  writeFileSync(path, 'x'.repeat(200_000));
  expect(readBounded(path, 200_000)).toEqual({ bytes: Buffer.from('x'.repeat(200_000)) });
  expect(readBounded(path, 199_999)).toEqual({ problem: 'is larger than 199999 bytes' });
  writeFileSync(path, '');
  expect(readBounded(path, 10)).toEqual({ bytes: Buffer.alloc(0) });
  expect(() => readBounded(`${path}.gone`, 10)).toThrow('ENOENT');
});

it('a pipe nobody writes to, a device without end, a socket and a directory are refused at once', async () => {
  const directory = temporaryDirectory();
  execFileSync('mkfifo', [join(directory, 'pipe')]);
  const server = createServer().listen(join(directory, 'socket'));
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  expect(readBounded(join(directory, 'pipe'), 10)).toEqual({ problem: 'is a named pipe, not a regular file' });
  expect(readBounded('/dev/zero', 10)).toEqual({ problem: 'is a device, not a regular file' });
  expect(readBounded(join(directory, 'socket'), 10)).toEqual({ problem: 'is a socket, not a regular file' });
  expect(readBounded(directory, 10)).toEqual({ problem: 'is a directory, not a regular file' });
});

it('what a file says of its size is not believed', () => {
  expect(readBounded('/proc/self/status', 10)).toEqual({ problem: 'is larger than 10 bytes' });
});
