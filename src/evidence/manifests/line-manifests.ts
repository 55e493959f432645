import { splitLines } from '../line-diff.ts';
import { differingKeys, type FrozenDifference, type ManifestPair, type ManifestReader } from './frozen.ts';
import { isGoTestPackage, isPythonTestPackage, pythonName } from './test-packages.ts';

/** `go.mod`: the module's own name, replaced and excluded modules, the tool chain, and required test packages. */
export const compareGoMod: ManifestReader = (pair) => compareLines(pair, goModFacts);

/** `go.sum`: the checksums of test packages. */
export const compareGoSum: ManifestReader = (pair) => compareLines(pair, goSumFacts);

/** `requirements.txt` and its like: test packages, and options, which may name other indexes and files. */
export const compareRequirements: ManifestReader = (pair) => compareLines(pair, requirementFacts);

/** `vendor/modules.txt`: that Go takes packages from the tree at all, and which test packages. */
export const compareGoVendor: ManifestReader = (pair) => compareLines(pair, goVendorFacts);

/** A frozen fact by the key it is known under. */
type Fact = readonly [key: string, value: string];

function compareLines(
  { before, after, needs }: ManifestPair,
  read: (text: string) => readonly Fact[],
): FrozenDifference {
  const was = new Map(read(before ?? ''));
  const is = new Map(read(after ?? ''));
  const isNeeded = (key: string) => needs.some((name) => key === name || pythonName(key) === pythonName(name));
  return { changed: differingKeys(was, is).filter((key) => was.has(key) || !isNeeded(key)) };
}

function goModFacts(text: string): readonly Fact[] {
  let block = '';
  return splitLines(text).flatMap((raw): readonly Fact[] => {
    const line = raw
      .replace(/\/\/.*$/, '')
      .trim()
      .replace(/\s+/g, ' ');
    const opened = /^(\w+) ?\($/.exec(line)?.[1];
    if (opened !== undefined || line === ')') {
      block = opened ?? '';
      return [];
    }
    const [verb = '', ...rest] = block === '' ? line.split(' ') : [block, ...line.split(' ')];
    if (rest.join('') === '') return [];
    if (verb === 'require') return isGoTestPackage(rest[0] ?? '') ? [[rest[0] ?? '', rest.join(' ')]] : [];
    return GO_FROZEN.has(verb) ? [[`${verb} ${rest[0]}`, rest.join(' ')]] : [];
  });
}

const GO_FROZEN: ReadonlySet<string> = new Set([
  'module',
  'replace',
  'exclude',
  'toolchain',
  'godebug',
  'tool',
  'ignore',
]);

function goSumFacts(text: string): readonly Fact[] {
  return splitLines(text).flatMap((line): readonly Fact[] => {
    const [module = '', version = '', sum = ''] = line.trim().split(/\s+/);
    return isGoTestPackage(module) ? [[`${module} ${version}`, sum]] : [];
  });
}

function goVendorFacts(text: string): readonly Fact[] {
  if (text === '') return [];
  const named = splitLines(text).filter((line) => line.split(' ').some(isGoTestPackage));
  return [['packages come from the tree', 'yes'], ...named.map((line): Fact => [line, line])];
}

function requirementFacts(text: string): readonly Fact[] {
  const joined = text.replace(/\\\r?\n/g, ' ');
  return splitLines(joined).flatMap((raw): readonly Fact[] => {
    const line = raw
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .replace(/\s+/g, ' ');
    // A bare path or address may install anything, a test package among it.
    if (line.startsWith('-') || /^(?:\.|\/|[\w+]+:\/\/)|^\S+\.(?:whl|zip|tar\.gz)$/.test(line)) return [[line, line]];
    const name = /^[A-Za-z0-9][\w.-]*/.exec(line)?.[0];
    return name !== undefined && isPythonTestPackage(name) ? [[name, line]] : [];
  });
}
