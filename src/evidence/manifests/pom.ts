import { differingKeys, type FrozenDifference, type ManifestPair, unreadable } from './frozen.ts';
import { isJavaTestPackage } from './test-packages.ts';

/**
 * Maven's `pom.xml`: how it is built (plugins and all), profiles, parent, modules, repositories, properties about tests,
 * and dependencies for tests or of test packages. Other dependencies and properties may change.
 */
export function comparePom({ before, after, needs }: ManifestPair): FrozenDifference {
  const old = readPom(before);
  const now = readPom(after);
  if (old === undefined || now === undefined) return unreadable('it is not well-formed XML without a document type');
  const isNeeded = (key: string) => needs.some((name) => key.endsWith(`:${name}`) || key === `dependency ${name}`);
  return { changed: differingKeys(old, now).filter((key) => old.has(key) || !isNeeded(key)) };
}

const FROZEN = 'build profiles parent modules packaging repositories pluginRepositories groupId artifactId'.split(' ');
const TEST_PROPERTY = /test|surefire|failsafe|junit|skip|argLine|jacoco|mockito|assertj|maven\.compiler|release/i;

function readPom(text: string | undefined): ReadonlyMap<string, string> | undefined {
  if (text === undefined) return new Map();
  if (/<!(?!--)/.test(text)) return undefined;
  const plain = text.replace(/^\uFEFF/, '').replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, '');
  const project = childrenOf(plain)?.find(({ name }) => name === 'project');
  const children = project === undefined ? undefined : childrenOf(project.inside);
  if (children === undefined) return undefined;
  const facts = new Map<string, string>();
  const used = propertiesIn(children.filter(({ name }) => FROZEN.includes(name)).map(({ inside }) => inside));
  for (const { name, inside } of children) {
    if (FROZEN.includes(name)) facts.set(`<${name}>`, squeeze(inside));
    if (name === 'properties') {
      for (const one of childrenOf(inside) ?? []) {
        if (TEST_PROPERTY.test(one.name) || used.has(one.name)) facts.set(`<${one.name}>`, squeeze(one.inside));
      }
    }
    if (name === 'dependencies' || name === 'dependencyManagement') addDependencies(inside, name, facts);
  }
  return facts;
}

/** The properties that something frozen is written with: `${name}`. */
function propertiesIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => [...text.matchAll(/\$\{([^}]+)\}/g)].map((match) => match[1] ?? '')));
}

function addDependencies(text: string, table: string, facts: Map<string, string>): void {
  for (const { name, inside } of childrenOf(text) ?? []) {
    if (name === 'dependencies') addDependencies(inside, table, facts);
    if (name !== 'dependency') continue;
    const parts = new Map((childrenOf(inside) ?? []).map((part) => [part.name, squeeze(part.inside)]));
    const id = `${parts.get('groupId') ?? ''}:${parts.get('artifactId') ?? ''}`;
    const scope = parts.get('scope');
    const key = `${table === 'dependencies' ? 'dependency' : 'managed dependency'} ${id}`;
    if (scope === 'test' || scope === 'import' || scope === 'system' || isJavaTestPackage(id))
      facts.set(key, squeeze(inside));
  }
}

function squeeze(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ ?([<>]) ?/g, '$1')
    .trim();
}

interface Element {
  readonly name: string;
  readonly inside: string;
}

const TAG = /<(\/?)([\w:.-]+)([^<>]*?)(\/?)>/g;

/** The elements directly in a text; `undefined` if tags do not fit together. */
function childrenOf(text: string): readonly Element[] | undefined {
  const children: Element[] = [];
  const open: { readonly name: string; readonly start: number }[] = [];
  for (const tag of text.matchAll(TAG)) {
    const [whole, closing, name = '', , selfClosing] = tag;
    if (closing === '/') {
      const opened = open.pop();
      if (opened?.name !== name) return undefined;
      if (open.length === 0) children.push({ name, inside: text.slice(opened.start, tag.index) });
    } else if (selfClosing === '/') {
      if (open.length === 0) children.push({ name, inside: '' });
    } else {
      open.push({ name, start: tag.index + whole.length });
    }
  }
  return open.length === 0 ? children : undefined;
}
