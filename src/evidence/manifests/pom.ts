import { readXmlTree, type XmlElement } from '../../formats/xml-tree.ts';
import { differingKeys, type FrozenDifference, gather, type ManifestPair, unreadable } from './frozen.ts';
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
  const facts: (readonly [key: string, value: string])[] = [];
  const project = readXmlTree(text);
  if (project?.name !== 'project') return undefined;
  const isFrozen = ({ name }: XmlElement) => FROZEN.includes(name);
  const used = propertiesIn(project.children.filter(isFrozen).map(textOf));
  const add = (key: string, element: XmlElement) => facts.push([key, textOf(element)]);
  for (const element of project.children) {
    const { name, children } = element;
    if (isFrozen(element)) add(`<${name}>`, element);
    if (name === 'properties') {
      for (const one of children) if (TEST_PROPERTY.test(one.name) || used.has(one.name)) add(`<${one.name}>`, one);
    }
    const kind = { dependencies: 'dependency', dependencyManagement: 'managed dependency' }[name];
    for (const one of kind === undefined ? [] : dependenciesIn(element)) {
      const id = `${partOf(one, 'groupId')}:${partOf(one, 'artifactId')}`;
      const isForTests = /^(?:test|import|system)$/.test(partOf(one, 'scope')) || isJavaTestPackage(id);
      if (isForTests) add(`${kind} ${id}`, one);
    }
  }
  return gather(facts);
}

/** The properties that something frozen is written with: `${name}`. */
function propertiesIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => [...text.matchAll(/\$\{([^}]+)\}/g)].map((match) => match[1] ?? '')));
}

function dependenciesIn({ children }: XmlElement): readonly XmlElement[] {
  return children.flatMap((one) =>
    one.name === 'dependencies' ? dependenciesIn(one) : one.name === 'dependency' ? [one] : [],
  );
}

function partOf(element: XmlElement, name: string): string {
  return element.children.findLast((one) => one.name === name)?.text ?? '';
}

/** All that an element says; where its lines break makes no difference. */
function textOf(element: XmlElement): string {
  return JSON.stringify(element).replace(/(?:\s|\\[rnt])+/g, ' ');
}
