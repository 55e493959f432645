import type { ReadSource } from '../../code/reader.ts';
import type { Entry, JournalName, Store } from '../../store/store.ts';
import { openReader } from '../../sys/git/reader.ts';
import type { Repository } from '../../sys/git/repository.ts';
import type { UserSecret } from '../../sys/user-secret.ts';
import { RULES } from '../../workflow/event-data.ts';
import { problemOf } from '../projection.ts';
import { PINNED_FILE, readPinned } from '../run/pinned.ts';
import { openSources } from '../run/sources.ts';
import type { Sources } from '../run/surroundings.ts';
import type { Moment } from '../run/turn.ts';
import { checkAnswer } from './answers.ts';
import { checkBranch } from './branch.ts';
import { checkCommit, checkStart } from './commits.ts';
import { checkEvent } from './events.ts';
import { attempt, type Findings, placeOf, type Teller, tellAt } from './findings.ts';
import { checkGate } from './gates.ts';
import { checkFinding, checkRaised } from './handoffs.ts';
import { checkMerge, findMergeOf, type MergeOfRun } from './merges.ts';
import { checkObjects } from './objects.ts';
import { checkOrder, isKnown } from './order.ts';
import { retell, type Step } from './past.ts';

/** What verifying needs beside the journal. */
export interface VerifyParts {
  readonly store: Store;
  readonly repository: Repository;
  readonly readSource: ReadSource;
  /** The secret of the person at this machine, if there is one. */
  readonly secret: UserSecret | undefined;
}

/** What was looked at in a run, and what was found. */
export interface RunCheck extends Findings {
  readonly commits: number;
  /** Verdicts and other findings of Baton that were worked out again. */
  readonly verdicts: number;
}

/** Tells a run again from its journal and holds everything that can be worked out anew to what is recorded. */
export async function verifyRun(parts: VerifyParts, journal: JournalName): Promise<RunCheck> {
  const findings: Findings = { problems: [], unchecked: [] };
  const reader = openReader(parts.repository);
  const counts = { commits: 0, verdicts: 0 };
  try {
    const entries = knownPart(await readAll(parts.store, journal, findings), findings);
    if (entries.length > 0) await checkRun(parts, entries, { reader, findings, counts });
  } catch (error) {
    findings.problems.push(problemOf(journal, error));
  } finally {
    reader.close();
  }
  return { ...findings, ...counts };
}

/** What cannot be read is told by whoever checks the journal itself; here there is nothing to go by. */
async function readAll(store: Store, journal: JournalName, findings: Findings): Promise<readonly Entry[]> {
  try {
    return await store.read(journal);
  } catch (error) {
    problemOf(journal, error);
    tellAt(journal, findings).unchecked('commits and verdicts: the journal cannot be read as a whole.');
    return [];
  }
}

/** The events up to the first that only a newer Baton understands. */
function knownPart(entries: readonly Entry[], findings: Findings): readonly Entry[] {
  const at = entries.findIndex(({ event }) => !isKnown(event));
  if (at < 0) return entries;
  tellAt(placeOf(entries[at] as Entry), findings).unchecked(
    'this event and those behind it: a newer Baton wrote them. Update Baton to check them.',
  );
  return entries.slice(0, at);
}

interface Checking {
  readonly reader: ReturnType<typeof openReader>;
  readonly findings: Findings;
  readonly counts: { commits: number; verdicts: number };
}

async function checkRun(parts: VerifyParts, entries: readonly Entry[], checking: Checking): Promise<void> {
  const { repository, store, secret } = parts;
  const { reader, findings, counts } = checking;
  const git = { repository, reader };
  const { start, steps } = retell(store, entries);
  const first = placeOf(entries[0] as Entry);
  await attempt(first, findings, () => checkStart(start.state, git, tellAt(first, findings)));
  const fitting = checkOrder(steps, findings);
  const accepted = acceptedGates(fitting);
  let sources = await sourcesAt(start, checking, parts);
  for (const step of fitting) {
    const { entry, moment } = step;
    const place = placeOf(entry);
    const tell = tellAt(place, findings);
    await attempt(place, findings, async () => {
      if (PINNED_FILE in entry.attachments) sources = await sourcesAt(moment, checking, parts);
      if (await checkCommit(step, sources, git, tell)) counts.commits += 1;
      if (await checkEvent(step, sources, tell)) counts.verdicts += 1;
      if (entry.event.type === 'ask.answered') checkAnswer(step, eventsBefore(entries, entry), secret, tell);
      if (start.state.rules < RULES && VERDICT.test(entry.event.type)) {
        const rules = `version ${start.state.rules} of the rules, and this Baton has version ${RULES}`;
        tell.unchecked(`verdicts of gates: the run was judged by ${rules}.`);
      } else if (accepted.has(step)) {
        await checkVerdict(step, sources, tell);
        counts.verdicts += 1;
      } else if (VERDICT.test(entry.event.type)) {
        tell.unchecked('verdicts on work that was not accepted: it stays on the machine that made it.');
      }
    });
  }
  const last = steps.at(-1)?.after ?? start.state;
  const head = (entries.at(-1) as Entry).id;
  let merge: MergeOfRun | undefined;
  await attempt(`the merge of ${last.run}`, findings, async () => {
    merge = await findMergeOf(repository, last, head);
    if (await checkMerge(repository, last, merge, tellAt(`the merge of ${last.run}`, findings))) counts.commits += 1;
  });
  const branch = `refs/heads/${last.branch}`;
  await attempt(branch, findings, () => checkBranch(repository, last, merge, tellAt(branch, findings)));
  await attempt(first, findings, () => checkObjects(last, git, tellAt(`the files of run ${last.run}`, findings)));
}

const VERDICT = /^(?:gate|trigger|finding)\./;

/** What a gate let pass, found out, or let through as a handoff. */
function checkVerdict(step: Step, sources: Sources, tell: Teller): Promise<void> {
  const { type } = step.entry.event;
  if (type === 'trigger.raised') return checkRaised(step, sources, tell);
  return type === 'gate.passed' ? checkGate(step, sources, tell) : checkFinding(step, sources, tell);
}

async function sourcesAt(
  moment: Moment,
  { reader }: Checking,
  { repository, readSource }: VerifyParts,
): Promise<Sources> {
  return openSources(repository, reader, await readPinned(moment), readSource);
}

function eventsBefore(entries: readonly Entry[], entry: Entry) {
  return entries.slice(0, entries.indexOf(entry)).map(({ event }) => event);
}

/** The gates that the work of completed phases has passed. */
function acceptedGates(steps: readonly Step[]): ReadonlySet<Step> {
  const accepted = new Set<Step>();
  let open: Step[] = [];
  for (const step of steps) {
    const { type, data } = step.entry.event;
    if (VERDICT.test(type) && type !== 'gate.refused') open.push(step);
    if (type === 'phase.completed' && data.dropped !== true) for (const gate of open) accepted.add(gate);
    if (ENDS_A_CANDIDATE.has(type)) open = [];
  }
  return accepted;
}

const ENDS_A_CANDIDATE: ReadonlySet<string> = new Set([
  'session.started',
  'phase.completed',
  'person.committed',
  'phase.rolled_back',
]);
