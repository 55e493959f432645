import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/repository.ts';
import { writeKept } from './kept-file.ts';
import { endLeftPrograms, openStartedPrograms } from './left-programs.ts';
import { thisProcess } from './process-owner.ts';
import { markedProcesses } from './process-tree.ts';
import { MARK } from './program.ts';

function startMarked(mark: string) {
  return spawn('sleep', ['600'], { env: { PATH: process.env.PATH, [MARK]: mark }, stdio: 'ignore' });
}

it('what a dead process had started is ended, and is known no more', async () => {
  const directory = temporaryDirectory();
  const mark = `left-${Math.random()}`;
  const ended = once(startMarked(mark), 'exit');
  writeKept(join(directory, `${mark}.json`), { mark, owner: { ...thisProcess(), start: 'long ago' } });
  await endLeftPrograms(directory);
  expect((await ended)[1]).toBe('SIGKILL');
  expect(readdirSync(directory)).toEqual([]);
});

it('what a living process has started goes on', async () => {
  const directory = temporaryDirectory();
  const mark = `kept-${Math.random()}`;
  const child = startMarked(mark);
  await once(child, 'spawn');
  const started = openStartedPrograms(directory);
  started.note(mark);
  await endLeftPrograms(directory);
  expect(markedProcesses(MARK, mark)).toEqual([child.pid]);
  child.kill();
  started.strike(mark);
  expect(readdirSync(directory)).toEqual([]);
});

it('a directory that is not there, and files that say nothing, are passed over', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'broken.json'), '{');
  await endLeftPrograms(directory);
  await endLeftPrograms(join(directory, 'nowhere'));
  expect(readdirSync(directory)).toEqual(['broken.json']);
});
