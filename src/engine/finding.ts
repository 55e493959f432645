/** One thing that was looked at: what it is like, and what to do if that is not well. */
export interface Finding {
  readonly topic: string;
  readonly state: 'good' | 'limited' | 'bad';
  readonly told: string;
  readonly remedy?: string | undefined;
}
