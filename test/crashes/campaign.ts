import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '../store/random.ts';
import {
  type Case,
  distinct,
  failuresAt,
  killsAt,
  type Passing,
  pairsOf,
  passingsOf,
  pick,
  randomKills,
  unlike,
} from './cases.ts';
import { type Finding, findHarm } from './check.ts';
import { type Played, play } from './play.ts';
import { type Left, leftBy, lines } from './record.ts';
import { newStage } from './stage.ts';
import type { Story } from './story.ts';

/** A story that nobody disturbed, to hold the others against. */
export interface Reference {
  readonly story: Story;
  readonly left: Left;
  readonly passings: readonly Passing[];
  /** How long each command took. */
  readonly lengths: readonly number[];
}

/** A case that was played, and what was wrong. */
export interface Outcome {
  readonly kind: string;
  readonly case: Case;
  readonly findings: readonly Finding[];
}

/** Plays a story once without any fault and lists the fault points it passes. */
export async function undisturbed(repository: string, story: Story): Promise<Reference> {
  const stage = newStage(repository, story);
  try {
    const listTo = (command: number) => join(stage.root, `points-${command}`);
    const played = await play(stage, { repository, listTo });
    const left = leftBy(stage);
    const findings = findHarm(played, left, left, 0);
    if (findings.length > 0) throw new Error(`The undisturbed run: ${JSON.stringify(findings)} ${said(played)}`);
    const lists = played.commands.map((_, command) => lines(readFileSync(listTo(command), 'utf8')));
    return { story, left, passings: passingsOf(lists), lengths: played.commands.map(({ ms }) => ms) };
  } finally {
    stage.clear();
  }
}

/** Plays a case and looks at what is left. */
export async function playCase(repository: string, one: Case, reference: Reference): Promise<Outcome> {
  const stage = newStage(repository, reference.story);
  try {
    const played = await play(stage, { repository, faults: one.faults });
    const left = played.isDone ? leftBy(stage) : undefined;
    const findings = findHarm(played, left, reference.left, one.faults.length);
    const shown = findings.map((finding) => (finding.harm === 'stuck' ? withWords(finding, played) : finding));
    return { kind: one.kind, case: one, findings: shown };
  } finally {
    stage.clear();
  }
}

function withWords({ harm, what }: Finding, played: Played): Finding {
  return { harm, what: `${what}: ${said(played)}` };
}

function said({ commands }: Played): string {
  return commands.map(({ words, code, err }) => `\n    baton ${words[0]}: ${code} ${err.trim()}`).join('');
}

export interface Size {
  readonly isFull: boolean;
  readonly seed: number;
}

/** All cases of a story and a size, in an order that depends on nothing but the seed and the undisturbed run. */
export function casesFor({ passings, lengths }: Reference, { isFull, seed }: Size): Case[] {
  const random = randomFrom(seed);
  const single = distinct(passings, isFull, random);
  const names = [...new Map(passings.map((passing) => [passing.point, passing])).keys()];
  const one = (point: string) =>
    pick(
      passings.filter((passing) => passing.point === point),
      random,
    );
  const moving = single.filter(({ command }) => command !== LAST);
  const firsts = isFull ? moving : Array.from({ length: SAMPLED_PAIRS }, () => pick(moving, random));
  const resumed = distinct(
    passings.filter(({ command }) => command === RESUME),
    isFull,
    random,
  );
  return [
    ...killsAt(single),
    ...pairsOf(
      firsts,
      firsts.map(() => pick(resumed, random)),
    ),
    ...randomKills(isFull ? 500 : 60, lengths, random),
    ...failuresAt(isFull ? single : names.map(one), random),
  ];
}

/**
 * What a further story adds to one that is played at every point: kills where the other never is, and failures around the
 * events that the other has not. In full, it is played as the other is.
 */
export function casesBeyond(reference: Reference, other: Reference, size: Size): Case[] {
  const named = (one: Case): Case => ({ ...one, kind: `${one.kind} (${reference.story.name})` });
  if (size.isFull) return casesFor(reference, size).map(named);
  const random = randomFrom(size.seed);
  const single = distinct(unlike(reference.passings, other.passings), false, random);
  const types = new Set(other.left.events.map(({ type }) => type));
  const news = reference.left.events.map(({ type }) => type).filter((type) => !types.has(type));
  const around = single.filter(({ point, step }) => news.some((type) => step === type || point.endsWith(` ${type}`)));
  return [...killsAt(single), ...failuresAt(around, random)].map(named);
}

const SAMPLED_PAIRS = 100;

/** The commands of the undisturbed run: run, answer, resume, merge. */
const [RESUME, LAST] = [2, 3];

/** Plays cases, some at once, and tells each that went wrong as soon as it is known. */
export async function playAll(
  repository: string,
  cases: readonly Case[],
  reference: Reference,
  { atOnce, tell }: { readonly atOnce: number; tell(outcome: Outcome, done: number): void },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...cases];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const outcome = await playCase(repository, next, reference);
      outcomes.push(outcome);
      tell(outcome, outcomes.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcomes;
}
