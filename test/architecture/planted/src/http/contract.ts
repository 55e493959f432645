export interface Contract {
  readonly runs: readonly string[];
}
export const version = 1;
