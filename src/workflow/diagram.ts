import { STAGES } from './stages.ts';
import { waysOf } from './workflow.ts';
import type { Phase, Workflow } from './workflow-schema.ts';

/** A workflow as a Mermaid state diagram: phases, and where outcomes, blocked agents and escalations lead. */
export function workflowDiagram(workflow: Workflow): string {
  const { start, phases } = workflow;
  const names = Object.keys(phases);
  const idOf = (target: string): string => (target === 'end' ? '[*]' : mermaidId(target, names));
  const titles = names.filter((name) => idOf(name) !== name).map((name) => `state "${name}" as ${idOf(name)}`);
  const ways = Object.entries(phases).flatMap(([name, phase]) =>
    waysOut(phase).map((way) => ({ from: idOf(name), ...way })),
  );
  const all = [...ways, ...callsOf(workflow)];
  const used = new Set(all.flatMap(({ from, to }) => [from, to]));
  const words = Object.entries(WORDS).filter(([word]) => used.has(word));
  const edges = all.map(({ from, to, why }) => `${from} --> ${idOf(to)}: ${why.join(', ')}`);
  return diagram([
    ...titles,
    ...words.map(([word, title]) => `state "${title}" as ${word}`),
    `[*] --> ${idOf(start)}`,
    ...edges,
  ]);
}

/** What stands in a diagram beside the phases, which are all in lower case and never called by these words. */
const WORDS: Readonly<Record<string, string>> = {
  ask: 'a person decides',
  back: 'back to whoever was stopped',
  ANYBODY: 'an agent of any phase',
};

/** Where agents of every phase lead when they cannot go on. */
function callsOf({ routing = {}, escalate }: Workflow): ({ readonly from: string } & WayOut)[] {
  const calls = Object.entries(routing).map(([reason, to]) => ({ to, why: `blocked by ${plain(reason)}` }));
  const all = escalate === undefined ? calls : [...calls, { to: escalate, why: '@escalate' }];
  return grouped(all).map((way) => ({ from: 'ANYBODY', ...way }));
}

/** The stages of a phase as a Mermaid state diagram, without what can happen in any of them. */
export function stageDiagram(): string {
  const edges = Object.entries(STAGES).flatMap(([stage, { ways }]) =>
    ways.map(({ on, to, when }) => `${stage} --> ${to}: ${on}${when === undefined ? '' : ` (${when})`}`),
  );
  return diagram(['[*] --> baseline', ...edges, 'ended --> [*]']);
}

interface WayOut {
  readonly to: string;
  readonly why: readonly string[];
}

/** A phase's targets, each with all that leads there. */
function waysOut(phase: Phase): WayOut[] {
  const { blocked = {}, otherwise } = phase;
  return grouped([
    ...waysOf(phase).map(({ outcome, to, approval }) => ({ to, why: approval ? `${outcome} (approval)` : outcome })),
    ...Object.entries(blocked).map(([reason, to]) => ({ to, why: `blocked by ${plain(reason)}` })),
    ...(otherwise === undefined ? [] : [{ to: otherwise, why: 'passed over' }]),
  ]);
}

function grouped(ways: readonly { readonly to: string; readonly why: string }[]): WayOut[] {
  const targets = [...new Set(ways.map(({ to }) => to))];
  return targets.map((to) => ({ to, why: ways.filter((way) => way.to === to).map(({ why }) => why) }));
}

function plain(reason: string): string {
  return reason.replace(/[^\w-]+/g, ' ');
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
