import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '../base/json.ts';

/** SHA-256 of a value as canonical JSON: the same for the same content, however it is written. */
export function contentDigest(value: unknown): string {
  const plain = JSON.parse(JSON.stringify(value)) as JsonValue;
  return createHash('sha256').update(canonicalJson(plain)).digest('hex');
}
