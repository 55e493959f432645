import fc from 'fast-check';

/** As much of JSON Schema as the arguments of tools are described by. */
export interface ArgumentSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  readonly items?: ArgumentSchema;
  readonly anyOf?: readonly ArgumentSchema[];
  readonly oneOf?: readonly ArgumentSchema[];
}

/** Words to make arguments of: those that name something, and those that try something. */
export interface Vocabulary {
  readonly known: readonly string[];
  readonly hostile: readonly string[];
}

/** Arguments for a tool: nearly right, wrong in one place, or anything at all. */
export function argumentsFor(schema: ArgumentSchema, words: Vocabulary): fc.Arbitrary<unknown> {
  const right = objectFor(schema, words, 'right');
  return fc.oneof(
    { weight: 4, arbitrary: right },
    { weight: 3, arbitrary: spoilt(right, words) },
    { weight: 3, arbitrary: objectFor(schema, words, 'wild') },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD) },
  );
}

const ODD: readonly unknown[] = [
  null,
  [],
  '',
  0,
  JSON.parse('{"__proto__":{"polluted":true}}'),
  JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
  { toString: 1, valueOf: null },
  deep(2_000),
];

function deep(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { id: value };
  return value;
}

type Care = 'right' | 'wild';

function valueFor(schema: ArgumentSchema, words: Vocabulary, care: Care): fc.Arbitrary<unknown> {
  const fitting = fittingFor(schema, words, care);
  return care === 'right'
    ? fitting
    : fc.oneof({ weight: 2, arbitrary: fitting }, { weight: 1, arbitrary: wildValue(words) });
}

function fittingFor(schema: ArgumentSchema, words: Vocabulary, care: Care): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valueFor(choice, words, care)));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return textFor(schema, words);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 100, 1_000) });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1, 1), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, words, care), { maxLength: 3 });
    case 'object':
      return objectFor(schema, words, care);
    default:
      return fc.oneof(fc.constantFrom(...words.known), fc.jsonValue({ maxDepth: 2 }));
  }
}

/** Where a pattern says what fits, words that fit; else any, hostile ones too: free text may hold anything. */
function textFor({ pattern }: ArgumentSchema, { known, hostile }: Vocabulary): fc.Arbitrary<string> {
  if (pattern === undefined) return fc.oneof(fc.constantFrom(...known), fc.constantFrom(...hostile), fc.string());
  const rule = new RegExp(pattern, 'u');
  const fitting = known.filter((word) => rule.test(word));
  return fitting.length === 0 ? fc.stringMatching(new RegExp(pattern)) : fc.constantFrom(...fitting);
}

function objectFor(schema: ArgumentSchema, words: Vocabulary, care: Care): fc.Arbitrary<object> {
  const { properties = {}, required = [] } = schema;
  const keys = Object.keys(properties);
  if (keys.length === 0) return fc.dictionary(fc.constantFrom('a', 'note', 'path'), fc.constantFrom(...words.known));
  const values = Object.fromEntries(keys.map((key) => [key, valueFor(properties[key] ?? {}, words, care)]));
  return fc.record(values, { requiredKeys: care === 'right' ? required.filter((key) => keys.includes(key)) : [] });
}

/** Right but for one argument, or for one too many. */
function spoilt(right: fc.Arbitrary<object>, words: Vocabulary): fc.Arbitrary<object> {
  return fc
    .tuple(right, fc.nat(), wildValue(words), fc.constantFrom(...words.hostile))
    .map(([given, at, wild, name]) => {
      const keys = [...Object.keys(given), name];
      const key = keys[at % keys.length] ?? name;
      return Object.fromEntries([...Object.entries(given).filter(([other]) => other !== key), [key, wild]]);
    });
}

function wildValue({ known, hostile }: Vocabulary): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...hostile) },
    { weight: 2, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 0, 1e21, 1.5, 2 ** 53, true, null) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}
