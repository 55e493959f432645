import { type FrozenDifference, type ManifestPair, unreadable } from './frozen.ts';
import { blocksIn, dependencyLines, unquote } from './lock-blocks.ts';
import { compareLocks, type LockEntry, type LockGraph } from './lock-graph.ts';
import { NPM_PACKAGES } from './test-packages.ts';

/** pnpm's lock file, read by its indentation: entries of `packages` and `snapshots` under `name@version`. */
export function comparePnpmLock({ before, after, needs }: ManifestPair): FrozenDifference {
  const old = readPnpm(before);
  const now = readPnpm(after);
  if (old === undefined || now === undefined) return unreadable('it is not a pnpm lock file');
  return compareLocks(old, now, NPM_PACKAGES, needs);
}

function readPnpm(text: string | undefined): LockGraph | undefined {
  if (text === undefined) return new Map();
  const sections = blocksIn(text.split(/\r?\n/), '');
  if (!sections.some(({ key }) => key.startsWith('lockfileVersion:'))) return undefined;
  const bodies = new Map<string, string[]>();
  for (const section of sections) {
    if (section.key !== 'packages:' && section.key !== 'snapshots:') continue;
    for (const { key, lines } of blocksIn(section.lines, '  ')) {
      const [, name = '', inline = ''] = /^(.*?):(?:\s+(\{.*\}))?$/.exec(key) ?? [];
      const id = unquote(name).replace(/^\//, '');
      bodies.set(id, [...(bodies.get(id) ?? []), inline, ...lines]);
    }
  }
  const graph = new Map<string, LockEntry>();
  for (const [id, lines] of bodies) {
    const name = /^(?:@[^/]+\/)?[^@/(]+/.exec(id)?.[0] ?? id;
    const version = id.slice(name.length + 1);
    const body = lines.map((line) => line.trim()).filter((line) => !PNPM_FREE.test(line));
    const needs = dependencyLines(lines).flatMap(([dependency, range]) => [
      `${dependency}@${range}`,
      `${dependency}@${withoutPeers(range)}`,
      `${dependency}/${range}`,
      range,
    ]);
    graph.set(id, {
      name,
      identity: `${id}\n${body.join('\n')}`,
      label: `${name} ${version}`,
      needs: [...needs, withoutPeers(id)],
    });
  }
  return graph;
}

/** Whether something is also needed outside development says nothing about what is installed. */
const PNPM_FREE = /^(?:dev|optional|deprecated):/;

/** `1.0.0(react@18.0.0)` without what is in brackets. */
function withoutPeers(id: string): string {
  return id.replace(/\(.*$/, '');
}
