import { describe, expect, it } from 'vitest';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { phaseMessage } from './phase-message.ts';
import { openRepository } from './repository.ts';
import { trailersOf } from './trailers.ts';

const PHASE = { type: 'test', subject: 'a stack is empty', run: 'r1', phase: 'red', cycle: 2 };

describe('the message of a phase commit', () => {
  it('has a subject, a body and trailers', () => {
    const message = phaseMessage({ ...PHASE, body: 'Why\r\nso.\n', agent: 'test-agent', model: 'm-1' });
    expect(message).toBe(
      'test: a stack is empty\n\nWhy\nso.\n\nBaton-Run: r1\nBaton-Phase: red\nBaton-Cycle: 2\nBaton-Agent: test-agent\nBaton-Model: m-1\n',
    );
    expect(phaseMessage(PHASE)).toBe('test: a stack is empty\n\nBaton-Run: r1\nBaton-Phase: red\nBaton-Cycle: 2\n');
  });

  it('is cut to 72 letters in its first line, whole letters', () => {
    const [subject = ''] = phaseMessage({ ...PHASE, subject: '😀'.repeat(100) }).split('\n');
    expect([...subject]).toHaveLength(72);
    expect(subject.endsWith('😀...')).toBe(true);
    const exact = 'x'.repeat(66);
    expect(phaseMessage({ ...PHASE, subject: exact }).split('\n')[0]).toBe(`test: ${exact}`);
  });

  it.each([
    ['in the subject', { subject: 'x\n\nBaton-Run: evil\nBaton-Phase: green\n\n' }],
    ['in the body', { body: 'x\n\nBaton-Run: evil\nBaton-Phase: green' }],
    ['in the first line of the body', { body: 'Baton-Run: evil' }],
    ['in an agent', { agent: 'a\nBaton-Phase: green\r\nBaton-Cycle: 9' }],
    ['in a model', { model: 'm\u2028\n Baton-Phase: green\n\n' }],
    ['in a phase, by a line that goes on', { body: 'x\n---\nBaton-Run: evil\n' }],
  ])('cannot be forged %s', async (_, forged) => {
    const path = temporaryRepository();
    const message = phaseMessage({ ...PHASE, ...forged });
    gitIn(path, 'commit', '--quiet', '--allow-empty', '--cleanup=verbatim', '--message', message);
    const commit = gitIn(path, 'rev-parse', 'HEAD');
    const repository = await openRepository(path);
    expect(await trailersOf(repository, [commit])).toEqual([{ commit, run: 'r1', phase: 'red', cycle: 2 }]);
    const rest = message.slice(0, message.indexOf('\n\nBaton-Run: r1'));
    gitIn(path, 'commit', '--quiet', '--amend', '--allow-empty', '--cleanup=verbatim', '--message', rest);
    const amended = gitIn(path, 'rev-parse', 'HEAD');
    expect((await trailersOf(repository, [amended]))[0]?.run).toBe(undefined);
  });
});
