import type { Tool } from '../tool.ts';
import { DECIDE_TOOLS } from './decide.ts';
import { HANDOFF_TOOLS } from './handoffs.ts';
import { NOTES_TOOLS } from './notes.ts';
import { PHASE_TOOLS } from './phases.ts';
import { RUN_TOOLS } from './runs.ts';
import { STATE_TOOLS } from './state.ts';
import { LIST_TOOLS } from './test-list.ts';
import { TEST_TOOLS } from './tests.ts';

/** Every tool, in the order clients list them. */
export const TOOLS: readonly Tool[] = [
  ...HANDOFF_TOOLS,
  ...RUN_TOOLS,
  ...DECIDE_TOOLS,
  ...STATE_TOOLS,
  ...LIST_TOOLS,
  ...TEST_TOOLS,
  ...PHASE_TOOLS,
  ...NOTES_TOOLS,
];
