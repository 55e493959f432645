import { configSchema } from '../protocol/config-schema.ts';
import { wrap } from './plain-text.ts';

/** What is known about a project's tests. */
export interface KnownTests {
  readonly framework: string;
  readonly directory: string;
}

/** A commented baton.yaml: every key with what it means, those that are known set, all others shown by an example. */
export function configText(known: KnownTests | undefined, suiteLines: readonly string[] = []): string {
  const keys = Object.entries(innerKeys(configSchema)).map(([key, schema]) =>
    key === 'tests' && suiteLines.length > 0
      ? [`# ${descriptionOf(schema)}`, ...suiteLines]
      : describeKey([key], schema, known),
  );
  return `${[HEAD, ...keys].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const HEAD = [
  '# Settings of Baton for this project. Everything is optional; flags of `baton run` stand above it.',
  '# Where a key follows # at once, the line is an example: take the # away to use it.',
];

const COLUMNS = 96;

/** A key with its comment, and the keys in it. */
function describeKey(path: readonly string[], schema: unknown, known: KnownTests | undefined): string[] {
  const key = path.at(-1) ?? '';
  const indent = '  '.repeat(path.length - 1);
  const comment = wrap(descriptionOf(schema), COLUMNS).map((line) => `${indent}# ${line}`);
  const inner = Object.entries(innerKeys(schema)).flatMap(([name, one]) => describeKey([...path, name], one, known));
  const value = knownValue(path, known);
  const example = inner.length > 0 ? '' : ` ${EXAMPLES[path.join('.')]}`;
  const line = value === undefined ? `#${indent}${key}:${example}` : `${indent}${key}:${value}`;
  return [...comment, line, ...inner];
}

/** What follows the colon of a key that is known; nothing for all others. */
function knownValue(path: readonly string[], known: KnownTests | undefined): string | undefined {
  if (known === undefined) return undefined;
  const values: Readonly<Record<string, string>> = {
    tests: '',
    'tests.framework': ` ${known.framework}`,
    ...(known.directory === '.' ? {} : { 'tests.directory': ` ${JSON.stringify(known.directory)}` }),
  };
  return values[path.join('.')];
}

/** A value for each key that holds one, to be put in its place: defaults where there are any. */
const EXAMPLES: Readonly<Record<string, string>> = {
  workflow: 'tdd',
  runner: 'command',
  model: 'a-model',
  command: './my-agent',
  'tests.framework': 'vitest',
  'tests.directory': 'packages/core',
  'tests.command': '[make, test]',
  'tests.files': "['test/**/*.test.ts']",
  'tests.config_files': "['vitest.config.ts']",
  'tests.assertions': "[check, my-assert, 'test/lib/**']",
  'tests.reports': "['reports/*.xml']",
  'tests.setup': 'npm ci --ignore-scripts',
  'tests.env': '[NPM_TOKEN]',
  'tests.timeout_s': '600',
  'tests.git': 'false',
  'tests.coverage.command': './coverage.sh',
  'tests.coverage.report': 'coverage/lcov.info',
  'tests.kinds': "{e2e: ['e2e/**']}",
  'figures.command': './figures.sh',
  output: '.output/{run}',
  'gates.mutation': 'true',
  scope: "{green: ['src/**']}",
  protected: "['deploy/**']",
  attempts: '4',
  deadline_min: '30',
  'budget.usd': '5',
  'budget.tokens': '2000000',
  'budget.minutes': '120',
  'budget.attempts': '60',
  'budget.phase.usd': '1',
  'budget.phase.tokens': '400000',
  'budget.phase.minutes': '30',
  approvals: '[plan]',
  sandbox: 'auto',
  agents: "['.agents/*.agent.md']",
  use_builtin: '[security-analyst]',
  routing: '{security_concern: security-lead}',
  remote: 'origin',
  redaction: 'redact',
  'commit.hooks': 'false',
  'commit.sign': 'false',
  notify: './tell-me',
  max_cycles: '50',
  tier: 'standard',
  strict: 'true',
  triggers: "{'@performance-review': {source: implementation-specialist, target: security-analyst}}",
  trigger_tags: 'false',
  roles: '{test-agent: {model: a-model}}',
};

interface AnySchema {
  readonly description?: string | undefined;
  readonly def?: {
    readonly innerType?: unknown;
    readonly options?: readonly unknown[];
    readonly shape?: Readonly<Record<string, unknown>>;
  };
}

function innerKeys(schema: unknown): Readonly<Record<string, unknown>> {
  const { def } = schema as AnySchema;
  const [first] = (def?.options ?? []).map(innerKeys).filter((keys) => Object.keys(keys).length > 0);
  return def?.shape ?? first ?? (def?.innerType === undefined ? {} : innerKeys(def.innerType));
}

function descriptionOf(schema: unknown): string {
  const { description, def } = schema as AnySchema;
  return description ?? (def?.innerType === undefined ? '' : descriptionOf(def.innerType));
}
