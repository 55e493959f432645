/** What of OpenTelemetry is used: its API alone. Where to, and how, is for whoever registers an SDK. */
export type Telemetry = typeof import('@opentelemetry/api');

/**
 * The API of OpenTelemetry where somebody listens; nothing where no SDK is registered in this process or the package is
 * not installed. Whoever registers an SDK leaves a mark at a well-known place, so that nothing is loaded to find out.
 */
export async function findListener(load = () => import('@opentelemetry/api')): Promise<Telemetry | undefined> {
  if (!isRegistered()) return undefined;
  try {
    return await load();
  } catch {
    return undefined;
  }
}

const REGISTERED = Symbol.for('opentelemetry.js.api.1');

function isRegistered(): boolean {
  const mark = (globalThis as Record<symbol, { trace?: unknown; metrics?: unknown } | undefined>)[REGISTERED];
  return mark?.trace !== undefined || mark?.metrics !== undefined;
}
