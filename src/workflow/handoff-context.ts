import { isObject } from '../base/json.ts';
import { type Reason, reason, showName } from '../evidence/reasons.ts';
import { CONTEXT_FIELDS, checkContext, type OwnFields } from '../protocol/context-fields.ts';
import type { Edge } from './handoff-rules.ts';

/** What a handoff carries, and which fields of it Baton itself filled. */
export interface Composed {
  readonly context: Readonly<Record<string, unknown>>;
  readonly filled: readonly string[];
}

/**
 * Puts together what a handoff carries: the declared fields and no others. What Baton knows from evidence is Baton's,
 * whatever the agent says of it; the rest is the agent's. Text in place of fields stands for the one field that is left
 * to the agent.
 */
export function composeContext({ fields }: Edge, known: Readonly<Record<string, unknown>>, given: unknown): Composed {
  const filled = fields.filter((field) => Object.hasOwn(known, field));
  const left = fields.filter((field) => !filled.includes(field) && !isBatons(field));
  const own = isObject(given)
    ? given
    : typeof given === 'string' && left.length === 1
      ? { [String(left[0])]: given }
      : {};
  const entries = fields.flatMap((field): [string, unknown][] => {
    if (filled.includes(field)) return [[field, known[field]]];
    return left.includes(field) && Object.hasOwn(own, field) ? [[field, own[field]]] : [];
  });
  return { context: Object.fromEntries(entries.filter(([, value]) => value !== null)), filled };
}

/** Whether a field is for Baton alone to fill. */
export function isBatons(field: string): boolean {
  return Object.hasOwn(CONTEXT_FIELDS, field) && CONTEXT_FIELDS[field]?.filledBy === 'baton';
}

/**
 * Judges that every declared field is there and has its type. What only Baton could fill and does not know, such as
 * coverage where nothing asks for it, is not asked of the agent.
 */
export function judgeContext(edge: Edge, context: Composed['context'], own: OwnFields): readonly Reason[] {
  const asked = edge.fields.filter((field) => !isBatons(field) || Object.hasOwn(context, field));
  const { missing, invalid } = checkContext(asked, context, own);
  const told = missing.map((field) => `${showName(field)}${describe(field)}`).join('; ');
  const more = `The handoff ${edge.trigger} to ${edge.target} has to carry more. Set in handoff.context of your result: ${told}.`;
  return [
    ...(missing.length === 0 ? [] : [reason('context_missing', more)]),
    ...invalid.map(({ field, problem }) =>
      reason('context_invalid', `handoff.context of your result: ${problem.replace(/\.$/, '')}${describe(field)}.`),
    ),
  ];
}

function describe(field: string): string {
  const known = Object.hasOwn(CONTEXT_FIELDS, field) ? CONTEXT_FIELDS[field] : undefined;
  return known === undefined ? '' : ` (${known.description.toLowerCase()})`;
}
