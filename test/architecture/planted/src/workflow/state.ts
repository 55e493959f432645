// Clean: a cycle of types alone vanishes at compile time.
import type { step } from './step.ts';

export interface State {
  readonly next: typeof step;
}
