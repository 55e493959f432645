import type { Exchange } from '../engine/sync.ts';

/** An exchange in words: one line for each journal, then what a person has to settle and how. */
export function tellSync(exchange: Exchange): readonly string[] {
  const { remote, received, sent, archived, notes, finished, diverged, refused, candidates, tooLarge } = exchange;
  const lines = [
    ...finished.map((journal) => `  ${journal}: finished, archived`),
    ...received.map((journal) => `  ${journal}: received`),
    ...sent.map((journal) => `  ${journal}: sent`),
    ...archived.map((journal) => `  ${journal}: in the archive on both sides now`),
    ...notes.map((name) => `  notes ${name}: merged`),
    ...candidates.map((run) => `  runs/${run}: sent the candidate that waits for approval`),
  ];
  const head = lines.length === 0 ? `Nothing new, here or at ${remote}.` : `Exchanged with ${remote}:`;
  return [
    head,
    ...lines,
    ...tooLarge.map(describeTooLarge),
    ...diverged.flatMap((each) => tellDiverged(remote, each)),
    ...refused.map(({ journal, why }) => plain(`Refused ${JSON.stringify(journal)}: ${why}`)),
    ...(refused.length === 0 ? [] : [`What was refused was left as it is. To see it: git ls-remote ${word(remote)}`]),
  ];
}

function describeTooLarge({ run, bytes }: Exchange['tooLarge'][number]): string {
  const size = `${Math.ceil(bytes / 1_048_576)} MB`;
  return `The candidate of ${run} adds ${size} and was not sent. Resume the run in this clone after it was approved: other clones play the phase again.`;
}

/** Both ways out keep the other history under a ref that is never exchanged. */
function tellDiverged(remote: string, { journal, ours, theirs, common }: Exchange['diverged'][number]): string[] {
  const ref = `refs/baton/${journal}`;
  const aside = (head: string) => `refs/baton/set-aside/${journal}-${head.slice(0, 8)}`;
  const shared = common === 1 ? 'The first event is the same' : `The first ${common} events are the same`;
  return [
    '',
    `${journal} was continued differently here and at ${remote}. ${common === 0 ? 'No event is the same' : shared}; both histories were left as they are.`,
    `  here:  git log --first-parent ${ours}`,
    `  there: git log --first-parent ${theirs}`,
    'Keep one, and set the other aside under a name of its own:',
    `  to keep what is there: git update-ref ${aside(ours)} ${ours} && git update-ref ${ref} ${theirs} ${ours}`,
    `  to keep what is here:  git update-ref ${aside(theirs)} ${theirs} && git push --force-with-lease=${ref}:${theirs} ${word(remote)} ${ours}:${ref}`,
  ];
}

/** A word a shell takes as it stands. */
function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** What came from elsewhere must not steer the terminal. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
}
