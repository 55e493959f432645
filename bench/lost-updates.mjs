// Why the record is not `git notes add`: several processes write at once, and what was acknowledged is counted afterwards.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const EACH = 40;
const start = promisify(execFile);
const self = fileURLToPath(import.meta.url);

export async function run() {
  console.log('\nupdates acknowledged and then lost, by processes writing at once');
  for (const writers of [2, 4, 8]) {
    const notes = await race(writers, 'notes');
    const journal = await race(writers, 'journal');
    const share = (100 * notes.lost) / notes.acknowledged;
    console.log(
      `  ${writers} writers: git notes add lost ${notes.lost} of ${notes.acknowledged} (${share.toFixed(0)} %), the journal ${journal.lost} of ${journal.acknowledged}`,
    );
    if (journal.lost > 0) process.exitCode = 1;
  }
}

async function race(writers, kind) {
  const directory = mkdtempSync(join(tmpdir(), 'baton-bench-'));
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], { cwd: directory }).toString();
  try {
    git('init', '--quiet');
    for (let n = 0; n < writers * EACH; n++) git('commit', '--quiet', '--allow-empty', `--message=${n}`);
    const commits = git('rev-list', 'HEAD').trim().split('\n');
    const shares = Array.from({ length: writers }, (_, w) => commits.slice(w * EACH, (w + 1) * EACH));
    const runs = shares.map((share, w) => start(process.execPath, [self, kind, directory, String(w), ...share]));
    const acknowledged = (await Promise.all(runs)).flatMap(({ stdout }) => stdout.trim().split('\n').filter(Boolean));
    const present = new Set(kind === 'notes' ? noted(git) : await recorded(directory));
    return { acknowledged: acknowledged.length, lost: acknowledged.filter((commit) => !present.has(commit)).length };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const noted = (git) =>
  git('notes', 'list')
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[1]);

async function recorded(directory) {
  const store = await open(directory);
  const entries = await store.read('runs/r1');
  store.close();
  return entries.map(({ event }) => event.data.commit);
}

async function open(directory) {
  const { openGitStore } = await import('../dist/store/git/git-store.js');
  const { openRepository } = await import('../dist/sys/git/repository.js');
  return openGitStore(await openRepository(directory));
}

/** One writer: prints every commit whose record was acknowledged. */
async function write([kind, directory, writer, ...commits]) {
  const store = kind === 'journal' ? await open(directory) : undefined;
  for (const commit of commits) {
    if (store === undefined) {
      try {
        execFileSync(
          'git',
          ['-c', 'user.name=b', '-c', 'user.email=b@localhost', 'notes', 'add', '-m', writer, commit],
          {
            cwd: directory,
            stdio: 'ignore',
          },
        );
      } catch {
        continue;
      }
    } else {
      const event = { type: 'gate.passed', at: new Date().toISOString(), run: 'r1', actor: 'baton', data: { commit } };
      while (!(await store.append('runs/r1', await store.head('runs/r1'), event)).ok);
    }
    console.log(commit);
  }
  store?.close();
}

if (process.argv[1] === self) await write(process.argv.slice(2));
