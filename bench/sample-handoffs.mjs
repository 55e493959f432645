// Many stored handoffs at once, made by git's own bulk import in the store's own format.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { contentDigest } from '../dist/engine/content-digest.js';
import { preparePackage } from '../dist/handoff/prepare.js';
import { encodeEntry } from '../dist/store/git/entry-commit.js';

/** Every fifth still waits; the others were accepted and completed. Gives the ids of those that wait. */
export async function importHandoffs(directory, count) {
  const child = spawn('git', ['fast-import', '--quiet'], { cwd: directory, stdio: ['pipe', 'ignore', 'inherit'] });
  const waiting = [];
  for (let n = 0; n < count; n++) {
    const handoff = preparePackage(request(n));
    const content = handoff.toJSON();
    const at = new Date(Date.now() - 60_000 + n).toISOString();
    const steps = [
      { type: 'handoff.prepared', actor: 'dev', data: { handoff: content, digest: contentDigest(content) } },
    ];
    if (n % 5 === 0) waiting.push(handoff.id);
    else {
      steps.push({ type: 'handoff.accepted', actor: 'reviewer', data: {} });
      steps.push({ type: 'handoff.completed', actor: 'reviewer', data: { note: 'No findings' } });
    }
    const events = steps.map((step, index) => ({ v: 1, seq: index + 1, at, run: handoff.id, ...step }));
    if (!child.stdin.write(events.map((event) => piece(handoff.id, event)).join(''))) await once(child.stdin, 'drain');
  }
  child.stdin.end();
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('git fast-import failed');
  return waiting;
}

function request(n) {
  return {
    sourceAgent: 'dev',
    targetAgent: 'reviewer',
    priority: ['normal', 'immediate', 'background'][n % 3],
    context: { artifacts: [`src/part-${n}.ts`], userRequest: 'Make the parser total. '.repeat(20) },
    instructions: { task: `Review part ${n} for what it lets through`, constraints: ['No new dependency'] },
  };
}

function piece(id, event) {
  const commit = encodeEntry({ tree: '', previous: undefined, anchor: undefined, event });
  const [, author, committer] = commit.split('\n');
  const message = commit.slice(commit.indexOf('\n\n') + 2);
  return `commit refs/baton/handoffs/${id}\n${author}\n${committer}\ndata ${Buffer.byteLength(message)}\n${message}\n`;
}
