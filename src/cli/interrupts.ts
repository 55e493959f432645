/** What a process is told from outside. */
export interface SignalSource {
  on(signal: Signal, listener: () => void): unknown;
  off(signal: Signal, listener: () => void): unknown;
}

type Signal = (typeof SIGNALS)[number];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Two ways to stop a run; both leave it so that it can go on. */
export interface Interrupts {
  /** Nothing new is begun once this is aborted. */
  readonly parking: AbortSignal;
  /** The agent is ended once this is aborted. */
  readonly stopping: AbortSignal;
  /** Lets signals do again what they usually do. */
  close(): void;
}

/**
 * The first Ctrl-C parks, the second ends the agent too, as do a request to terminate and a closed terminal. A third finds
 * nobody listening and ends the process: what is recorded is safe at any time.
 */
export function listenForInterrupts(source: SignalSource, tell: { onParking(): void; onStopping(): void }): Interrupts {
  const parking = new AbortController();
  const stopping = new AbortController();
  const close = () => {
    for (const signal of SIGNALS) source.off(signal, LISTENERS[signal]);
  };
  const park = () => {
    if (parking.signal.aborted) return stop();
    parking.abort();
    tell.onParking();
  };
  const stop = () => {
    close();
    parking.abort();
    stopping.abort();
    tell.onStopping();
  };
  const LISTENERS = { SIGINT: park, SIGTERM: stop, SIGHUP: stop };
  for (const signal of SIGNALS) source.on(signal, LISTENERS[signal]);
  return { parking: parking.signal, stopping: stopping.signal, close };
}
