import { BatonError } from '../base/error.ts';

/** How old a framework may be. */
interface Support {
  /** What a person calls the program whose version counts. */
  readonly program: string;
  /** The oldest version whose tests are reported rightly; nothing where the project's own command is run as it is. */
  readonly minimum?: string;
  readonly update?: string;
}

/**
 * The oldest version of every framework that Baton works with, found by running each driver on old versions. Below it
 * options that Baton needs do not exist, or reports lack what a verdict needs. docs/evidence.md has the same table.
 */
const SUPPORT = {
  vitest: { program: 'vitest', minimum: '1.3.0', update: 'npm install --save-dev vitest@latest' },
  jest: { program: 'jest', minimum: '26.0.0', update: 'npm install --save-dev jest@latest' },
  mocha: { program: 'mocha', minimum: '8.1.3', update: 'npm install --save-dev mocha@latest' },
  'node-test': { program: 'Node.js', minimum: '20.19.0', update: 'see https://nodejs.org' },
  pytest: { program: 'pytest', minimum: '7.2.0', update: 'python3 -m pip install --upgrade pytest' },
  go: { program: 'Go', minimum: '1.19.0', update: 'see https://go.dev/doc/install' },
  cargo: { program: 'cargo', minimum: '1.73.0', update: 'rustup update' },
  maven: { program: 'Maven', minimum: '3.8.0', update: 'see https://maven.apache.org/install.html' },
  gradle: { program: 'Gradle', minimum: '6.6.0', update: 'gradle wrapper --gradle-version latest' },
  junit: { program: 'any program that writes JUnit XML' },
  tap: { program: 'any program that prints TAP' },
  'exit-code': { program: 'any program' },
} satisfies Record<string, Support>;

/** Every name that `tests.framework` may have. */
export type FrameworkName = keyof typeof SUPPORT;

export const SUPPORTED_VERSIONS: Readonly<Record<FrameworkName, Support>> = SUPPORT;

/** A version, or the newest that a range allows, and how the project writes it. */
interface FoundVersion {
  readonly newest: string;
  readonly written: string;
}

/** Refuses a version that is too old in one sentence with what to do. One that cannot be read is let pass. */
export function refuseOld(framework: FrameworkName, found: FoundVersion | string | undefined): void {
  const { program, minimum, update } = SUPPORTED_VERSIONS[framework];
  const { newest, written } = typeof found === 'object' ? found : { newest: found, written: found };
  if (minimum === undefined || newest === undefined || !isOlder(newest, minimum)) return;
  const command = update?.startsWith('see ') ? update : `\`${update}\``;
  throw new BatonError(
    'project_misconfigured',
    `${program} ${written} is not supported: Baton needs ${program} ${minimum} or later. Update it: ${command}.`,
    { data: { framework, version: newest, minimum } },
  );
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.match(/\d+/g)?.slice(0, 3).map(Number) ?? []);
  if (a === undefined || b === undefined || a.length === 0) return false;
  const at = [0, 1, 2].find((index) => (a[index] ?? 0) !== (b[index] ?? 0));
  return at !== undefined && (a[at] ?? 0) < (b[at] ?? 0);
}

/** Reads a file of a project by its path; nothing if it is not there. */
type ReadFile = (path: string) => Promise<string | undefined> | string | undefined;

/**
 * The version that a project's own files fix, so that one that is too old is told before anything is installed: by the
 * lock file of npm, else by the range in package.json, or by the wrapper of Gradle.
 */
export async function declaredVersion(
  framework: FrameworkName,
  directory: string,
  read: ReadFile,
): Promise<FoundVersion | undefined> {
  const places = directory === '.' ? [''] : [`${directory}/`, ''];
  const first = async (look: (prefix: string) => Promise<FoundVersion | undefined>) => {
    for (const prefix of places) {
      const found = await look(prefix);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  if (framework === 'gradle') {
    const url = /gradle-(\d[\d.]*)-(?:bin|all)\.zip/;
    return first(async (prefix) =>
      exactly(url.exec((await read(`${prefix}gradle/wrapper/gradle-wrapper.properties`)) ?? '')?.[1]),
    );
  }
  if (framework !== 'vitest' && framework !== 'jest' && framework !== 'mocha') return undefined;
  const locked = await first(async (prefix) =>
    lockedVersion(framework, directory, await read(`${prefix}package-lock.json`)),
  );
  return locked ?? first(async (prefix) => rangeVersion(framework, await read(`${prefix}package.json`)));
}

function exactly(version: unknown): FoundVersion | undefined {
  return typeof version === 'string' ? { newest: version, written: version } : undefined;
}

function lockedVersion(name: string, directory: string, text: string | undefined): FoundVersion | undefined {
  const { packages, dependencies } = objectOf(text);
  const nested = objectAt(packages, `${directory}/node_modules/${name}`);
  const found = [nested, objectAt(packages, `node_modules/${name}`), objectAt(dependencies, name)];
  return exactly(found.map((one) => one?.version).find((version) => version !== undefined));
}

/** The newest version of a plain range such as `^7.1.0`, `~7.1` or `7.2.0`; other ranges may mean anything. */
function rangeVersion(name: string, text: string | undefined): FoundVersion | undefined {
  const { dependencies, devDependencies } = objectOf(text);
  const written = entryOf(devDependencies, name) ?? entryOf(dependencies, name);
  const plain = RANGE.exec(String(written).trim());
  if (typeof written !== 'string' || plain === null) return undefined;
  const [, sign, major, minor = 'x', patch = 'x'] = plain;
  const open = (part: string) => (/\d/.test(part) ? part : '999');
  // ^0.34 stays within 0.34, ^7.1 within 7.
  const newestMinor = sign === '^' && major !== '0' ? '999' : open(minor);
  return { newest: `${major}.${newestMinor}.${sign === '^' || sign === '~' ? '999' : open(patch)}`, written };
}

const RANGE = /^([\^~=]?)v?(\d+)(?:\.(\d+|x|\*))?(?:\.(\d+|x|\*))?$/;

type Table = Readonly<Record<string, unknown>>;

function objectOf(text: string | undefined): Table {
  try {
    const value: unknown = JSON.parse((text ?? '{}').replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null ? (value as Table) : {};
  } catch {
    return {};
  }
}

function entryOf(table: unknown, key: string): unknown {
  return typeof table === 'object' && table !== null && Object.hasOwn(table, key) ? (table as Table)[key] : undefined;
}

function objectAt(table: unknown, key: string): Table | undefined {
  const value = entryOf(table, key);
  return typeof value === 'object' && value !== null ? (value as Table) : undefined;
}
