import fc from 'fast-check';

/** A place in a value: the field or element `key` of `parent`. */
interface Slot {
  readonly parent: Record<string, unknown>;
  readonly key: string;
}

/** One change: `where` picks the slot, `how` the change, `value` what is put in. */
export interface Mutation {
  readonly where: number;
  readonly how: keyof typeof CHANGES;
  readonly value: unknown;
}

/** A copy of a valid value with some changes made to it. */
export function mutate(sample: object, mutations: readonly Mutation[]): object {
  const root = JSON.parse(JSON.stringify({ root: sample })) as Record<string, unknown>;
  for (const { where, how, value } of mutations) {
    const slots = slotsOf(root);
    const slot = slots[where % slots.length];
    if (slot !== undefined) CHANGES[how](slot, value, slots);
  }
  return root.root as object;
}

const CHANGES = {
  remove: ({ parent, key }: Slot) => {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  },
  replace: ({ parent, key }: Slot, value: unknown) => put(parent, key, value),
  duplicate: ({ parent, key }: Slot) =>
    put(parent, Array.isArray(parent) ? String(parent.length) : `${key}2`, parent[key]),
  swap: ({ parent, key }: Slot, _: unknown, slots: readonly Slot[]) => {
    const other = slots[(key.length * 7) % slots.length];
    if (other !== undefined) put(parent, key, other.parent[other.key]);
  },
  flipType: ({ parent, key }: Slot) => put(parent, key, flipped(parent[key])),
  addField: ({ parent }: Slot, value: unknown) => put(parent, `field ${Object.keys(parent).length}`, value),
  addProto: ({ parent }: Slot, value: unknown) => put(parent, '__proto__', { polluted: value }),
  addConstructor: ({ parent }: Slot, value: unknown) => put(parent, 'constructor', { prototype: { polluted: value } }),
  addPrototype: ({ parent }: Slot, value: unknown) => put(parent, 'prototype', { polluted: value }),
  addMethodNames: ({ parent }: Slot, value: unknown) => {
    for (const name of ['toJSON', 'toString', 'valueOf', 'hasOwnProperty', 'then', 'length']) put(parent, name, value);
  },
};

/** As `JSON.parse` does it: an own property, also for `__proto__`; and a copy, so that no later change reaches two places. */
function put(parent: object, key: string, value: unknown): void {
  if (Array.isArray(parent) && !/^\d+$/.test(key)) return;
  const copy = typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value;
  Object.defineProperty(parent, key, { value: copy, enumerable: true, configurable: true, writable: true });
}

function flipped(value: unknown): unknown {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return { ...value };
  if (typeof value === 'object' && value !== null) return Object.values(value);
  return String(value);
}

/** Every slot of a value, the root's first. */
function slotsOf(root: Record<string, unknown>): Slot[] {
  const slots: Slot[] = [];
  const open: Record<string, unknown>[] = [root];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const key of Object.keys(parent)) {
      slots.push({ parent, key });
      const value = parent[key];
      if (typeof value === 'object' && value !== null) open.push(value as Record<string, unknown>);
    }
  }
  return slots;
}

const ODD_VALUES = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  '',
  ' ',
  'null',
  '__proto__',
  'constructor',
  '1.0.0',
  '2.0.0',
  '2026-02-30T00:00:00Z',
  '2026-01-31T12:00:00+99:00',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '+275760-09-13T00:00:00.001Z',
  '2026-01-31',
  'needs-review',
  'blocked',
  'expired',
  '@a',
  '```\n```json',
  'a\nb\u2028c\u0000',
  '\ud800',
  [],
  {},
  [[]],
  [null],
];

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  where: fc.nat(1000),
  how: fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])),
  value: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ODD_VALUES) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  ),
});
