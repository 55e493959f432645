import { type Document, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { checkShape } from '../base/check.ts';
import { BatonError } from '../base/error.ts';
import { copyJson } from '../base/json.ts';
import { patternedText } from '../handoff/patterned-text.ts';
import { nearest } from '../protocol/config.ts';

const texts = z.array(z.string().min(1));
const textsByPath = z.record(z.string().min(1), z.string());
const count = z.int().min(1);

/** One session of a script: where it belongs, what it does, and how it ends. Everything but the phase is optional. */
const scriptedSessionSchema = z.strictObject({
  phase: patternedText(/^[a-z][a-z0-9_-]*$/, 'the name of a phase in lower case').describe('Phase it belongs to'),
  cycle: count.optional().describe('Cycle it belongs to; every one if left out'),
  visit: count.optional().describe('How often the phase was entered; every time if left out'),
  attempt: count.optional().describe('Attempt it belongs to; every one if left out'),
  say: z.string().optional().describe('Text it says'),
  write: textsByPath.optional().describe('Files it writes: path and whole text'),
  append: textsByPath.optional().describe('Files it adds text to'),
  replace: z
    .array(z.strictObject({ path: z.string().min(1), find: z.string().min(1), with: z.string() }))
    .optional()
    .describe('Passages it replaces, each of which occurs exactly once in its file'),
  delete: texts.optional().describe('Files and directories it deletes'),
  run: texts.optional().describe('Shell commands it runs in the workbench, with the package as their input'),
  wait_ms: z.int().min(0).max(86_400_000).optional().describe('How long it then waits'),
  result: z.unknown().optional().describe('What it reports; text and nonsense too'),
  usage: z
    .strictObject({
      input_tokens: z.int().min(0),
      output_tokens: z.int().min(0),
      usd: z.number().min(0).optional(),
    })
    .optional()
    .describe('What it used'),
  end: z.enum(['done', 'failed', 'timed_out', 'service', 'unavailable']).optional().describe('How it ends: done'),
  detail: z.string().optional().describe('Why it ends so'),
  retry_after_ms: z.int().min(0).optional().describe('How long the service asks to wait'),
});

/** The sessions of a run, in any order. */
export const scriptSchema = z.array(scriptedSessionSchema);

export type ScriptedSession = Readonly<z.infer<typeof scriptedSessionSchema>>;
export type Script = readonly ScriptedSession[];

/** Which session of a run is to be played. */
export interface SessionPlace {
  readonly phase: string;
  readonly cycle: number;
  /** How often the phase was entered, from 1. */
  readonly visit?: number | undefined;
  readonly attempt: number;
}

const MOST_CHARACTERS = 4_000_000;

/** A script from YAML or JSON text; an error names the file, the line or the field. */
export function parseScript(text: string, file: string): Script {
  if (text.length > MOST_CHARACTERS) throw invalid(`${file} is larger than ${MOST_CHARACTERS} characters.`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw invalid(`${file}:${line}:${col}: ${problem.message.split('\n')[0]?.replace(/ at line.*/, '')}.`);
  }
  return checkScript(plainValue(document, file), file);
}

/** A script from a value, copied; `name` stands for it in errors. */
export function checkScript(value: unknown, name: string): Script {
  const copy = copyJson(value, name);
  refuseUnknownFields(copy, name);
  const script = checkShape(scriptSchema, copy, name, 'invalid_input');
  const places = script.map(({ phase, cycle, visit, attempt }) => JSON.stringify({ phase, cycle, visit, attempt }));
  const twice = script.find((_, index) => places.indexOf(places[index] ?? '') < index);
  if (twice !== undefined) {
    throw invalid(`${name} has two sessions for ${placeOf(twice)}: only one of them could be played.`);
  }
  return script;
}

/** The session for a place, or nothing. One that names the cycle or visit goes before one that names only the attempt. */
export function pickSession(script: Script, place: SessionPlace): ScriptedSession | undefined {
  const fits = (named: number | undefined, present: number) => (named ?? present) === present;
  const fitting = script.filter(
    (one) =>
      one.phase === place.phase &&
      fits(one.cycle, place.cycle) &&
      fits(one.visit, place.visit ?? 1) &&
      fits(one.attempt, place.attempt),
  );
  return fitting.sort((a, b) => exactness(b) - exactness(a))[0];
}

/** Where a session belongs, in words. */
export function placeOf({ phase, cycle, visit = 1, attempt }: SessionPlace | ScriptedSession): string {
  const of = (what: string, number: number | undefined) => (number === undefined ? `any ${what}` : `${what} ${number}`);
  const again = visit === 1 ? '' : `, visit ${visit}`;
  return `phase ${phase}, ${of('cycle', cycle)}${again}, ${of('attempt', attempt)}`;
}

/** Aliases could make a small file unfold into a huge value. */
function plainValue(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (cause) {
    throw new BatonError('invalid_input', `${file} uses YAML aliases (*name), which are not allowed.`, { cause });
  }
}

function exactness({ cycle, visit, attempt }: ScriptedSession): number {
  return (cycle === undefined ? 0 : 4) + (visit === undefined ? 0 : 2) + (attempt === undefined ? 0 : 1);
}

function refuseUnknownFields(value: unknown, name: string): void {
  if (!Array.isArray(value)) return;
  const known = Object.keys(scriptedSessionSchema.shape);
  for (const [index, session] of value.entries()) {
    const field = Object.keys(session ?? {}).find((key) => !known.includes(key));
    if (field === undefined || typeof session !== 'object') continue;
    const near = nearest(field, known);
    const hint = near === undefined ? `Known are ${known.join(', ')}.` : `Did you mean ${near}?`;
    throw invalid(`${name}: [${index}].${field} is no field of a session. ${hint}`);
  }
}

function invalid(message: string): BatonError {
  return new BatonError('invalid_input', message);
}
