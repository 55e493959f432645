export interface Runner {
  readonly name: string;
}
