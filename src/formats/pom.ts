import type { JsonObject } from '../base/json.ts';
import { readSections } from './json.ts';
import { readXmlTree, type XmlElement } from './xml-tree.ts';

/**
 * Maven's `pom.xml`: `properties` by name; dependencies by what they are for and `group:artifact`, as
 * `dependencies test`; every other section as one text.
 */
export function readPom(text: string): JsonObject | undefined {
  const project = readXmlTree(text);
  if (project?.name !== 'project') return undefined;
  return readSections(
    project.children.flatMap((section): readonly (readonly [string, string, string])[] => {
      const { name, children } = section;
      if (name === 'properties') return children.map((one) => [name, one.name, textOf(one)]);
      if (name !== 'dependencies' && name !== 'dependencyManagement') return [[name, 'text', textOf(section)]];
      return dependenciesIn(section).map((one) => {
        const id = `${partOf(one, 'groupId')}:${partOf(one, 'artifactId')}`;
        return [`${name} ${partOf(one, 'scope') || 'compile'}`, id, textOf(one)];
      });
    }),
  );
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
