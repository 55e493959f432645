import { describe, expect, it } from 'vitest';
import { viewOf } from '../../test/cli-view.ts';
import { chooseAsk, openAsksOf } from './choose-ask.ts';

function waiting(run: string, id: string) {
  const ask = { id, kind: 'approval', about: `May ${run} go on?`, reason: undefined, tree: undefined } as const;
  return viewOf({ run, state: 'waiting', asks: [ask] });
}

const one = openAsksOf([waiting('r1', 'ask-1f0c2a3b'), viewOf({ run: 'done', state: 'completed' })]);
const three = openAsksOf([waiting('r1', 'ask-1f0c2a3b'), waiting('r2', 'ask-1f99aaaa'), waiting('r3', 'ask-77000000')]);

describe('the ask that is meant', () => {
  it('is the only open one where none is named', () => {
    expect(chooseAsk(one, undefined)).toMatchObject({ id: 'ask-1f0c2a3b', run: 'r1' });
  });

  it('is the open one whose id begins so, with or without ask-', () => {
    for (const word of ['ask-1f0c2a3b', 'ask-1f0', '1f0c', '1F0']) expect(chooseAsk(three, word).run).toBe('r1');
  });

  it('is listed with the others where it could be several', () => {
    expect(() => chooseAsk(three, undefined)).toThrow(/3 asks are open.*\n {2}ask-1f0c2a3b {2}r1 \(approval\): May r1/);
    expect(() => chooseAsk(three, '1f')).toThrow(/"1f" is ambiguous.*\n.*ask-1f0c2a3b.*\n.*ask-1f99aaaa[^\n]*$/);
  });

  it('is an error that lists the open ones where none begins so', () => {
    expect(() => chooseAsk(three, 'ask-')).toThrow('There is no open ask "ask-"');
    expect(() => chooseAsk(three, 'zz')).toThrow(/no open ask "zz"[\s\S]*ask-77000000/);
    expect(() => chooseAsk([], undefined)).toThrow(/No ask is open.*baton status/);
  });
});
