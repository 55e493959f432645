// Explores the machine of a run (docs/model.md): npm run model [-- --depth N] [--write]. Exit 1: a rule is broken, or a
// mutant was not caught.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compiled } from './compiled.mjs';

const root = join(import.meta.dirname, '..');
const options = readOptions();
const { checkModel, isSound, withTables } = await import(checker());
const findings = checkModel(options.depth, (text) => console.log(text));
if (options.write) writeTables(findings);
process.exitCode = isSound(findings) ? 0 : 1;

function readOptions() {
  try {
    const { values } = parseArgs({ options: { depth: { type: 'string' }, write: { type: 'boolean' } } });
    if (values.depth === undefined) return values;
    if (!/^[1-9]\d*$/.test(values.depth)) throw new Error(`--depth is ${values.depth}, not a number of events from 1.`);
    if (values.write) throw new Error('--write is for the whole exploration: leave --depth out.');
    return { depth: Number(values.depth) };
  } catch (error) {
    console.error(`${error.message}\nUsage: npm run model [-- --depth N | --write]`);
    process.exit(2);
  }
}

/** The checker, with the workflows that it reads beside it. */
function checker() {
  const place = compiled(root, 'model');
  cpSync(join(root, 'src/workflow/workflows'), join(place, 'src/workflow/workflows'), { recursive: true });
  return join(place, 'test/model/check.js');
}

function writeTables(findings) {
  const file = join(root, 'docs/model.md');
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(file, withTables(readFileSync(file, 'utf8'), findings, today));
}
