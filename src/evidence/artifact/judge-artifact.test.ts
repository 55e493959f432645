import { describe, expect, it } from 'vitest';
import { type Artifact, judgeArtifact } from './judge-artifact.ts';

const RESULT = { agent: 'Explore', phase: 'discovery', status: 'complete' };
const SESSION = { agent: 'Explore', phase: 'discovery', status: 'complete' };
const GOOD: Artifact = {
  path: 'out/discovery.md',
  text: '# Found\n...',
  isTouched: true,
  body: '# Found\n',
  result: RESULT,
};
const told = (more: Partial<Artifact>, status = 'complete') =>
  judgeArtifact({ ...GOOD, ...more }, { ...SESSION, status }).map(({ code, message }) => `${code}: ${message}`);

describe('the document of a phase', () => {
  it('passes when it was written now and ends in the result of its session', () => {
    expect(told({})).toEqual([]);
    expect(told({ result: { status: 'complete' } })).toEqual([]);
  });

  it.each<[string, Partial<Artifact>, string]>([
    ['is not there', { text: undefined }, 'artifact_missing: out/discovery.md is not there'],
    ['was not touched', { isTouched: false }, 'artifact_missing: out/discovery.md was not touched'],
    ['is nothing but a block', { body: '\n\n' }, 'artifact_missing: out/discovery.md says nothing'],
    ['ends in no block', { body: undefined }, 'artifact_invalid: out/discovery.md does not end'],
    ['ends in nonsense', { result: undefined, problem: 'status is missing.' }, 'no result: status is missing.'],
    ["ends in another agent's result", { result: { ...RESULT, agent: 'gojo' } }, 'agent gojo in place of Explore'],
    [
      "ends in another phase's result",
      { result: { ...RESULT, phase: 'review' } },
      'phase review in place of discovery',
    ],
    ['ends in another status', { result: { ...RESULT, status: 'needs_review' } }, 'the session reports complete'],
  ])('is refused when it %s', (_, more, expected) => {
    expect(told(more)).toEqual([expect.stringContaining(expected)]);
  });

  it('is refused for a result that cannot be read, unless it ends in one that can', () => {
    const session = { ...SESSION, status: undefined, unreadable: 'status is "finished".' };
    expect(judgeArtifact({ ...GOOD, body: undefined }, session)).toMatchObject([
      { code: 'result_unreadable', message: expect.stringMatching(/^Your result could not be read.*"finished"\.$/) },
    ]);
    expect(judgeArtifact(GOOD, session)).toEqual([]);
  });
});
