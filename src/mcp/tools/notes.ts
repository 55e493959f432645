import { z } from 'zod';
import type { Exchange } from '../../engine/sync.ts';
import { argumentsOf, remoteName, waitSeconds } from '../arguments.ts';
import { longOutput, longWork } from '../long-work.ts';
import { type Tool, tool } from '../tool.ts';

const names = z.array(z.string()).describe('Names of journals, 200 at most');

const gitNotesPush = tool({
  name: 'git_notes_push',
  title: 'Exchange notes with a remote',
  description:
    'Exchanges notes, runs and handoffs with a git remote. What two clones continued differently is left alone and told.',
  input: argumentsOf({ remote: remoteName.optional(), wait_s: waitSeconds }),
  output: longOutput({
    remote: z.string(),
    sent: names,
    received: names,
    archived: names,
    notes: names.describe('Notes that changed, here or there'),
    diverged: names.describe('What two clones continued differently'),
    refused: z.array(z.object({ journal: z.string(), why: z.string() })),
  }),
  effects: { readOnly: false, idempotent: true },
  call({ remote, wait_s: waitS }, calling) {
    return longWork(calling, {
      about: `exchanging with ${remote ?? 'the usual remote'}`,
      waitS,
      endsWithCall: false,
      run: async () => tellExchange(await calling.host.sync(remote)),
    });
  },
});

const MOST_NAMED = 200;

function tellExchange({ remote, sent, received, archived, notes, diverged, refused }: Exchange) {
  const data = {
    remote,
    sent: sent.slice(0, MOST_NAMED),
    received: received.slice(0, MOST_NAMED),
    archived: archived.slice(0, MOST_NAMED),
    notes: [...notes],
    diverged: diverged.slice(0, MOST_NAMED).map(({ journal }) => journal),
    refused: refused.slice(0, MOST_NAMED).map(({ journal, why }) => ({ journal, why })),
  };
  const left = [
    ...data.diverged.map((journal) => `${journal} was continued differently there: a person settles it by baton sync.`),
    ...data.refused.map(({ journal, why }) => `${journal} was refused: ${why}.`),
  ];
  const counts = `${sent.length} sent, ${received.length} received, ${notes.length} notes brought together`;
  return { data, text: [`Exchanged with ${remote}: ${counts}.`, ...left].join(' ') };
}

export const NOTES_TOOLS: readonly Tool[] = [gitNotesPush];
