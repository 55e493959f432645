import { z } from 'zod';
import { agentResultSchema, resultHandoffSchema } from '../../handoff/result-schema.ts';

/**
 * The shape of a result as the service takes it: every field is required and may be null instead, nothing else may be
 * there, and no rule for a text's form. What an agent reports is checked by the real schema afterwards.
 */
export function resultShape(): Shape {
  return strict(z.toJSONSchema(ASKED_FOR, { target: 'draft-7', io: 'input' }) as Shape);
}

/** What an agent said last, as its result: the fields it filled in, or its text if that is not what was asked for. */
export function readResult(text: string): unknown {
  try {
    return withoutNulls(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Who reports, and in which phase, is known; an object of any shape cannot be asked for. */
const ASKED_FOR = agentResultSchema
  .pick({
    status: true,
    summary: true,
    blocked_reason: true,
    attempted: true,
    questions: true,
    files_modified: true,
    artifacts: true,
    decisions: true,
    learnt: true,
  })
  .extend({
    handoff: resultHandoffSchema
      .extend({ context: z.string().optional().describe('What the next phase has to know') })
      .optional(),
  });

interface Shape {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

function strict({ type, description, enum: values, items, anyOf, properties, required = [] }: Shape): Shape {
  const fields = Object.entries(properties ?? {}).map(([name, shape]) => {
    return [name, required.includes(name) ? strict(shape) : orNull(strict(shape))] as const;
  });
  return {
    ...(type === undefined ? {} : { type }),
    ...(description === undefined ? {} : { description }),
    ...(values === undefined ? {} : { enum: values }),
    ...(items === undefined ? {} : { items: strict(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(strict) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(fields),
          required: fields.map(([name]) => name),
          additionalProperties: false,
        }),
  };
}

function orNull(shape: Shape): Shape {
  if (shape.anyOf?.some(({ type }) => type === 'null') === true) return shape;
  return { anyOf: [shape, { type: 'null' }] };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(fields.map(([name, one]) => [name, withoutNulls(one)]));
}
