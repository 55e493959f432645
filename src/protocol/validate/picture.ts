import { isSameAgent } from '../../handoff/agent-aliases.ts';
import type { Declared } from './declared.ts';

/** One line of a picture: who hands to whom, and on which word. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly word: string;
}

/** The handoffs as a flowchart of Mermaid. */
export function mermaid(agents: ReadonlyMap<string, Declared>): string {
  const { names, arrows } = pictured(agents);
  const id = (name: string) => `a${names.indexOf(name) + 1}`;
  const quote = (text: string) => `"${text.replaceAll(/["\n\r]/g, (sign) => `#${sign.codePointAt(0)};`)}"`;
  return [
    'flowchart LR',
    ...names.map((name) => `  ${id(name)}[${quote(name)}]`),
    ...arrows.map(({ from, to, word }) => `  ${id(from)} -->${word === '' ? '' : `|${quote(word)}|`} ${id(to)}`),
  ].join('\n');
}

/** The handoffs as a graph of Graphviz. */
export function dot(agents: ReadonlyMap<string, Declared>): string {
  const { names, arrows } = pictured(agents);
  const quote = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll(/\s+/g, ' ')}"`;
  return [
    'digraph agents {',
    '  rankdir=LR;',
    ...names.map((name) => `  ${quote(name)};`),
    ...arrows.map(
      ({ from, to, word }) => `  ${quote(from)} -> ${quote(to)}${word === '' ? '' : ` [label=${quote(word)}]`};`,
    ),
    '}',
  ].join('\n');
}

/** The project's agents and those they hand to; all of them where the project has none. */
function pictured(agents: ReadonlyMap<string, Declared>): { readonly names: string[]; readonly arrows: Arrow[] } {
  const own = [...agents.values()].filter(({ builtIn }) => !builtIn);
  const drawn = own.length > 0 ? own : [...agents.values()];
  const arrows = drawn.flatMap(({ name, handoffs }) =>
    handoffs.flatMap(({ agent, trigger, keys }) => {
      const word = trigger ?? (typeof keys.label === 'string' ? keys.label : '');
      return agent === undefined ? [] : [{ from: name, to: nameOf(agent, agents), word }];
    }),
  );
  return { names: [...new Set([...drawn.map(({ name }) => name), ...arrows.map(({ to }) => to)])].sort(), arrows };
}

function nameOf(word: string, agents: ReadonlyMap<string, Declared>): string {
  const isMeant = ({ name, title }: Declared) => [name, title].some((one) => one?.toLowerCase() === word.toLowerCase());
  const isAlias = ({ name }: Declared) => isSameAgent(name, word);
  const all = [...agents.values()];
  return agents.get(word)?.name ?? (all.find(isMeant) ?? all.find(isAlias))?.name ?? word;
}
