import type { RunState } from '../../workflow/state.ts';
import type { Watching } from '../run/surround.ts';
import { findListener } from './listener.ts';
import { openMetrics } from './metrics.ts';
import { type DriveEnd, openSpans } from './spans.ts';

/** A drive of a run that may be listened to. */
export interface Driving {
  readonly watching: Watching;
  /** The run as it is before; asked for only if somebody listens. */
  before(): Promise<RunState>;
  /** Moves the run, watched like this. */
  drive(watching: Watching): Promise<RunState>;
}

/**
 * Drives a run and tells OpenTelemetry of it, where somebody listens. It only looks on: at what is recorded and at what
 * sessions say. Where nobody listens the drive is the same as without it.
 */
export async function observed({ watching, before, drive }: Driving, find = findListener): Promise<RunState> {
  const api = await find();
  if (api === undefined) return drive(watching);
  const state = await before();
  if (state.ended !== undefined) return drive(watching);
  const spans = harmlessly(() => openSpans(api, state, process.env));
  const metrics = harmlessly(() => openMetrics(api));
  const end = (how: DriveEnd) => harmlessly(() => spans?.end(how));
  try {
    const after = await drive({
      ...watching,
      onEntry(entry) {
        harmlessly(() => spans?.onEvent(entry.event));
        harmlessly(() => metrics?.onEvent(entry.event));
        watching.onEntry?.(entry);
      },
      onMessage(message) {
        harmlessly(() => spans?.onMessage(message));
        watching.onMessage?.(message);
      },
      traceparent: () => spans?.traceparent(),
    });
    end({ state: after });
    return after;
  } catch (error) {
    end({ error });
    throw error;
  }
}

/** Whoever listens brings code of their own, which must not end a run. */
function harmlessly<T>(tell: () => T): T | undefined {
  try {
    return tell();
  } catch {
    return undefined;
  }
}
