// A durable append and a read of the journal beside spawning git for a note, at growing history and in a grown process.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { encodeEntry } from '../dist/store/git/entry-commit.js';
import { openGitStore } from '../dist/store/git/git-store.js';
import { openRepository } from '../dist/sys/git/repository.js';
import { bar, barAtLeast, median } from './measure.mjs';

const HISTORIES = [0, 1_000, 10_000, 100_000];
const ROUNDS = 60;
const SETTLE_MS = 6_000;
const BALLAST_MB = 300;
const IDENTITY = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost'];

/** An event of about 4 KB, as large as a handoff. */
const event = (n) => ({
  type: 'gate.passed',
  at: new Date(1_700_000_000_000 + n * 1000).toISOString(),
  run: 'r1',
  phase: 'green',
  cycle: 1,
  actor: 'baton',
  data: { n, text: 'All gates passed on evidence. '.repeat(130) },
});

export async function run() {
  const directory = mkdtempSync(join(tmpdir(), 'baton-bench-'));
  try {
    await measureAll(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measureAll(directory) {
  const sqlite = await openSqlite(directory);
  const results = [];
  // The first to be measured would be the only one whose code is not compiled yet.
  await measureAt(directory, 0, sqlite, 'warm-up');
  for (const history of HISTORIES)
    results.push(await measureAt(directory, history, sqlite, `${history.toLocaleString('en')} events`));
  const ballast = Buffer.alloc(BALLAST_MB * 1024 * 1024, 1);
  results.push(
    await measureAt(directory, 0, sqlite, `0 events, process of ${Math.round(process.memoryUsage().rss / 1e6)} MB`),
  );
  tell(results);
  const [fresh, , , long, large] = results;
  barAtLeast('durable append beside spawned git notes add', fresh.notesAdd / fresh.append, 2.5);
  barAtLeast(`the same in a process of ${ballast.length / 1024 / 1024} MB and more`, large.notesAdd / large.append, 8);
  barAtLeast('read beside spawned git notes show', fresh.notesShow / fresh.read, 15);
  bar('append at 100,000 events beside an empty journal', long.append / fresh.append, 1.5);
  bar('read at 100,000 events beside an empty journal', long.read / fresh.read, 1.5);
}

/**
 * Medians in milliseconds. Every round does each thing once, so that noise hits all alike. Repositories are left until
 * the end and the disk is given a moment: a file system is slow to make new files just after many were deleted.
 */
async function measureAt(parent, history, sqlite, label) {
  const directory = mkdtempSync(join(parent, 'repository-'));
  execFileSync('git', ['init', '--quiet', directory]);
  execFileSync('git', [...IDENTITY, 'commit', '--quiet', '--allow-empty', '--message=start'], { cwd: directory });
  if (history > 0) await importHistory(directory, history);
  execFileSync('sync');
  await setTimeout(SETTLE_MS);
  const writer = openGitStore(await openRepository(directory));
  const reader = openGitStore(await openRepository(directory));
  const times = { append: [], read: [], notesAdd: [], notesShow: [], sqlite: [] };
  let head = await writer.head('runs/r1');
  for (let round = -5; round < ROUNDS; round++) {
    const timed = async (name, call) => {
      await settleDisk();
      const start = performance.now();
      const result = await call();
      if (round >= 0) times[name].push(performance.now() - start);
      return result;
    };
    const next = event(history + round + 6);
    const text = JSON.stringify(next);
    const appended = await timed('append', () => writer.append('runs/r1', head, next));
    if (!appended.ok) throw new Error('lost a race nobody else ran');
    head = appended.head;
    const last = await timed('read', () => reader.last('runs/r1'));
    if (last.id !== head) throw new Error('read something else than was written');
    await timed('notesAdd', () => spawned(directory, [...IDENTITY, 'notes', 'add', '-f', '-m', text, 'HEAD']));
    await timed('notesShow', () => spawned(directory, ['notes', 'show', 'HEAD']));
    if (sqlite !== undefined) await timed('sqlite', () => sqlite(text));
  }
  writer.close();
  reader.close();
  return { label, ...Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)])) };
}

/**
 * Everybody starts with nothing unwritten. Git leaves its files to be written later, and who waits for the disk next
 * would wait for those too.
 */
async function settleDisk() {
  await start('sync');
  await setImmediate();
}

/** A journal of the wanted length, made by git's own bulk import in the store's own format, piece by piece. */
async function importHistory(directory, count) {
  const child = spawn('git', ['fast-import', '--quiet'], { cwd: directory, stdio: ['pipe', 'ignore', 'inherit'] });
  for (let n = 1; n <= count; n++) {
    const commit = encodeEntry({
      tree: '',
      previous: undefined,
      anchor: undefined,
      event: { v: 1, seq: n, ...event(n) },
    });
    const [, author, committer] = commit.split('\n');
    const message = commit.slice(commit.indexOf('\n\n') + 2);
    const piece = `commit refs/baton/runs/r1\n${author}\n${committer}\ndata ${Buffer.byteLength(message)}\n${message}\n`;
    if (!child.stdin.write(piece)) await once(child.stdin, 'drain');
  }
  child.stdin.end();
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('git fast-import failed');
}

/** Spawns git the way a program does that must not stand still meanwhile: without blocking, as our own calls do not. */
const start = promisify(execFile);

async function spawned(directory, args) {
  await start('git', args, { cwd: directory });
}

/** SQLite is shown for scale where it is installed; it needs a compiler to install, so it is not a dependency. */
async function openSqlite(directory) {
  try {
    const { default: Database } = await import('better-sqlite3');
    const database = new Database(join(directory, 'scale.db'));
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.exec('CREATE TABLE events (n INTEGER PRIMARY KEY, text TEXT)');
    const insert = database.prepare('INSERT INTO events (text) VALUES (?)');
    return (text) => insert.run(text);
  } catch {
    console.log('(SQLite for scale is left out: `npm install --no-save better-sqlite3@12` brings it)');
    return undefined;
  }
}

function tell(results) {
  console.log('\nthe journal, medians in ms; notes are written and shown by spawned git, not durable');
  console.log(`  ${''.padEnd(34)}   append  notes add          read  notes show        SQLite`);
  for (const { label, append, notesAdd, read, notesShow, sqlite } of results) {
    const ratio = (a, b) => `x${(b / a).toFixed(1)}`.padStart(6);
    const ms = (value) => (value === undefined ? '-' : value.toFixed(2)).padStart(8);
    console.log(
      `  ${label.padEnd(34)} ${ms(append)} ${ms(notesAdd)} ${ratio(append, notesAdd)} ${ms(read)} ${ms(notesShow)} ${ratio(read, notesShow)} ${ms(sqlite)}`,
    );
  }
}
