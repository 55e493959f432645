import { z } from 'zod';
import { showValue } from '../base/json.ts';

/** Text of one form: a JSON Schema shows the pattern, an error says the form in words an agent can follow. */
export function patternedText(pattern: RegExp, form: string) {
  return z
    .string()
    .refine((text) => pattern.test(text), { error: ({ input }) => `is ${showValue(input)} (expected ${form})` })
    .meta({ pattern: pattern.source });
}
