// Loaded before the program whose fault points a test wants to use: `node --import preload.mjs dist/cli/main.js ...`. What
// is to happen stands as JSON in CRASH_PLAN:
//   list             a file that gets the name of every fault point that was passed, in order
//   point, nth, act  what happens the nth time a point is passed:
//     {kill: true}       the whole process group dies
//     {killSoon: 300}    it dies so many milliseconds later
//     {errno: 'ENOSPC'}  the operation fails
//     {git: 'dies'}      the git program that is started next does nothing: 'exits' with 128, or 'dies' by SIGKILL;
//                        'forgets' does its work and then exits with 128
//     {hours: -5}        the clock jumps
//     {person: 'b'}      a person puts an empty commit on the branch b, unless git refuses
import childProcess from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onFaultPoint } from '../../dist/base/fault-point.js';

const { list, point, nth, act } = JSON.parse(process.env.CRASH_PLAN ?? '{}');
const passed = [];
let times = 0;
let ailing;

if (act?.git !== undefined) replaceSpawn();
onFaultPoint((name) => {
  if (list !== undefined) passed.push(name);
  if (name === point && ++times === nth) happen();
});
if (list !== undefined) process.on('exit', () => writeFileSync(list, passed.join('\n')));

function happen() {
  const kill = () => process.kill(-process.pid, 'SIGKILL');
  if (act.kill) kill();
  if (act.killSoon !== undefined) setTimeout(kill, act.killSoon);
  if (act.hours !== undefined) jump(act.hours * 3_600_000);
  if (act.git !== undefined) ailing = act.git;
  if (act.person !== undefined) commitOn(`refs/heads/${act.person}`);
  if (act.errno !== undefined) {
    throw Object.assign(new Error(`${act.errno}: injected at ${point}`), {
      code: act.errno,
      errno: -1,
      syscall: 'write',
    });
  }
}

function commitOn(ref) {
  const git = (...args) => childProcess.execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trimEnd();
  const at = git('rev-parse', ref);
  const commit = git('commit-tree', '-m', 'By a person', '-p', at, `${at}^{tree}`);
  try {
    git('update-ref', ref, commit, at);
  } catch {
    // The person is told so, and tries again.
  }
}

function replaceSpawn() {
  const { spawn } = childProcess;
  const scripts = { exits: 'exit 128', dies: 'kill -9 $$', forgets: 'git "$@"; exit 128' };
  childProcess.spawn = (command, args, options) => {
    if (command !== 'git' || ailing === undefined) return spawn(command, args, options);
    const script = scripts[ailing];
    ailing = undefined;
    return spawn('sh', ['-c', script, 'git', ...args], options);
  };
  syncBuiltinESMExports();
}

function jump(ms) {
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) {
      if (given.length === 0) super(Real.now() + ms);
      else super(...given);
    }
    static now() {
      return Real.now() + ms;
    }
  };
}
