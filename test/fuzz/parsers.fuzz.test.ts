import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BatonError, ERROR_CODES } from '../../src/base/error.ts';
import { LARGE_CASES, largeCases } from './large.ts';
import { type Mutation, mutate, mutation } from './mutate.ts';
import { TARGETS, type Target } from './targets.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 300);
const LONGEST_MS = 600_000;

describe.each(TARGETS)('$name', (target) => {
  it('reads what it is given or refuses it with a code', { timeout: LONGEST_MS }, () => {
    const tally = { read: 0, refused: 0 };
    const clean = prototypes();
    fc.assert(
      fc.property(anyInput(target), (input) => {
        tally[judge(target, input)]++;
      }),
      { numRuns: RUNS },
    );
    expect(prototypes()).toEqual(clean);
    expect(tally.read).toBeGreaterThan(0);
    expect(tally.refused).toBeGreaterThan(0);
  });

  it(`does so with ${LARGE_CASES} large inputs, none of which keeps it long`, { timeout: LONGEST_MS }, () => {
    const clean = prototypes();
    let count = 0;
    for (const { title, input } of largeCases(target)) {
      judge(target, input, title);
      count++;
    }
    expect(count).toBe(LARGE_CASES);
    expect(prototypes()).toEqual(clean);
  });
});

/** Fails when a parser breaks its promise; says else what it did. */
function judge(target: Target, input: unknown, title = 'an input'): 'read' | 'refused' {
  const outcome = outcomeOf(target, input);
  if ('polluted' in {}) throw new Error(`${target.name} polluted Object.prototype with ${title}`);
  if ('error' in outcome) {
    if (isPromised(outcome.error, typeof input === 'string' && target.throwsSyntaxError)) return 'refused';
    throw new Error(`${target.name} threw something else at ${title}`, { cause: outcome.error });
  }
  if (!isDeepFrozen(outcome.value)) throw new Error(`${target.name} did not freeze what it made of ${title}`);
  for (const again of target.write(outcome.value)) {
    if (isSame(target.parse(again), outcome.value)) continue;
    throw new Error(`${target.name} read ${title} as something else the second time`);
  }
  return 'read';
}

function outcomeOf(target: Target, input: unknown): { readonly value: unknown } | { readonly error: unknown } {
  try {
    return { value: target.parse(input) };
  } catch (error) {
    return { error };
  }
}

function isPromised(error: unknown, maybeSyntaxError: boolean): boolean {
  if (error instanceof BatonError) return Object.hasOwn(ERROR_CODES, error.code) && error.code !== 'internal';
  return maybeSyntaxError && error instanceof SyntaxError;
}

function isDeepFrozen(value: unknown): boolean {
  return Object.isFrozen(value) && (typeof value !== 'object' || Object.values(value ?? {}).every(isDeepFrozen));
}

/** Deep equality of JSON and dates. JSON text has no minus zero, so that 0 and -0 are the same. */
function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSame(left[key], right[key]))
  );
}

function prototypes(): unknown {
  return [Object.prototype, Array.prototype, Function.prototype, String.prototype].map((of) => Reflect.ownKeys(of));
}

function anyInput(target: Target): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 6, arbitrary: mutatedInput(target) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join('')) },
  );
}

/** Pieces of markdown and JSON that mean something to one of the parsers. */
const PIECES = [
  ...['```', '````', '~~~', '`', 'json', 'JSON', '\n', '\r\n', '   ', '    ', '\t', '\uFEFF', 'text'],
  ...['{', '}', '[', ']', ':', ',', '"', '\\', '"status"', '"complete"', '"summary"', '"__proto__"', 'null', '1'],
  '{"status":"complete","summary":"done"}',
  'TASK_STATE_',
  'WORKING',
];

interface Change {
  readonly sample: number;
  readonly mutations: readonly Mutation[];
  readonly form: 'object' | 'text' | 'truncated' | 'duplicate key' | 'spliced';
  readonly at: number;
  readonly piece: string;
}

function mutatedInput(target: Target): fc.Arbitrary<unknown> {
  return fc
    .record<Change>({
      sample: fc.nat(target.samples.length - 1),
      mutations: fc.array(mutation, { maxLength: 4 }),
      form: fc.constantFrom('object', 'object', 'text', 'text', 'truncated', 'duplicate key', 'spliced'),
      at: fc.nat(100_000),
      piece: fc.constantFrom(...PIECES),
    })
    .map((change) => changed(target, change));
}

function changed({ samples, wrap }: Target, { sample, mutations, form, at, piece }: Change): unknown {
  const value = mutate(samples[sample] ?? {}, mutations);
  if (form === 'object') return value;
  const json = JSON.stringify(value) ?? '';
  if (form === 'duplicate key') return wrap(json.replace(/(?<=^\{)("[a-zA-Z_]+":)/, '$1null,$1'));
  const text = wrap(json);
  const place = at % (text.length + 1);
  if (form === 'truncated') return text.slice(0, place);
  if (form === 'spliced') return text.slice(0, place) + piece + text.slice(place);
  return text;
}
