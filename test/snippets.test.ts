import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from './repository.ts';

const ROOT = join(import.meta.dirname, '..');
const ENTRIES = {
  batonpass: 'index',
  'batonpass/schema': 'schema',
  'batonpass/runners': 'runners',
  'batonpass/testing': 'testing/index',
};

/** Fails to compile, so that a compiler which looks at nothing is noticed. */
const WRONG = { name: 'wrong.ts', text: "import { openBaton } from 'batonpass';\nawait openBaton({});\n" };

it('every TypeScript snippet in README and docs compiles', { timeout: 180_000 }, () => {
  const snippets = ['README.md', ...documentsIn('docs')].flatMap(snippetsIn);
  expect(snippets.length).toBeGreaterThan(5);
  const problems = compile([...snippets, WRONG])
    .trim()
    .split('\n');
  expect(problems).toEqual([expect.stringMatching(/^wrong\.ts\(2,\d+\): error TS2741: Property 'cwd' is missing/)]);
});

interface Snippet {
  /** Says where it is, for the compiler's messages. */
  readonly name: string;
  readonly text: string;
}

function documentsIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return documentsIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

function snippetsIn(document: string): Snippet[] {
  const text = readFileSync(join(ROOT, document), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => {
    const line = text.slice(0, match.index).split('\n').length;
    return { name: `${document.replaceAll('/', '-')}-line-${line}.ts`, text: match[1] ?? '' };
  });
}

/** What the compiler says of files, compiled as a user of the package would, against the source of its entry points. */
function compile(snippets: readonly Snippet[]): string {
  const directory = temporaryDirectory();
  // Snippets that import nothing would share one scope.
  for (const { name, text } of snippets) writeFileSync(join(directory, name), `${text}\nexport {};\n`);
  const paths = Object.entries(ENTRIES).map(([name, file]) => [name, [join(ROOT, `src/${file}.ts`)]] as const);
  const settings = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      paths: Object.fromEntries(paths),
      noUnusedLocals: false,
    },
    include: ['*.ts'],
  };
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(settings));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', directory, '--pretty', 'false'];
  return spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' }).stdout;
}
