// Disturbs runs wherever they can be disturbed (docs/evidence.md): npm run crashes [-- --full] [--seed N] [--story NAME]
// [--only WORDS] [--write]. Exit 1: something was lost, done twice, stuck or left behind.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compiled } from './compiled.mjs';

/** Each case keeps about one core busy. */
const AT_ONCE = 2;

const root = join(import.meta.dirname, '..');
const options = readOptions();
const target = compiled(root, 'crashes');
const { casesBeyond, casesFor, playAll, undisturbed } = await import(join(target, 'test/crashes/campaign.js'));
const { describe, drawOutcomes, withTable } = await import(join(target, 'test/crashes/report.js'));
const { DOMAIN_ZERO, STORIES, TDD } = await import(join(target, 'test/crashes/story.js'));
const names = STORIES.map(({ name }) => name);
if (![undefined, ...names].includes(options.story)) refuse(`--story is ${options.story}, not ${names.join(' or ')}.`);

const size = { isFull: options.full, seed: options.seed };
const first = await undisturbed(root, TDD);
const second = await undisturbed(root, DOMAIN_ZERO);
const outcomes = [
  ...(await playStory(first, casesFor(first, size))),
  ...(await playStory(second, casesBeyond(second, first, size))),
];
const table = drawOutcomes(outcomes);
console.log(`\n${table}\n`);
const isGood = outcomes.every(({ findings }) => findings.length === 0);
if (options.write) write();
process.exitCode = isGood ? 0 : 1;

/** Plays those cases of a story that were asked for. */
async function playStory(reference, all) {
  const { story, passings } = reference;
  if (options.story !== undefined && options.story !== story.name) return [];
  const cases = all.filter((one) => JSON.stringify(one).includes(options.only));
  const points = new Set(passings.map(({ point }) => point)).size;
  const passed = `${points} fault points, passed ${passings.length} times`;
  console.log(`${story.name}: ${passed}; ${cases.length} cases, --seed ${options.seed}`);
  const tell = (outcome, done) => {
    if (outcome.findings.length > 0) console.log(describe(outcome));
    if (done % 20 === 0) console.log(`${done} of ${cases.length}`);
  };
  return playAll(root, cases, reference, { atOnce: AT_ONCE, tell });
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        full: { type: 'boolean', default: false },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
        only: { type: 'string', default: '' },
        story: { type: 'string' },
        write: { type: 'boolean', default: false },
      },
    });
    if (!/^\d+$/.test(values.seed)) throw new Error(`--seed is ${values.seed}, not a number.`);
    if (values.write && (values.only !== '' || values.story !== undefined)) {
      throw new Error('--write is for all cases: leave --only and --story out.');
    }
    return { ...values, seed: Number(values.seed) };
  } catch (error) {
    return refuse(error.message);
  }
}

function refuse(message) {
  console.error(`${message}\nUsage: npm run crashes [-- --full] [--seed N] [--story NAME] [--only WORDS] [--write]`);
  process.exit(2);
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
