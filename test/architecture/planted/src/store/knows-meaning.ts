import type { State } from '../workflow/state.ts';

export type Meaning = State;
