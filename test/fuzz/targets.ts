import { AgentHandoffCoordinator } from '../../src/handoff/coordinator.ts';
import { fromA2aStatus, toA2aStatus } from '../../src/handoff/dialects/a2a.ts';
import { parseChariotOutput, writeChariotBlock } from '../../src/handoff/dialects/chariot.ts';
import { parseDomainZeroEvent, writeDomainZeroEvent } from '../../src/handoff/dialects/domain-zero.ts';
import { parseTddNote, type WrittenTddNote, writeTddNote } from '../../src/handoff/dialects/tdd-note.ts';
import { readResult } from '../../src/handoff/result.ts';
import { EVENTS, HANDOFFS, NOTES, RESULTS, TASK_STATUSES } from './samples.ts';

/** One parser with what the fuzz test has to know of it. */
export interface Target {
  readonly name: string;
  readonly samples: readonly object[];
  /** JSON text in the form the parser reads it from text. */
  readonly wrap: (json: string) => string;
  readonly parse: (given: unknown) => unknown;
  /** Every way to write down what was parsed, each of which has to read back as the same. */
  readonly write: (parsed: unknown) => readonly unknown[];
  /** Whether text that is not JSON is `JSON.parse`'s own complaint. */
  readonly throwsSyntaxError: boolean;
}

export const TARGETS: readonly Target[] = [
  target({
    name: 'parseHandoff',
    samples: HANDOFFS,
    parse: (given) => AgentHandoffCoordinator.parseHandoff(given),
    write: (handoff) => [AgentHandoffCoordinator.toJSON(handoff), handoff.toJSON()],
  }),
  target({
    name: 'readResult',
    samples: RESULTS,
    parse: (given) => readResult(given),
    write: (result) => [JSON.stringify(result)],
  }),
  target({
    name: 'parseChariotOutput',
    samples: RESULTS,
    wrap: (json) => `# Log\n\n\`\`\`json\n${json}\n\`\`\`\n`,
    parse: (given) => parseChariotOutput(given),
    write: (result) => [writeChariotBlock(result), JSON.stringify(result)],
    throwsSyntaxError: false,
  }),
  target({
    name: 'parseDomainZeroEvent',
    samples: EVENTS,
    parse: (given) => parseDomainZeroEvent(given),
    write: (event) => [writeDomainZeroEvent(event)],
  }),
  target({
    name: 'parseTddNote',
    samples: NOTES,
    parse: (given) => parseTddNote(given),
    write: (note) => [JSON.stringify(note), ...(isWritable(note) ? [writeTddNote(note)] : [])],
  }),
  target({
    name: 'fromA2aStatus',
    samples: TASK_STATUSES,
    parse: (given) => fromA2aStatus(given),
    write: (status) => [toA2aStatus(status)],
    throwsSyntaxError: false,
  }),
];

interface TargetOptions<Parsed> {
  readonly name: string;
  readonly samples: readonly object[];
  readonly wrap?: (json: string) => string;
  readonly parse: (given: never) => Parsed;
  readonly write: (parsed: Parsed) => readonly unknown[];
  readonly throwsSyntaxError?: boolean;
}

/** The types of a parser are of no use to a test that gives it anything. */
function target<Parsed>(options: TargetOptions<Parsed>): Target {
  return { wrap: (json) => json, throwsSyntaxError: true, ...options } as Target;
}

/** A foreign note may hold less than Baton writes. */
function isWritable(note: { readonly [field: string]: unknown }): note is WrittenTddNote {
  const { next_phase, cycle, timestamp, run } = note;
  return next_phase !== undefined && Number(cycle) >= 1 && String(timestamp).endsWith('Z') && Boolean(run);
}
