// A process that writes to a store: it appends events behind whatever head it reads and prints a line for each one it
// was told is recorded. Tests kill it, race it and cut its power. Options come as one JSON argument:
//   repository, writer   where it writes, and the name its events carry
//   journals, events     how many events, spread over which journals in turn
//   attachments          whether each event brings two files
//   create               only tries to create each journal, once, all writers at the same time: { startAt, everyMs }
//   fault                dies at the nth time it passes a fault point: { name, occurrence }; `name` '*' prints them all
//   unflushed            never waits for the disk, to show that a test of durability can fail
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

const options = JSON.parse(process.argv[2] ?? '{}');

if (options.unflushed) {
  for (const name of ['fsync', 'fdatasync']) {
    fs[name] = (_fd, done) => setImmediate(done, null);
    fs[`${name}Sync`] = () => undefined;
  }
  syncBuiltinESMExports();
}

const { onFaultPoint } = await import('../../dist/base/fault-point.js');
const { openRepository } = await import('../../dist/sys/git/repository.js');
const { openGitStore } = await import('../../dist/store/git/git-store.js');

try {
  const store = openGitStore(await openRepository(options.repository));
  if (options.fault) dieAt(options.fault);
  await (options.create ? create(store, options.create) : append(store));
  store.close();
} catch (error) {
  print('error', error.code ?? 'unknown', error.message);
  process.exitCode = 1;
}

async function append(store) {
  for (let n = 1; n <= options.events; n++) {
    const journal = options.journals[n % options.journals.length];
    for (;;) {
      const appended = await store.append(journal, await store.head(journal), eventOf(journal, n), extrasOf(n));
      if (!appended.ok) continue;
      print('ack', journal, appended.head, options.writer, n);
      break;
    }
  }
}

async function create(store, { startAt, everyMs }) {
  for (const [index, journal] of options.journals.entries()) {
    await sleep(Math.max(0, startAt + index * everyMs - Date.now()));
    const appended = await store.append(journal, undefined, eventOf(journal, 1));
    print(appended.ok ? 'ack' : 'lost', journal, appended.head, options.writer, 1);
  }
}

function eventOf(journal, n) {
  const run = journal.slice(journal.indexOf('/') + 1);
  return {
    type: 'gate.passed',
    at: new Date().toISOString(),
    run,
    actor: 'baton',
    data: { writer: options.writer, n },
  };
}

function extrasOf(n) {
  if (!options.attachments) return {};
  return {
    attachments: { 'report.json': JSON.stringify({ writer: options.writer, n }), 'same.txt': 'always the same' },
  };
}

function dieAt({ name, occurrence }) {
  let passed = 0;
  onFaultPoint((point) => {
    if (name === '*') print('point', point);
    else if (point === name && ++passed === occurrence) process.kill(process.pid, 'SIGKILL');
  });
}

/** In one system call, so that what was printed is what had happened, whenever the process dies. */
function print(...words) {
  fs.writeSync(1, `${words.join(' ')}\n`);
}
