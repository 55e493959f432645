export interface Event {
  readonly type: string;
}
