/** The values of variables that are secrets by their names. Short ones would be found in every text. */
export function secretsOf(variables: Readonly<Record<string, string>>): readonly string[] {
  const secret = Object.entries(variables).filter(([name]) => /KEY|TOKEN|SECRET|HEADERS|PROXY/i.test(name));
  const values = secret.map(([, value]) => value).filter((value) => value.length >= SHORTEST);
  // One may be part of another.
  return values.sort((a, b) => b.length - a.length);
}

const SHORTEST = 8;

/** The same value with every secret in its texts replaced, however deep: the agent's shell sees its program's key. */
export function hideSecrets<T>(value: T, secrets: readonly string[]): T {
  if (secrets.length === 0) return value;
  return hidden(value, secrets) as T;
}

function hidden(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), value);
  if (Array.isArray(value)) return value.map((one) => hidden(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hidden(one, secrets)]));
}

const HIDDEN = '[redacted: login]';
