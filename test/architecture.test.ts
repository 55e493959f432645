import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkSources, type Violation } from './architecture/check.ts';
import { checkDocuments } from './architecture/documents.ts';
import { ROOMS, roomOf } from './architecture/rooms.ts';
import { scanSources } from './architecture/scan.ts';

const repository = join(import.meta.dirname, '..');
const planted = join(import.meta.dirname, 'architecture/planted');

describe('this repository', () => {
  test('keeps the import table and the house rules', () => {
    expect(checkSources(scanSources(repository)).map(sentence)).toEqual([]);
  });

  test('names only paths that exist in its documents', () => {
    expect(checkDocuments(repository).map(sentence)).toEqual([]);
  });

  test('keeps what switches call in a language of src/code as a file of that language, where trees are proved', () => {
    const folders = readdirSync(join(repository, 'src/code'), { withFileTypes: true });
    const languages = folders.filter((one) => one.isDirectory()).map(({ name }) => name);
    const runtimes = readdirSync(join(repository, 'src/engine/switches/runtimes'));
    expect(runtimes.map((file) => parse(file).name).sort()).toEqual(languages.sort());
  });

  test('measures in its benchmarks only what its modules export', () => {
    const files = readdirSync(join(repository, 'bench')).map((name) => join(repository, 'bench', name));
    const imports = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(MEASURED)]);
    expect(imports.length).toBeGreaterThan(10);
    const missing = imports.flatMap(([, names = '', module]) => {
      const path = join(repository, `src/${module}.ts`);
      const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
      const wanted = names.split(',').map((name) => name.trim());
      return wanted.filter((name) => !new RegExp(`\\bexport\\b[^;]*?\\b${name}\\b`).test(text));
    });
    expect(missing).toEqual([]);
  });
});

/** What a benchmark takes from the built modules. */
const MEASURED = /\{([^{}]+)\} (?:from|= await import\() ?'\.\.\/dist\/(.+)\.js'/g;

describe('the import table', () => {
  test('has a row for every room it names', () => {
    const named = Object.values(ROOMS).flatMap((room) => room.mayImport);
    expect(named.filter((place) => roomOf(place) === undefined)).toEqual([]);
  });

  test('lets pure rooms import only pure rooms', () => {
    const pure = Object.values(ROOMS).filter((room) => room.pure);
    const reached = pure.flatMap((room) => room.mayImport);
    expect(reached.filter((place) => !ROOMS[place]?.pure)).toEqual([]);
  });
});

describe('the checks', () => {
  test('find every violation planted in code, and nothing else', () => {
    expect(checkSources(scanSources(planted)).map(ruleAndFile).sort()).toEqual(PLANTED_IN_CODE);
  });

  test('name the whole way round a cycle', () => {
    const cycles = checkSources(scanSources(planted)).filter(({ rule }) => rule === 'import-cycle');
    expect(cycles.map(({ detail }) => detail).sort()).toEqual([
      'src/cli/commands/status.ts -> src/cli/main.ts -> src/cli/commands/status.ts',
      'src/protocol/agent.ts -> src/protocol/trigger.ts -> src/protocol/tier.ts -> src/protocol/agent.ts',
      'src/protocol/itself.ts -> src/protocol/itself.ts',
    ]);
  });

  test('find every violation planted in documents, and nothing else', () => {
    expect(checkDocuments(planted).map(sentence).sort()).toEqual(PLANTED_IN_DOCUMENTS);
  });
});

const PLANTED_IN_CODE = [
  'computed-import src/open.ts',
  'drawer src/types.ts',
  'drawer src/utils/text.ts',
  'file-name src/base/BadName.ts',
  'file-name src/base/snake_case.ts',
  'forbidden-import src/dispatch/imports-runner.ts',
  'forbidden-import src/engine/imports-driver.ts',
  'forbidden-import src/engine/imports-test.ts',
  'forbidden-import src/handoff/imports-engine.ts',
  'forbidden-import src/http/reexports-cli.ts',
  'forbidden-import src/index.ts',
  'forbidden-import src/index.ts',
  'forbidden-import src/store/knows-meaning.ts',
  'forbidden-import src/workflow/type-of-engine.ts',
  'forbidden-import web/imports-value.ts',
  'import-cycle src/cli/commands/status.ts',
  'import-cycle src/protocol/agent.ts',
  'import-cycle src/protocol/itself.ts',
  'node-in-pure-room src/base/reads-disk.ts',
  'node-in-pure-room src/evidence/lazy-builtin.ts',
  'node-in-pure-room src/handoff/bare-builtin.ts',
  'node-in-pure-room src/schema.ts',
  'output-outside-cli src/engine/exits.ts',
  'output-outside-cli src/handoff/prints.ts',
  'output-outside-cli src/mcp/imports-exit.ts',
  'output-outside-cli src/store/writes.ts',
  'output-outside-cli src/store/writes.ts',
  'process-start-outside-sys src/engine/starts-process.ts',
  'process-start-outside-sys src/runners/requires-process.ts',
  'unknown-room src/attic/thing.ts',
  'unknown-room src/stray.ts',
];

const PLANTED_IN_DOCUMENTS = [
  'README.md: links to #gone, but README.md has no such heading (broken-anchor)',
  'README.md: links to docs/gone-by-reference.md, which does not exist (broken-link)',
  'README.md: links to docs/gone.html, which does not exist (broken-link)',
  'README.md: links to docs/gone.md, which does not exist (broken-link)',
  'README.md: links to docs/gone.png, which does not exist (broken-link)',
  'README.md: links to docs/guide.md#no-such-chapter, but docs/guide.md has no such heading (broken-anchor)',
  'README.md: names gone.json, which does not exist (a file of users is listed in test/architecture/documents.ts) (missing-path)',
  'README.md: names src/gone.ts, which does not exist (missing-path)',
  'README.md: names test/gone.ts, which does not exist (missing-path)',
  'docs/guide.md: links to ../../outside.md, which does not exist (broken-link)',
];

function sentence({ rule, file, detail }: Violation): string {
  return `${file}: ${detail} (${rule})`;
}

function ruleAndFile({ rule, file }: Violation): string {
  return `${rule} ${file}`;
}
