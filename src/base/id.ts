/** A new globally unique id. */
export function newId(): string {
  return globalThis.crypto.randomUUID();
}

/** A short random word that nobody outside can guess: what fences foreign text off in a prompt. */
export function newNonce(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
