import { randomBytes } from 'node:crypto';
import { diffTexts } from '../../sys/git/diff-text.ts';
import { possibleChoices } from '../../workflow/choices.ts';
import type { Need } from '../../workflow/state.ts';
import { isHere, type Surroundings } from './surroundings.ts';
import type { Turn } from './turn.ts';

/** Opens an ask. It is bound to exactly what it is about: an answer to anything else is void. */
export async function openAsk(turn: Turn, around: Surroundings, { kind, reason, about }: Need): Promise<void> {
  const { phase, cycle, attempt, candidate, base } = turn.state;
  await turn.append({
    type: 'ask.opened',
    data: {
      ask: `ask-${randomBytes(4).toString('hex')}`,
      kind,
      reason,
      about,
      ...(kind === 'decision' ? { choices: [...possibleChoices(turn.state)] } : {}),
      binding: { phase, cycle, attempt, session: candidate?.session ?? null, base: base.commit },
      ...(candidate?.tree === undefined ? {} : await shown(candidate.tree, base.tree, around)),
    },
  });
}

/** The candidate an ask is about, and how much it changes. */
async function shown(tree: string, base: string, around: Surroundings) {
  if (!(await isHere(around, tree))) return { tree, change: 'The candidate is not in this clone.' };
  return { tree, change: (await diffTexts(around.repository, base, tree, 0)).stat.slice(0, LONGEST_CHANGE) };
}

const LONGEST_CHANGE = 4_000;
