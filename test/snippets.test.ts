import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const ENTRIES = {
  batonpass: 'index',
  'batonpass/schema': 'schema',
  'batonpass/runners': 'runners',
  'batonpass/testing': 'testing/index',
};

/** Fails to compile, so that a compiler which looks at nothing is noticed. */
const WRONG = { name: 'wrong.ts', text: "import { openBaton } from 'batonpass';\nawait openBaton({});\n" };

/** What the barrel of T-007 exports, by name. */
const NAMES = {
  'handoff-types.ts': [
    'AgentId',
    'HandoffPriority',
    'HandoffStatus',
    'HandoffContext',
    'HandoffInstructions',
    'HandoffPackage',
    'ExecutionTraceSnapshot',
    'CreateHandoffRequest',
    'AgentHandoffCoordinator',
  ],
  'trace-types.ts': ['ExecutionTrace', 'TraceDecision', 'TraceMetric', 'TraceError', 'TraceExportData'],
  'summary-types.ts': ['SummaryFeedbackCoordinator', 'OperationStatus', 'FeedbackItem', 'Suggestion', 'SummaryResult'],
};

/** Those of them that are there when a program runs. */
const CLASSES = ['AgentHandoffCoordinator', 'ExecutionTrace', 'SummaryFeedbackCoordinator'];

describe('what is compiled as a user would', { timeout: 240_000 }, () => {
  let problems: readonly string[] = [];
  const snippets = ['README.md', ...documentsIn('docs')].flatMap(snippetsIn);
  const named = Object.entries(NAMES).map(([name, types]) => {
    const imports = types.map((type) => (CLASSES.includes(type) ? type : `type ${type}`));
    const uses = types.map((type, at) => `export ${CLASSES.includes(type) ? 'const' : 'type'} Use${at} = ${type};`);
    return { name, text: [`import { ${imports.join(', ')} } from 'batonpass';`, ...uses].join('\n') };
  });
  const problemsIn = (file: string) => problems.filter((line) => line.startsWith(`${file}(`));

  beforeAll(() => {
    problems = compile([...snippets, ...named, WRONG])
      .trim()
      .split('\n');
  }, 240_000);

  it('is looked at: a wrong call is found', () => {
    expect(problemsIn('wrong.ts')).toEqual([expect.stringMatching(/TS2741: Property 'cwd' is missing/)]);
  });

  it('is every TypeScript snippet in README and docs', () => {
    expect(snippets.length).toBeGreaterThan(5);
    expect(problems.filter((line) => !line.startsWith('wrong.ts('))).toEqual([]);
  });

  it.each([
    ['the eight types of handoffs and their coordinator [R004-47]', 'handoff-types.ts'],
    ['the trace and its four types [R004-48]', 'trace-types.ts'],
    ['the summary and its four types [R004-49]', 'summary-types.ts'],
  ])('finds %s by name', (_, file) => {
    expect(problemsIn(file)).toEqual([]);
    expect(problems).toHaveLength(1);
  });
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
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'baton-snippets-')));
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
  const { stdout } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' });
  rmSync(directory, { recursive: true });
  return stdout;
}
