import { expect, it } from 'vitest';
import type { JournalEvent } from '../event.ts';
import { tellAnswered } from './asks.ts';

it('an answer that a program gave is told as such', () => {
  const data = { ask: 'ask-1', answer: { kind: 'question', text: 'This.' }, authenticated: false } as const;
  const words = (more: object) => tellAnswered({ ...data, ...more }, { actor: 'ann' } as JournalEvent)[0]?.text;
  expect(words({ vouched: false })).toBe(
    'ann answered: This. (unauthenticated: a program answered, and nobody was asked)',
  );
  expect(words({})).toContain('no sandbox kept the agent from answering');
  expect(words({ authenticated: true })).toBe('ann answered: This.');
});
