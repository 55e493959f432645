import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { overwriteObject, recordRun } from '../../../test/recorded-run.ts';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { openRepository } from '../../sys/git/repository.ts';
import type { Entry } from '../store.ts';
import { openGitStore } from './git-store.ts';

async function open(path: string) {
  const store = openGitStore(await openRepository(path));
  onTestFinished(() => store.close());
  return store;
}

async function auditOf(path: string) {
  return (await open(path)).audit('runs/r1');
}

function objectFile(path: string, id: string): string {
  return join(path, '.git/objects', id.slice(0, 2), id.slice(2));
}

function entryAt(entries: readonly Entry[], seq: number): Entry {
  const entry = entries.find(({ event }) => event.seq === seq);
  if (entry === undefined) throw new Error(`no event ${seq}`);
  return entry;
}

describe('the audit of a journal', () => {
  it('finds nothing in a journal as it was written, packed or not, archived or not, or where there is none', async () => {
    const path = temporaryRepository();
    expect(await auditOf(path)).toEqual([]);
    await recordRun(path);
    expect(await auditOf(path)).toEqual([]);
    gitIn(path, 'gc', '--quiet', '--prune=now');
    expect(await auditOf(path)).toEqual([]);
    await (await open(path)).archive(['runs/r1']);
    expect(await auditOf(path)).toEqual([]);
  });

  it('works in a SHA-256 repository', async () => {
    const path = temporaryRepository('--object-format=sha256');
    const { entries } = await recordRun(path);
    expect(await auditOf(path)).toEqual([]);
    overwriteObject(path, entryAt(entries, 2).id, (text) => text.replace('"plan"', '"plam"'));
    expect(await auditOf(path)).toMatchObject([{ place: expect.stringMatching(/^runs\/r1, event 2 \(\w{12}\)$/) }]);
  });

  it('tells every problem, oldest first, and goes on behind changed events', async () => {
    const path = temporaryRepository();
    const { entries } = await recordRun(path);
    for (const seq of [8, 2, 5]) {
      overwriteObject(path, entryAt(entries, seq).id, (text) => text.replace('baton@', 'nobody@'));
    }
    const places = (await auditOf(path)).map(({ place }) => place);
    expect(places).toEqual([2, 5, 8].map((seq) => `runs/r1, event ${seq} (${entryAt(entries, seq).id.slice(0, 12)})`));
  });

  it('goes on behind an event that is no event any more', async () => {
    const path = temporaryRepository();
    const { entries } = await recordRun(path);
    overwriteObject(path, entryAt(entries, 6).id, (text) => text.replace('"seq": 6', '"seq": six'));
    overwriteObject(path, entryAt(entries, 2).id, (text) => text.replace('baton@', 'nobody@'));
    const problems = await auditOf(path);
    expect(problems.map(({ place }) => /event \d/.exec(place)?.[0])).toEqual(['event 2', 'event 6', 'event 6']);
    expect(problems[2]?.what).toMatch(/cannot be read: .*JSON/);
  });

  it.each([
    ['not there', (file: string) => rmSync(file)],
    ['no compressed data', (file: string) => spoil(file, 'garbage')],
    ['empty', (file: string) => spoil(file, '')],
    ['cut off', (file: string) => spoil(file, Buffer.from('789c4bcacf4f5230344f', 'hex'))],
  ])('names an event whose object is %s, and reads on afterwards', async (_, damage) => {
    const path = temporaryRepository();
    const { entries } = await recordRun(path);
    damage(objectFile(path, entryAt(entries, 4).id));
    const store = await open(path);
    const problems = await store.audit('runs/r1');
    expect(problems).toMatchObject([
      {
        place: `runs/r1, event 4 (${entryAt(entries, 4).id.slice(0, 12)})`,
        what: expect.stringContaining('the events before it cannot be reached'),
      },
    ]);
    expect((await store.last('runs/r1'))?.event.seq).toBe(9);
    expect(await store.attachment(entryAt(entries, 2).attachments['report.json'] ?? '')).toBeDefined();
  });

  it.each([
    ['not there', (file: string) => rmSync(file), /missing or damaged beyond reading/],
    ['no compressed data', (file: string) => spoil(file, 'garbage'), /missing or damaged beyond reading/],
  ])('names an attachment that is %s', async (_, damage, why) => {
    const path = temporaryRepository();
    const { entries } = await recordRun(path);
    const entry = entryAt(entries, 4);
    damage(objectFile(path, entry.attachments['report.json'] ?? ''));
    expect(await auditOf(path)).toEqual([
      {
        place: `runs/r1, event 4 (${entry.id.slice(0, 12)}), attachment report.json`,
        what: expect.stringMatching(why),
      },
    ]);
  });

  it('names a phase whose commit is gone or is another', async () => {
    const path = temporaryRepository();
    const { entries, commits } = await recordRun(path);
    rmSync(objectFile(path, commits.green));
    expect(await auditOf(path)).toEqual([
      {
        place: `runs/r1, event 7 (${entryAt(entries, 7).id.slice(0, 12)})`,
        what: `the phase commit: object ${commits.green} is missing or damaged beyond reading.`,
      },
    ]);
    const store = await open(path);
    const { v, seq, ...event } = entryAt(entries, 3).event;
    expect([v, seq]).toEqual([1, 3]);
    await store.append('runs/r1', await store.head('runs/r1'), event, { anchor: commits.red });
    await store.append('runs/r1', await store.head('runs/r1'), event);
    expect((await store.audit('runs/r1')).slice(1).map(({ what }) => what)).toEqual([
      `it speaks of the commit "${commits.plan}" but keeps "${commits.red}".`,
      `it speaks of the commit "${commits.plan}" but keeps null.`,
    ]);
  });

  it('does not walk into the history of others', async () => {
    const path = temporaryRepository();
    await recordRun(path, 'other');
    gitIn(path, 'update-ref', 'refs/baton/runs/r1', 'HEAD');
    const problems = await auditOf(path);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.what).toContain('its message is not an event');
  });

  it('names a journal that was put in the place of another, and a ref that holds no id', async () => {
    const path = temporaryRepository();
    await recordRun(path, 'other');
    gitIn(path, 'update-ref', 'refs/baton/runs/r1', 'refs/baton/runs/other');
    const problems = await auditOf(path);
    expect(problems).toHaveLength(9);
    expect(problems[0]?.what).toBe('it belongs to the run other.');
    writeFileSync(join(path, '.git/refs/baton/runs/r1'), 'ref: refs/heads/main\n');
    expect(await auditOf(path)).toMatchObject([{ place: 'refs/baton/runs/r1' }]);
  });

  it('ends where changed events lead in a circle', async () => {
    const path = temporaryRepository();
    const { entries } = await recordRun(path);
    overwriteObject(path, entryAt(entries, 2).id, (text) =>
      text.replace(/^parent \w+/m, `parent ${entryAt(entries, 6).id}`),
    );
    const problems = await auditOf(path);
    expect(problems.some(({ place }) => place.startsWith('runs/r1, event 2 '))).toBe(true);
    expect(problems.some(({ what }) => what.startsWith('it stands first, where event 1 should be'))).toBe(true);
  });
});

function spoil(file: string, content: string | Buffer): void {
  chmodSync(file, 0o644);
  writeFileSync(file, content);
}
