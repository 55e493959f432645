// An agent that does what a plan says: `node planned.mjs plan.json`. The plan is a list of sessions; the first one that
// fits phase, cycle and attempt is played. Without any the agent says that it is not set up (exit code 78).
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { BATON_PHASE: phase = '', BATON_CYCLE, BATON_ATTEMPT, BATON_OUTPUT = '' } = process.env;
const prompt = readFileSync(0, 'utf8');
const session = pick(JSON.parse(readFileSync(process.argv[2], 'utf8')), {
  phase,
  cycle: Number(BATON_CYCLE),
  attempt: Number(BATON_ATTEMPT),
});

for (const command of session.run ?? []) {
  const { status } = spawnSync('sh', ['-c', command], { input: prompt, stdio: ['pipe', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}
for (const [path, text] of Object.entries(session.write ?? {})) writeFileSync(placeFor(path), text);
for (const [path, text] of Object.entries(session.append ?? {})) appendFileSync(placeFor(path), text);
for (const path of session.delete ?? []) rmSync(path, { recursive: true });
if (session.print !== undefined) console.log(session.print);
if (session.prints_environment) console.log(`ENVIRONMENT ${JSON.stringify(process.env)}`);
await sleep(session.wait_ms ?? 0);
if (session.result !== undefined) {
  const { result } = session;
  writeFileSync(BATON_OUTPUT, typeof result === 'string' ? result : JSON.stringify(result));
}
process.exitCode = session.exit ?? 0;

function pick(plan, place) {
  const fits = (one) => ['phase', 'cycle', 'attempt'].every((key) => one[key] === undefined || one[key] === place[key]);
  const first = plan.find(fits);
  if (first !== undefined) return first;
  console.error(`The plan has no session for ${JSON.stringify(place)}.`);
  process.exit(78);
}

function placeFor(path) {
  mkdirSync(dirname(path), { recursive: true });
  return path;
}
