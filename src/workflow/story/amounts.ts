/** A stretch of time as a clock shows it: `0:42`, `12:03`, `1:02:03`. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}

/** `1 test`, `12,345 tokens`. */
export function count(number: number, what: string): string {
  return `${grouped(number)} ${what}${number === 1 ? '' : 's'}`;
}

/** `1 test passes`, `12 tests pass`. */
export function passing(number: number): string {
  return `${count(number, 'test')} ${number === 1 ? 'passes' : 'pass'}`;
}

/** `12,345`. */
export function grouped(number: number): string {
  return String(Math.round(number)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** What was spent, as far as it is known: nothing where a runner tells neither tokens nor cost. */
export function spent(
  { tokens, usd }: { readonly tokens: number; readonly usd: number },
  kindsOfTokens: readonly string[] = [],
): string[] {
  const kinds = kindsOfTokens.length === 0 ? '' : ` (${kindsOfTokens.join(', ')})`;
  return [...(tokens > 0 ? [`${count(tokens, 'token')}${kinds}`] : []), ...(usd > 0 ? [`$${usd.toFixed(2)}`] : [])];
}

const CELLS = 10;

/** How far a list has burnt down: `[####......] 4 of 10`. The bar is full only when everything is done. */
export function burnDown(done: number, total: number): string {
  const filled = total === 0 ? 0 : done >= total ? CELLS : Math.min(CELLS - 1, Math.round((done / total) * CELLS));
  return `[${'#'.repeat(filled)}${'.'.repeat(CELLS - filled)}] ${done} of ${total}`;
}
