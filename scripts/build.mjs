// Bundles src/ into dist/, beside its types and the files that are no TypeScript: reporters, prompts.
// A program of a few large files starts in half the time that one of hundreds of small ones takes.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [source, target] = [join(root, 'src'), join(root, 'dist')];

const PACKAGE = ['cli/main', 'index', 'schema', 'runners', 'testing/index'];
/** What scripts and the programs of tests load by itself; in a test it must be the module that the program loaded. */
const PARTS = [
  'base/fault-point',
  'sys/git/repository',
  'sys/git/writer-file',
  'store/git/git-store',
  'engine/workflows',
  'workflow/document',
];

/** Packages of many small files: bundled, they load several times faster. */
const BUNDLED = ['zod', 'yaml', 'smol-toml', '@secretlint/secretlint-rule-preset-recommend'];

/** The grammars that source is parsed with, from their packages. */
const GRAMMARS = [
  'tree-sitter-typescript/tree-sitter-typescript.wasm',
  'tree-sitter-typescript/tree-sitter-tsx.wasm',
  'tree-sitter-python/tree-sitter-python.wasm',
  'tree-sitter-go/tree-sitter-go.wasm',
  'tree-sitter-rust/tree-sitter-rust.wasm',
  'tree-sitter-java/tree-sitter-java.wasm',
];

rmSync(target, { recursive: true, force: true });
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
if (status !== 0) process.exit(1);

const imports = new Map();
const bundle = await rolldown({
  input: Object.fromEntries(entries().map((entry) => [entry, join(source, `${entry}.ts`)])),
  platform: 'neutral',
  // Its build for browsers is made of modules, the one for Node of scripts, which cannot be bundled for a browser.
  resolve: { alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') } },
  external: (id) =>
    !id.startsWith('.') && !isAbsolute(id) && !BUNDLED.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [{ name: 'place', transform: rememberPlace, renderChunk: keepPlace, moduleParsed: rememberImports }],
});
await bundle.write({
  dir: target,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  codeSplitting: {
    groups: [
      { name: 'startup', test: (id) => loadedBy('cli/main').has(id), minShareCount: 2, priority: 3 },
      { name: 'formats', test: (id) => loadedBy('schema').has(id), priority: 2 },
      { name: 'handoff', test: (id) => loadedBy('index').has(id), priority: 1 },
      { name: 'core', minShareCount: 8 },
    ],
  },
});
await bundle.close();
cpSync(source, target, { recursive: true, filter: (path) => statSync(path).isDirectory() || isShipped(path) });
for (const grammar of GRAMMARS) {
  const file = join(root, 'node_modules', grammar);
  cpSync(file, join(target, 'code/grammars', basename(grammar)));
  cpSync(join(dirname(file), 'LICENSE'), join(target, 'code/grammars', `${dirname(grammar)}.LICENSE`));
}
for (const name of BUNDLED) {
  cpSync(join(root, 'node_modules', name, 'LICENSE'), join(target, 'chunks', `${basename(name)}.LICENSE`));
}
chmodSync(join(target, 'cli/main.js'), 0o755);

/** What is read as text when Baton runs, also where it is TypeScript. */
function isShipped(path) {
  return extname(path) !== '.ts' || path.startsWith(join(source, 'engine/switches/runtimes'));
}

/** With `--bench` also the modules that benchmarks import by themselves. */
function entries() {
  const shipped = [...PACKAGE, ...PARTS];
  if (!process.argv.includes('--bench')) return shipped;
  const folder = join(root, 'bench');
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const measured = texts.flatMap((text) => [...text.matchAll(/'\.\.\/dist\/(.+)\.js'/g)].map(([, entry]) => entry));
  return [...new Set([...shipped, ...measured])];
}

function rememberImports({ id, importedIds }) {
  imports.set(id, importedIds);
}

/** What an entry loads at once, by itself and by what it imports. */
function loadedBy(entry) {
  const found = new Set();
  const visit = (id) => {
    if (found.has(id)) return;
    found.add(id);
    imports.get(id)?.forEach(visit);
  };
  visit(join(source, `${entry}.ts`));
  return found;
}

/** A module finds the files beside it where they were before it went into a chunk. */
function rememberPlace(code, id) {
  if (!code.includes('import.meta.url')) return undefined;
  const place = relative(source, id).replace(/\.ts$/, '.js');
  return code.replaceAll('import.meta.url', `new URL("place:${place}", import.meta.url)`);
}

function keepPlace(code, { fileName }) {
  const up = '../'.repeat(fileName.split('/').length - 1);
  return code.replaceAll('new URL("place:', `new URL("./${up}`);
}
