// Listing 10,000 handoffs over MCP beside asking git for the same, many clients at once, and memory over many calls.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openMcpHttp } from '../dist/mcp/http.js';
import { createServer } from '../dist/mcp/server.js';
import { openWorks } from '../dist/mcp/works.js';
import { openBaton } from '../dist/open.js';
import { bar, barAtLeast } from './measure.mjs';
import { importHandoffs } from './sample-handoffs.mjs';

const HANDOFFS = 10_000;
const ROUNDS = 200;
const CHANGED_ROUNDS = 40;
const CLIENTS = 32;
const CALLS = 100;
const MEMORY_AT = [1_000, 5_000, 10_000];
const MAIN = new URL('../dist/cli/main.js', import.meta.url).pathname;
const GENERATIONS = { 2025: 'legacy', 2026: { pin: '2026-07-28' } };
const start = promisify(execFile);

export async function run() {
  const parent = mkdtempSync(join(tmpdir(), 'baton-bench-'));
  try {
    const directory = newRepository(parent, 'full');
    const waiting = await importHandoffs(directory, HANDOFFS);
    await measureLists(directory, waiting);
    await measureMany(newRepository(parent, 'many'));
    await measureMemory(directory);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

function newRepository(parent, name) {
  const directory = join(parent, name);
  execFileSync('git', ['init', '--quiet', directory]);
  execFileSync('git', [...IDENTITY, 'commit', '--quiet', '--allow-empty', '--message=start'], { cwd: directory });
  return directory;
}

const IDENTITY = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost'];

async function measureLists(directory, waiting) {
  const served = await serveHttp(directory);
  const clients = {
    'HTTP, 2026-07-28': await httpClient(served, 2026),
    'HTTP, 2025-11-25': await httpClient(served, 2025),
    'stdio, 2025-11-25': await stdioClient(directory),
  };
  console.log(`\nhandoff_list with ${HANDOFFS.toLocaleString('en')} handoffs, milliseconds`);
  for (const [name, client] of Object.entries(clients)) {
    const [ms] = await times(1, () => list(client));
    console.log(`  ${name.padEnd(44)} first ${ms.toFixed(0).padStart(6)}`);
  }
  const git = await times(20, () => askGit(directory));
  tell('git for-each-ref and git cat-file', git);
  const still = {};
  for (const [name, client] of Object.entries(clients)) {
    still[name] = await times(ROUNDS, () => list(client));
    tell(`${name}, nothing moved`, still[name]);
  }
  const http = clients['HTTP, 2026-07-28'];
  const moved = await times(CHANGED_ROUNDS, () => list(http), {
    before: (round) => call(clients['stdio, 2025-11-25'], 'handoff_accept', { id: waiting[round] }),
  });
  tell('HTTP, 2026-07-28, one moved by another process', moved);
  barAtLeast('handoff_list over HTTP beside git programs, p50', at(git, 50) / at(still['HTTP, 2026-07-28'], 50), 3);
  barAtLeast('handoff_list over HTTP, its p99 beside their p50', at(git, 50) / at(still['HTTP, 2026-07-28'], 99), 1);
  for (const client of Object.values(clients)) await client.close();
  await served.end();
}

/** All at once, each with a client of its own: what they hand on is there in the end. */
async function measureMany(directory) {
  const served = await serveHttp(directory);
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, (_, index) => httpClient(served, index % 2 === 0 ? 2026 : 2025)),
  );
  const begin = performance.now();
  const all = [];
  await Promise.all(
    clients.map(async (client, index) => {
      for (let n = 0; n < CALLS; n++) {
        const tool = n % 10 === 0 ? 'handoff_prepare' : n % 2 === 0 ? 'handoff_list' : 'run_status';
        const given = tool === 'handoff_prepare' ? { to: `many-${index}`, task: `Part ${n}` } : {};
        const before = performance.now();
        await call(client, tool, given);
        all.push(performance.now() - before);
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  console.log(`\n${CLIENTS} clients at once, ${CALLS} calls each: ${Math.round((CLIENTS * CALLS) / seconds)} calls/s`);
  tell('a call among them', all);
  for (const client of clients) await client.close();
  await served.end();
}

/** In this process, so that what is garbage can be collected before it is counted. */
async function measureMemory(directory) {
  const baton = await openBaton({ cwd: directory });
  const works = openWorks();
  const actor = { name: 'bench', kind: 'person' };
  const http = openMcpHttp({
    watch: baton.watch,
    make: (who, onListed) => createServer({ host: baton, version: '0', works }, who, onListed),
  });
  // A request that follows the signal of its client would be held by it: that is the client's memory.
  const fetch = (input, init) => http.fetch(new Request(input, { ...init, signal: undefined }), actor);
  const session = await inProcess(fetch, 2025);
  const senders = [(tool) => call(session, tool), (tool) => sendAlone(fetch, tool)];
  const heaps = [];
  console.log('\nmemory of a server, megabytes');
  for (let n = 1; n <= MEMORY_AT.at(-1); n++) {
    await senders[n % 2](n % 3 === 0 ? 'run_status' : 'handoff_list');
    if (!MEMORY_AT.includes(n)) continue;
    for (let times = 0; times < 3; times++) globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    heaps.push(heapUsed);
    const label = `after ${n.toLocaleString('en')} calls`;
    console.log(`  ${label.padEnd(44)} heap ${megabytes(heapUsed)}  resident ${megabytes(rss)}`);
  }
  bar('heap after 10,000 calls beside that after 1,000', heaps.at(-1) / heaps[0], 1.15);
  await session.close();
  await http.close();
  await works.close();
  baton.close();
}

/** A request of 2026 by hand: the client library of that generation keeps something of each of its calls. */
async function sendAlone(fetch, name) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const response = await fetch('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {}, _meta } }),
  });
  if (!(await response.text()).includes('structuredContent')) throw new Error(`${name} was not answered`);
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1).padStart(7);
}

/** What a script does for the same answer: how each handoff stands, and the first fifty in full. */
async function askGit(directory) {
  const options = { cwd: directory, maxBuffer: 1 << 28 };
  const format = '%(objectname) %(refname) %(contents:subject)';
  const { stdout } = await start('git', ['for-each-ref', `--format=${format}`, 'refs/baton/handoffs/'], options);
  const open = stdout.split('\n').filter((line) => line.endsWith('handoff.prepared'));
  const child = spawn('git', ['cat-file', '--batch'], { cwd: directory, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout.resume();
  child.stdin.end(
    open
      .slice(0, 50)
      .map((line) => `${line.split(' ', 1)[0]}\n`)
      .join(''),
  );
  await once(child, 'close');
}

async function list(client) {
  const { total } = await call(client, 'handoff_list');
  if (total < HANDOFFS / 5 - CHANGED_ROUNDS) throw new Error(`only ${total} are listed`);
}

async function call(client, name, given = {}) {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: given });
  if (isError) throw new Error(`${name}: ${content[0].text}`);
  return structuredContent;
}

async function serveHttp(directory) {
  const child = spawn(process.execPath, [MAIN, 'mcp', '--http', '--port', '0', '--json'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url, clients } = JSON.parse(line);
  const end = async () => {
    child.kill('SIGINT');
    await once(child, 'close');
  };
  return { url, token: clients[0].token, end };
}

function newClient(generation) {
  const options = { versionNegotiation: { mode: GENERATIONS[generation] } };
  return new Client({ name: 'bench', version: '0' }, options);
}

async function httpClient({ url, token }, generation) {
  const client = newClient(generation);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

async function inProcess(fetch, generation) {
  const client = newClient(generation);
  await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch }));
  return client;
}

async function stdioClient(directory) {
  const client = newClient(2025);
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], cwd: directory }));
  return client;
}

async function times(rounds, work, { before } = {}) {
  const all = [];
  for (let round = 0; round < rounds; round++) {
    await before?.(round);
    const begin = performance.now();
    await work();
    all.push(performance.now() - begin);
  }
  return all;
}

function tell(name, all) {
  const figures = [50, 99].map((percent) => `p${percent} ${at(all, percent).toFixed(1).padStart(8)}`);
  console.log(`  ${name.padEnd(44)} ${figures.join('  ')}`);
}

function at(all, percent) {
  const sorted = [...all].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)];
}
