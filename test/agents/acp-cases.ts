import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findSandbox } from '../../src/sys/sandbox.ts';
import { temporaryDirectory } from '../repository.ts';
import { DONE, type Play } from './acp-play.ts';

/** What holds for every program that Baton talks to by the Agent Client Protocol, but for the words it uses. */
export function itKeepsToItsPhase(play: Play, { refusal }: { readonly refusal: string }): void {
  it('is told after its turn why something was refused, and works on', () =>
    play(
      [
        { calls: [{ do: 'write', path: 'src/sum.js', text: '0\n' }] },
        { say: 'I was stopped.' },
        { calls: [{ do: 'replace', path: 'test/old.js', find: '1', with: '2' }] },
        DONE,
      ],
      ({ outcome, session, server }) => {
        expect(outcome).toMatchObject({ ended: 'done', result: expect.stringContaining('One test, red.') });
        expect(server.requests[1]?.toolResults.join()).toContain(refusal);
        expect(JSON.stringify(server.requests[2]?.body)).toContain('rule 4713 forbids it');
        expect(session.read('test/old.js')).toBe('2\n');
      },
      {
        request: {
          tools: ['Read', 'Write', 'Edit'],
          mayNotWrite: (path) => (path.startsWith('src/') ? 'rule 4713 forbids it.' : undefined),
        },
        files: { 'test/old.js': '1\n' },
      },
    ));

  it('works in the sandbox, and leaves nothing beside its scratch', async (context) => {
    const sandbox = await findSandbox();
    if (sandbox.kind === 'none') context.skip(sandbox.why);
    const beside = temporaryDirectory();
    const command = `echo escaped > ${beside}/escaped; echo stayed > stayed.txt`;
    const calls = [{ do: 'write', path: 'written.txt', text: 'w\n' }] as const;
    await play(
      [{ calls: [{ do: 'shell', command }] }, { calls }, DONE],
      ({ outcome, session }) => {
        expect(outcome).toMatchObject({ ended: 'done' });
        expect(session.read('stayed.txt')).toBe('stayed\n');
        expect(session.read('written.txt')).toBe('w\n');
        expect(existsSync(join(beside, 'escaped'))).toBe(false);
      },
      { inSandbox: true },
    );
  });
}
