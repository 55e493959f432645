/** What happened, in one sentence for a person. */
export interface StoryLine {
  /** What it is: a thing that passed, one that was refused, one that waits for a person, one to look at. */
  readonly mark?: keyof typeof MARKS | undefined;
  readonly text: string;
  /** Lines that stand below it as they are: names, commands to type, output. */
  readonly more?: readonly string[] | undefined;
}

/** How the marks are written. */
export const MARKS = { ok: 'ok', no: 'NO', ask: '??', look: '!!' } as const;
