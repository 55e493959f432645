import { IS_FULL } from '../full.ts';
import type { Target } from './targets.ts';

export interface LargeCase {
  readonly title: string;
  readonly input: unknown;
}

/** Large inputs for a parser: twenty payloads, each in five places; every third of them where nobody asks for all. */
export function* largeCases(target: Target): Generator<LargeCase> {
  for (const [name, build] of CHOSEN) {
    const payload = build();
    for (const [place, put] of Object.entries(PLACES))
      yield { title: `${name}, ${place}`, input: put(payload, target) };
  }
}

/** A large value, and its JSON text where writing it out would overflow the stack. */
interface Payload {
  readonly value: unknown;
  readonly json: string;
}

const MANY = 5_000_000;
const DEEP = 10_000;

const PAYLOADS: Readonly<Record<string, () => Payload>> = {
  'a long text': () => written('a'.repeat(MANY)),
  'a text just small enough': () => written('`a '.repeat(1_000_000)),
  'a text of backticks': () => written('`'.repeat(MANY)),
  'a text of braces': () => written('{'.repeat(MANY)),
  'a text of brackets': () => written('['.repeat(MANY)),
  'a text of line breaks': () => written('\n'.repeat(MANY)),
  'a text of quotes': () => written('"'.repeat(MANY)),
  'a text of spaces': () => written(' '.repeat(MANY)),
  'a text of lone surrogates': () => written('\ud800'.repeat(MANY / 5)),
  'a text of opening fences': () => written('```json\n'.repeat(MANY / 8)),
  'a text of closed fences': () => written('~~~\n{}\n~~~\n'.repeat(MANY / 11)),
  'a long trigger': () => written(`@${'a-'.repeat(MANY / 2)}!`),
  'a long date': () => written(`2026-01-31T12:00:00.${'0'.repeat(MANY)}Z!`),
  'deep lists': () => nested('[', ']'),
  'deep objects': () => nested('{"a":', '}'),
  'deep lists and objects': () => nested('[{"a":', '}]'),
  'a wide object': () => written(Object.fromEntries(Array.from({ length: 100_000 }, (_, key) => [`key ${key}`, key]))),
  'a wide list': () => written(Array.from({ length: 500_000 }, () => 0)),
  'a wide list of objects': () => written(Array.from({ length: 100_000 }, () => ({}))),
  'a long key': () => written({ ['k'.repeat(MANY)]: 1 }),
};

const IS_LARGE = IS_FULL || process.env.FUZZ_RUNS !== undefined;
const CHOSEN = Object.entries(PAYLOADS).filter((_, at) => IS_LARGE || at % 3 === 0);

const MARK = 'the payload goes here';

const PLACES: Readonly<Record<string, (payload: Payload, target: Target) => unknown>> = {
  'alone as text': ({ value, json }) => (typeof value === 'string' ? value : json),
  'in the first field': ({ value }, { samples }) => ({ ...samples[0], [firstField(samples)]: value }),
  'in a field of its own': ({ value }, { samples }) => ({ ...samples[0], extra: value }),
  'in the first field, as text': ({ json }, { samples, wrap }) =>
    wrap(JSON.stringify({ ...samples[0], [firstField(samples)]: MARK }).replace(JSON.stringify(MARK), () => json)),
  'in a field of its own, as text': ({ json }, { samples, wrap }) =>
    wrap(JSON.stringify({ ...samples[0], extra: MARK }).replace(JSON.stringify(MARK), () => json)),
};

function written(value: unknown): Payload {
  return { value, json: JSON.stringify(value) };
}

function nested(open: string, close: string): Payload {
  const json = `${open.repeat(DEEP)}0${close.repeat(DEEP)}`;
  return { value: JSON.parse(json), json };
}

function firstField(samples: readonly object[]): string {
  return Object.keys(samples[0] ?? {})[0] ?? 'extra';
}

/** How many inputs there are. */
export const LARGE_CASES = CHOSEN.length * Object.keys(PLACES).length;
