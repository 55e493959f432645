/** Whether everything is played: `FULL=1`, as `npm run check:full` sets it. Else what is left out says so. */
export const IS_FULL = process.env.FULL !== undefined;

/** Why something is skipped that is played in full. */
export const ONLY_FULL = 'played with FULL=1';
