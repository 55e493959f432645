import type { Fact } from '../handoff/prompt.ts';
import { bullets, claimed, claimedList, listed, needed, own } from './briefing-facts.ts';
import type { Raised } from './event-data.ts';
import { foundFields, openFindings, tellFinding } from './findings.ts';
import { isBatons } from './handoff-context.ts';
import { type Edge, legalEdges } from './handoff-rules.ts';
import type { Material } from './material.ts';
import { outputOf } from './output.ts';
import type { RunState, Said } from './state.ts';
import { phaseOf, wayOf } from './workflow.ts';

/** What a phase was handed, why it was called in, what reviews found: what declared protocols tell beyond every phase. */
export function protocolFacts(state: RunState, { declared }: Material): (Fact | undefined)[] {
  const { handoff, passedOver } = state.knowledge;
  const asked = declared?.triggers.find(({ name }) => name === handoff?.trigger)?.description;
  return [
    needed(`What ${handoff?.trigger} asks of you`, asked, 'the settings of the project', { share: 100, isTask: true }),
    ...handedFacts(handoff, 'What you were handed', 1400),
    ...stuckFacts(state),
    needed('Open findings', findingText(state), 'the reviews of this run', { share: 1200, isTask: true }),
    listed(
      'Passed over by a person',
      passedOver.map(({ phase, reason }) => `${phase}: ${reason}`),
      'a person',
      2,
    ),
  ];
}

/**
 * What the agent before left for this one, under the name of its phase. A handoff that was let through says it better,
 * unless the context was plain text. A phase outside of the cycle is told what earlier ones left as well.
 */
export function saidFacts({ knowledge }: RunState, withEarlier: boolean): (Fact | undefined)[] {
  const { said, saidBefore, handoff } = knowledge;
  const earlier = withEarlier
    ? saidBefore.toReversed().flatMap((one, index) => factsOf(one, ` in ${one.phase}`, 2.9 - index / 10))
    : [];
  if (said === undefined) return earlier;
  const isPassedOn = handoff !== undefined && /^\w+: /m.test(said.context ?? '');
  return [...factsOf(isPassedOn ? { ...said, context: undefined } : said, '', 3), ...earlier];
}

/** What one agent left; its context is worth the most. */
function factsOf({ agent, phase, text, context, files }: Said, where: string, priority: number): (Fact | undefined)[] {
  const author = `agent ${agent}`;
  return [
    claimed(`What ${agent} said${where}`, text, author, priority),
    claimed(`CONTEXT FROM ${phase.toUpperCase()} PHASE`, context, author, priority + 3),
    claimedList(`Files that ${agent} says it changed${where}`, files, author, priority + 2),
  ];
}

/** How the phase may end, and the document it has to leave. */
export function endingFacts(state: RunState, { declared }: Material): (Fact | undefined)[] {
  const { workflow, run, phase: name } = state;
  const { artifact, gates, on } = phaseOf(workflow, name);
  const edges = gates.includes('handoff') && declared !== undefined ? legalEdges(state, declared) : [];
  const path = [outputOf(workflow, run), artifact].join('/');
  return [
    artifact === undefined
      ? undefined
      : own('The document you leave', `Write ${path}. It must say what you found or did.`),
    edges.length === 0
      ? undefined
      : own(
          'How to hand on',
          [
            on.complete === undefined ? MUST : MAY,
            bullets(edges.map((edge) => edgeText(withThen(edge, edges, state), state, declared))),
          ].join('\n'),
        ),
  ];
}

const MUST = 'End by one of these triggers, as `handoff.trigger` of your result, with its fields in `handoff.context`:';
const MAY =
  'You may end by one of these triggers, as `handoff.trigger` of your result, with its fields in `handoff.context`:';

/** A trigger that becomes another one once a person approves has to carry what that one does, too. */
function withThen(edge: Edge, edges: readonly Edge[], { workflow, phase }: RunState): Edge {
  const then = wayOf(phaseOf(workflow, phase), edge.trigger)?.countsAs;
  const next = edges.find(({ trigger }) => trigger === then);
  return next === undefined ? edge : { ...edge, fields: [...new Set([...edge.fields, ...next.fields])] };
}

function edgeText({ trigger, target, to, fields }: Edge, state: RunState, declared: Material['declared']): string {
  const yours = fields.filter((field) => isAsked(field, state));
  const asked = yours.length === 0 ? 'no fields of yours' : `you give ${yours.join(', ')}`;
  const purpose = declared?.triggers.find(({ name }) => name === trigger)?.description ?? '';
  return `${trigger} to ${target} (${to}): ${asked}${purpose === '' ? '' : `. ${purpose}`}`;
}

/** What Baton fills is not asked for. A reviewing agent is asked for what it found, whatever the run knows by then. */
function isAsked(field: string, { workflow, phase, knowledge }: RunState): boolean {
  if (isBatons(field)) return false;
  return phaseOf(workflow, phase).gates.includes('findings') || !Object.hasOwn(foundFields(knowledge), field);
}

/** What Baton filled is told as Baton's, everything else as what the agent says. */
function handedFacts(raised: Raised | undefined, label: string, share: number): (Fact | undefined)[] {
  if (raised === undefined) return [];
  const { trigger, source, context, filled } = raised;
  const entries = Object.entries(context);
  const lines = (isFilled: boolean) =>
    entries
      .filter(([field]) => filled.includes(field) === isFilled)
      .map(([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join('\n');
  return [
    needed(`${label} by ${trigger}, verified`, lines(true), 'Baton, from the record and the files', { share }),
    needed(`${label} by ${trigger} (claims of ${source}, not checked)`, lines(false), `agent ${source}`, {
      share,
      isClaim: true,
    }),
  ];
}

/** To who is called in: who is stuck and on what. To who was stuck: what it was, and what it had been handed. */
function stuckFacts({ stuck, phase, knowledge }: RunState): (Fact | undefined)[] {
  if (stuck === undefined) return [];
  const { agent, reason, text, attempted, questions, context } = stuck;
  const author = `agent ${agent}`;
  const isBack = stuck.phase === phase;
  const told = [
    `${agent} could not go on in ${stuck.phase} (${reason}): ${text}`,
    ...section('It asks:', questions),
    ...section('It tried:', attempted),
    ...section('It says one has to know:', context === undefined ? [] : [context]),
  ].join('\n');
  const before = isBack && stuck.handoff !== knowledge.handoff ? stuck.handoff : undefined;
  return [
    needed(isBack ? 'What stopped you before (a claim, not checked)' : 'Who is stuck, and on what', told, author, {
      share: 800,
      isTask: !isBack,
      isClaim: isBack,
    }),
    ...handedFacts(before, 'What you had been handed before', 600),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, bullets(lines)];
}

function findingText({ knowledge }: RunState): string {
  const { criteria } = knowledge;
  return openFindings(knowledge)
    .map((finding) => {
      const own = criteria.filter(({ sec_ids }) => sec_ids.includes(finding.sec_id)).map(({ text }) => text);
      const lines = [`  Do: ${finding.recommendation}`, ...own.map((text) => `  Verified when: ${text}`)];
      return [tellFinding(finding), ...lines].join('\n');
    })
    .join('\n');
}
