import { STAGES } from './stages.ts';
import type { Phase, Workflow } from './workflow-schema.ts';

/** A workflow as a Mermaid state diagram: phases, and where outcomes and blocked agents lead. */
export function workflowDiagram({ start, phases }: Workflow): string {
  const names = Object.keys(phases);
  const idOf = (target: string): string => (target === 'end' ? '[*]' : mermaidId(target, names));
  const titles = names.filter((name) => idOf(name) !== name).map((name) => `state "${name}" as ${idOf(name)}`);
  const ways = Object.entries(phases).flatMap(([name, phase]) => waysOut(phase).map((way) => ({ name, ...way })));
  const asks = ways.some(({ to }) => to === 'ask') ? ['state "a person decides" as ask'] : [];
  const edges = ways.map(({ name, to, why }) => `${idOf(name)} --> ${idOf(to)}: ${why.join(', ')}`);
  return diagram([...titles, ...asks, `[*] --> ${idOf(start)}`, ...edges]);
}

/** The stages of a phase as a Mermaid state diagram, without what can happen in any of them. */
export function stageDiagram(): string {
  const edges = Object.entries(STAGES).flatMap(([stage, { ways }]) =>
    ways.map(({ on, to, when }) => `${stage} --> ${to}: ${on}${when === undefined ? '' : ` (${when})`}`),
  );
  return diagram(['[*] --> baseline', ...edges, 'ended --> [*]']);
}

/** A phase's targets, each with all that leads there. */
function waysOut({ on, blocked = {} }: Phase): { readonly to: string; readonly why: readonly string[] }[] {
  const ways = [
    ...Object.entries(on).map(([outcome, to]) => ({ to, why: outcome })),
    ...Object.entries(blocked).map(([reason, to]) => ({ to, why: `blocked by ${reason.replace(/[^\w-]+/g, ' ')}` })),
  ];
  const targets = [...new Set(ways.map(({ to }) => to))];
  return targets.map((to) => ({ to, why: ways.filter((way) => way.to === to).map(({ why }) => why) }));
}

/** A name as Mermaid can read it: no hyphen, none of its own words. Phases are in lower case, so `P1` is free. */
function mermaidId(name: string, names: readonly string[]): string {
  return /^[a-z][a-z0-9_]*$/.test(name) && !MERMAID_WORDS.has(name) ? name : `P${names.indexOf(name) + 1}`;
}

const MERMAID_WORDS: ReadonlySet<string> = new Set(
  'as class classdef click default direction href left note of over right scale state style'.split(' '),
);

function diagram(lines: readonly string[]): string {
  return ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `    ${line}`), '```'].join('\n');
}
