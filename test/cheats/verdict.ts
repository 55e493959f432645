import type { SabotageFacts } from '../../src/engine/run/gates/sabotage.ts';
import type { JournalEvent } from '../../src/workflow/event.ts';
import { codesOf, story } from '../scenarios/tdd/record.ts';
import { type Played, placeOf, play, playCheat } from './play.ts';
import type { Cheat, Expectations, Honest } from './scene.ts';

/** Plays a cheat, and says in which ways it was not caught as it should be. */
export async function problemsOfCheat(cheat: Cheat, signal?: AbortSignal): Promise<string[]> {
  const played = await playCheat(cheat, signal);
  const kinds = Object.keys(cheat.expect) as (keyof Expectations)[];
  const code = cheat.expect.asks === undefined && cheat.expect.later === undefined ? DONE : WAITS;
  const found = [...kinds.flatMap((kind) => judge(kind, cheat, played)), ...endProblems(code, played)];
  if (cheat.expect.harmless === true) found.push(...differences(played, await play(cheat, signal)));
  return found.length > 0 ? found : strictProblems(cheat, signal);
}

/** Plays it under the stricter setting it names. */
async function strictProblems(cheat: Cheat, signal?: AbortSignal): Promise<string[]> {
  if (cheat.strict === undefined) return [];
  const { config, refused, phase = cheat.phase } = cheat.strict;
  const played = await playCheat({ ...cheat, config: { ...cheat.config, ...config } }, signal);
  const code = phase === cheat.phase ? DONE : WAITS;
  const found = [...JUDGES.refused(refused, { ...cheat, phase }, played), ...endProblems(code, played)];
  return found.map((problem) => `With the stricter setting: ${problem}`);
}

/** How a run ends when honest work follows the cheat, and how when a person has to decide. */
const [DONE, WAITS] = [0, 4];

/** Plays an honest run, and says in which ways it was not taken for one. */
export async function problemsOfHonest(honest: Honest, signal?: AbortSignal): Promise<string[]> {
  const played = await play(honest, signal);
  const { told, record } = played;
  const lines = story(record).filter((line) => !/^\w+ \d+\.1 completed$/.test(line));
  const suspected = record.of('suspicion.raised').flatMap(({ data }) => JSON.stringify(data.suspicions));
  if (told.code === 0 && lines.length + suspected.length === 0) return [];
  return [`A false alarm (exit code ${told.code}): ${[...suspected, tell(played)].join('\n')}`];
}

type Expected = Required<Expectations>;

/** One way to be caught: what speaks against it. */
type Judge<Kind extends keyof Expected> = (expected: Expected[Kind], cheat: Cheat, played: Played) => readonly string[];

function judge<Kind extends keyof Expected>(kind: Kind, cheat: Cheat, played: Played): readonly string[] {
  const expected: Partial<Expected>[Kind] = cheat.expect[kind];
  return expected === undefined ? [] : JUDGES[kind](expected, cheat, played);
}

function endProblems(expected: number, played: Played): readonly string[] {
  const { code } = played.told;
  return code === expected ? [] : [`The run ended with exit code ${code}, not ${expected}: ${tell(played)}`];
}

const JUDGES: { readonly [Kind in keyof Expected]: Judge<Kind> } = {
  refused(code, cheat, played) {
    const refusals = here(cheat, played, 'gate.refused');
    if (refusals.length === 0) return [`It was accepted: ${tell(played)}`];
    const codes = refusals.flatMap(({ data }) => codesOf(data));
    const other = codes.includes(code)
      ? []
      : [`It was refused by ${codes.join(', ')}, not by ${code}: ${tell(played)}`];
    return [...other, ...acceptedTrees(cheat, played)];
  },
  suspicion(code, cheat, played) {
    // What is wrong with a test shows once there is code for it: in a later phase of the cycle.
    const { cycle } = placeOf(cheat);
    const own = played.record.of('suspicion.raised').filter((one) => one.cycle === cycle);
    const raised = own.flatMap(({ data }) => codesIn(data.suspicions));
    return raised.includes(code)
      ? []
      : [`Nobody suspected ${code}, only ${raised.join(', ') || 'nothing'}: ${tell(played)}`];
  },
  harmless(_, __, played) {
    return played.isUntouched ? [] : [`The user's checkout was changed: ${tell(played)}`];
  },
  ended(how, cheat, played) {
    const ends = here(cheat, played, 'session.ended').map(({ data }) => data.ended);
    const other = ends.includes(how) ? [] : [`The session ended as ${ends.join(', ')}, not as ${how}: ${tell(played)}`];
    return [...other, ...acceptedTrees(cheat, played)];
  },
  asks(kind, _, { record }) {
    const kinds = record.view.asks.map((ask) => ask.kind);
    return kinds.includes(kind) ? [] : [`Nobody is asked for ${kind}, but for ${kinds.join(', ') || 'nothing'}.`];
  },
  fenced({ text, phase, cycle, attempt }, _, { record }) {
    const prompt = record.prompt(phase, cycle, attempt);
    if (!prompt.includes(text)) return [`The package of ${phase} ${cycle}.${attempt} does not have the text at all.`];
    return outsideFences(prompt).includes(text) ? [`The text stands outside the fences of the package: ${prompt}`] : [];
  },
  later({ phase, refused }, cheat, played) {
    return JUDGES.refused(refused, { ...cheat, phase }, played);
  },
  recorded(regards, cheat, played) {
    const passed = here(cheat, played, 'gate.passed').map(({ data }) => data.sabotage as SabotageFacts | undefined);
    const functions = passed.flatMap((facts) => facts?.functions ?? []);
    const isKnown = ([name, regard]: readonly [string, string]) =>
      functions.some((one) => one.name === name && one.regard === regard);
    const other = Object.entries(regards).filter((one) => !isKnown(one));
    return other.map(([name, regard]) => `Nobody recorded that ${name} is ${regard}: ${tell(played)}`);
  },
  unseen(_, cheat, played) {
    const strengths = here(cheat, played, 'gate.passed').map(({ data }) => data.strength);
    return strengths.includes('weak') ? [] : [`No weak proof let it through: ${tell(played)}`];
  },
};

/** Events of a type that belong to the cheating session. */
function here(cheat: Cheat, { record }: Played, type: string): readonly JournalEvent[] {
  const { phase, cycle, attempt } = placeOf(cheat);
  return record.of(type).filter((one) => one.phase === phase && one.cycle === cycle && one.attempt === attempt);
}

/** The files that the cheating session left must not be those its phase was completed with. */
function acceptedTrees(cheat: Cheat, played: Played): readonly string[] {
  const left = here(cheat, played, 'session.ended').map(({ data }) => data.candidate);
  const { phase, cycle } = placeOf(cheat);
  const kept = played.record.of('phase.completed').filter((one) => one.phase === phase && one.cycle === cycle);
  return kept.some(({ data }) => left.includes(data.tree)) ? [`Its files became a commit: ${tell(played)}`] : [];
}

function differences(played: Played, undisturbed: Played): readonly string[] {
  const files = played.tree === undisturbed.tree ? [] : [`The run ended with other files: ${tell(played)}`];
  const refs = played.refs === undisturbed.refs ? [] : [`The run ended with other refs: ${played.refs}`];
  return [...files, ...refs];
}

function codesIn(suspicions: unknown): readonly string[] {
  return (suspicions as readonly { readonly code: string }[]).map(({ code }) => code);
}

/** A package without everything that others wrote: `<<<nonce ...` to `>>>nonce`. */
function outsideFences(prompt: string): string {
  return prompt.replaceAll(/^<<<(\w+) [^\n]*\n[\s\S]*?^>>>\1$/gm, '');
}

/** What happened, for who has to find out why. */
function tell({ told, record }: Played): string {
  const reasons = record.of('gate.refused').map(({ data }) => JSON.stringify(data.reasons));
  return [...story(record), ...reasons, told.err].join('\n');
}
