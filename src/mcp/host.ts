import type { ActingHandoffs, Actor } from '../engine/acting.ts';
import type { AttachedSessions } from '../engine/attached-sessions.ts';
import type { WatchChanges } from '../engine/changes.ts';
import type { Handoffs } from '../engine/handoffs.ts';
import type { PhaseWork } from '../engine/phase-work.ts';
import type { Runs } from '../engine/run/runs.ts';
import type { Exchange } from '../engine/sync.ts';
import type { TestChecks } from '../engine/test-checks.ts';
import type { Config, RunFlags } from '../protocol/config-schema.ts';

/** All that the server asks of Baton. There is nothing in it that a command could not do. */
export interface McpHost {
  readonly runs: Runs;
  readonly handoffs: Handoffs;
  readonly testChecks: TestChecks;
  readonly attached: AttachedSessions;
  readonly phases: PhaseWork;
  readonly watch: WatchChanges;
  actAs(actor: Actor): ActingHandoffs;
  config(start?: RunFlags): Config;
  sync(remote?: string): Promise<Exchange>;
}
