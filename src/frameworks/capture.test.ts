import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requestFor } from '../../test/frameworks/request.ts';
import { temporaryDirectory } from '../../test/repository.ts';
import { endOf, endOfFile, openRegular, readLimited, startCaptured } from './capture.ts';
import { keepFile, plantFile } from './planted-file.ts';

describe('a captured program', () => {
  it('has its standard output in a file of its own, the other stream apart', async () => {
    const request = requestFor(temporaryDirectory());
    const ran = await startCaptured(request, 'out', ['sh', '-c', 'echo a; echo b >&2; exit 3'], {});
    expect([readLimited(ran.stdout, 100).text, ran.output, ran.exitCode, ran.cut]).toEqual(['a\n', 'b\n', 3, false]);
  });

  it('ended by a signal is told so', async () => {
    const request = requestFor(temporaryDirectory());
    expect(await startCaptured(request, 'out', ['sh', '-c', 'kill -SEGV $$'], {})).toMatchObject({
      exitCode: null,
      signal: 'SIGSEGV',
    });
    expect(endOf({ exitCode: 255, signal: null })).toEqual({ exitCode: 255, signal: null });
  });
});

describe('what a run may leave in place of a file', () => {
  it('a link, a pipe and a directory are not read', async () => {
    const directory = temporaryDirectory();
    symlinkSync('/etc/passwd', join(directory, 'link'));
    await requestFor(directory).start(['mkfifo', join(directory, 'pipe')], {});
    expect(existsSync(join(directory, 'pipe'))).toBe(true);
    mkdirSync(join(directory, 'folder'));
    for (const name of ['link', 'pipe', 'folder', 'nothing']) {
      expect(openRegular(join(directory, name))).toBeUndefined();
      expect(readLimited(join(directory, name), 10)).toEqual({ text: '', cut: true });
      expect(endOfFile(join(directory, name))).toBe('');
    }
  });

  it('a link is never written through', () => {
    const outside = join(temporaryDirectory(), 'precious');
    writeFileSync(outside, 'precious');
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'Cargo.lock'), 'mine');
    const kept = keepFile(directory, join(directory, 'Cargo.lock'));
    rmSync(join(directory, 'Cargo.lock'));
    symlinkSync(outside, join(directory, 'Cargo.lock'));
    kept.restore();
    expect([readFileSync(outside, 'utf8'), readFileSync(join(directory, 'Cargo.lock'), 'utf8')]).toEqual([
      'precious',
      'mine',
    ]);
  });

  it('a file is not planted through a link that leads out, nor over another', () => {
    const outside = temporaryDirectory();
    const directory = temporaryDirectory();
    symlinkSync(outside, join(directory, 'tests'));
    expect(plantFile(directory, 'tests/a.rs', 'x')).toBeUndefined();
    expect(existsSync(join(outside, 'a.rs'))).toBe(false);
    writeFileSync(join(directory, 'b.rs'), 'mine');
    expect(plantFile(directory, 'b.rs', 'x')).toBeUndefined();
    expect(readFileSync(join(directory, 'b.rs'), 'utf8')).toBe('mine');
  });

  it('a planted file goes with the folders made for it', () => {
    const directory = temporaryDirectory();
    const planted = plantFile(directory, 'a/b/c.rs', 'x');
    expect(existsSync(join(directory, 'a/b/c.rs'))).toBe(true);
    planted?.remove();
    expect(existsSync(join(directory, 'a'))).toBe(false);
  });
});
