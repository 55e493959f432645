// Disturbs a run wherever it can be disturbed (docs/evidence.md): npm run crashes [-- --full] [--seed N] [--only WORDS]
// [--write]. Exit 1: something was lost, done twice, stuck or left behind.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** Each case keeps about one core busy. */
const AT_ONCE = 2;

const root = join(import.meta.dirname, '..');
const options = readOptions();
const target = compile();
const { casesFor, playAll, undisturbed } = await import(join(target, 'test/crashes/campaign.js'));
const { describe, drawOutcomes, withTable } = await import(join(target, 'test/crashes/report.js'));

const reference = await undisturbed(root);
const all = casesFor(reference, { isFull: options.full, seed: options.seed });
const cases = all.filter((one) => JSON.stringify(one).includes(options.only));
const points = new Set(reference.passings.map(({ point }) => point)).size;
console.log(
  `${points} fault points, passed ${reference.passings.length} times; ${cases.length} cases, --seed ${options.seed}`,
);
const outcomes = await playAll(root, cases, reference, { atOnce: AT_ONCE, tell });
const table = drawOutcomes(outcomes);
console.log(`\n${table}\n`);
const isGood = outcomes.every(({ findings }) => findings.length === 0);
if (options.write) write();
process.exitCode = isGood ? 0 : 1;

function tell(outcome, done) {
  if (outcome.findings.length > 0) console.log(describe(outcome));
  if (done % 20 === 0) console.log(`${done} of ${cases.length}`);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        full: { type: 'boolean', default: false },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
        only: { type: 'string', default: '' },
        write: { type: 'boolean', default: false },
      },
    });
    if (!/^\d+$/.test(values.seed)) throw new Error(`--seed is ${values.seed}, not a number.`);
    if (values.write && values.only !== '') throw new Error('--write is for all cases: leave --only out.');
    return { ...values, seed: Number(values.seed) };
  } catch (error) {
    console.error(`${error.message}\nUsage: npm run crashes [-- --full] [--seed N] [--only WORDS | --write]`);
    process.exit(2);
  }
}

/** The driver is TypeScript and Node 20 runs none: it is compiled beside the other caches. */
function compile() {
  const place = join(root, 'node_modules/.cache/baton-crashes');
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'test/crashes')], { stdio: 'inherit' });
  if (status !== 0) process.exit(2);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }\n');
  return place;
}

function write() {
  if (!isGood) return console.log('Not written into the documents: not all came out as it should.');
  const words = options.full ? 'npm run crashes -- --full' : 'npm run crashes';
  const day = new Date().toISOString().slice(0, 10);
  for (const name of ['README.md', 'docs/evidence.md']) {
    const file = join(root, name);
    writeFileSync(file, withTable(readFileSync(file, 'utf8'), table, words, day));
  }
}
