import { describe, expect, it } from 'vitest';
import { viewOf } from '../../../test/cli-view.ts';
import { BatonError } from '../../base/error.ts';
import type { Answer } from '../../engine/run/answer.ts';
import type { OpenAsk } from '../../workflow/state.ts';
import type { Typed } from '../input.ts';
import { type Asking, askPerson } from './ask-person.ts';
import { chosenItem, formatMenu, menuOf } from './menu.ts';

const ASK = { id: 'ask-1f0c2a3b', about: 'May \u001b[2Jred be accepted?', reason: undefined, tree: undefined } as const;
const patch = `diff --git a/x b/x\n@@ -0,0 +1,100 @@\n${'+line\n'.repeat(100)}`;
const CHANGE = { from: 'a', to: 'b', stat: '', patch, omitted: 0 };

const CTRL_C: Typed = { kind: 'interrupted' };
const CTRL_D: Typed = { kind: 'closed' };

/** Holds a conversation in which a person types these lines, and gives all that was said. */
async function conversation(ask: Partial<OpenAsk>, typed: readonly (string | Typed)[], more: Partial<Setting> = {}) {
  const asked: string[] = [];
  const told: string[] = [];
  const answers: Answer[] = [];
  const left = [...typed];
  const asking: Asking = {
    cwd: '/',
    user: 'ann',
    output: { out: (text) => told.push(text), err: (text) => told.push(text), interactive: true },
    input: {
      discard: async () => void asked.push('(discard)'),
      async ask(question) {
        asked.push(question);
        const next = left.shift() ?? CTRL_D;
        return typeof next === 'string' ? { kind: 'line', text: next } : next;
      },
    },
    baton: {
      watch: () => undefined,
      runs: {
        view: async () => viewOf({}),
        async answer(_ask, answer) {
          if (more.refuse !== undefined) throw more.refuse;
          answers.push(answer);
          return viewOf({});
        },
      },
    },
    change: async () => more.change,
  };
  const outcome = await askPerson(asking, 'r1', { kind: 'approval', ...ASK, ...ask });
  return { outcome, answers, asked, told: told.join('\n') };
}

interface Setting {
  readonly change: Asking['change'] extends () => Promise<infer Of> ? Of : never;
  readonly refuse: BatonError;
}

describe('an approval', () => {
  it('is asked only after what was typed before is dropped, and Enter alone is no answer', async () => {
    const { asked, answers, outcome } = await conversation({}, ['', 'maybe', 'y']);
    expect(asked[0]).toBe('(discard)');
    expect(asked).toHaveLength(4);
    expect([outcome, answers]).toEqual(['answered', [{ kind: 'approval', approved: true }]]);
  });

  it('is refused with a reason, and not without one', async () => {
    const { answers, told } = await conversation({}, ['n', '', 'n', 'Too short']);
    expect(told).toContain('A rejection needs a reason');
    expect(answers).toEqual([{ kind: 'approval', approved: false, reason: 'Too short' }]);
  });

  it('takes a comment first, which goes with a yes or a no', async () => {
    expect((await conversation({}, ['c', 'Nice', 'yes'])).answers).toMatchObject([{ approved: true, reason: 'Nice' }]);
    expect((await conversation({}, ['c', 'Bad', 'no'])).answers).toMatchObject([{ approved: false, reason: 'Bad' }]);
  });

  it('shows the beginning of the diff, and all of it a screen at a time', async () => {
    const { told, asked } = await conversation({}, ['d', '', 'q', 'later'], { change: CHANGE });
    expect(told).toMatch(/\.\.\. 86 more lines: d shows all of it/);
    expect(asked.filter((question) => question.includes('more lines'))).toHaveLength(2);
    expect(told).toContain('May  [2Jred be accepted?');
    expect(told).not.toContain('\u001b');
  });

  it('stays open after Ctrl-C, Ctrl-D and later, whatever was typed before', async () => {
    expect(await conversation({}, [CTRL_C])).toMatchObject({ outcome: 'interrupted', answers: [] });
    expect(await conversation({}, [CTRL_D])).toMatchObject({ outcome: 'later', answers: [] });
    expect(await conversation({}, ['later'])).toMatchObject({ outcome: 'later', answers: [] });
    expect(await conversation({}, ['n', CTRL_C])).toMatchObject({ outcome: 'interrupted', answers: [] });
    expect(await conversation({}, ['c', 'x', CTRL_D])).toMatchObject({ outcome: 'later', answers: [] });
  });

  it('is over when somebody else answers it', async () => {
    const outcome = 'settled';
    expect(await conversation({}, [{ kind: 'cancelled' }])).toMatchObject({ outcome, answers: [] });
    const refuse = new BatonError('lost_race', 'bob answered it');
    expect(await conversation({}, ['y'], { refuse })).toMatchObject({ outcome, told: expect.stringContaining('bob') });
  });
});

it('a question takes a text, and no empty one', async () => {
  const { answers } = await conversation({ kind: 'question' }, ['', '@no/such/file', 'In cents']);
  expect(answers).toEqual([{ kind: 'question', text: 'In cents' }]);
});

describe('a decision', () => {
  const decision = { kind: 'decision', choices: ['retry', 'rollback', 'abort'] } as const;

  it('offers what is possible and nothing else', async () => {
    const { asked, answers } = await conversation(decision, ['skip', 'r', 'Look at the fixture']);
    expect(asked[1]).toBe('How to go on? [r]etry, r[o]llback, [a]bort, [l]ater: ');
    expect(answers).toEqual([{ kind: 'decision', choice: 'retry', hint: 'Look at the fixture' }]);
  });

  it('ends a run only when asked twice', async () => {
    expect((await conversation(decision, ['a', 'n', CTRL_D])).answers).toEqual([]);
    expect((await conversation(decision, ['a', 'y'])).answers).toEqual([{ kind: 'decision', choice: 'abort' }]);
  });
});

it('a menu gives every item a letter of its own, and takes letters, names and beginnings', () => {
  const menu = menuOf(['retry', 'rollback', 'abort']);
  expect(formatMenu(menu)).toBe('[r]etry, r[o]llback, [a]bort');
  expect(['r', 'RE', ' roll ', 'o', 'abort', 'x', ''].map((word) => chosenItem(menu, word))).toEqual([
    'retry',
    'retry',
    'rollback',
    'rollback',
    'abort',
    undefined,
    undefined,
  ]);
});
