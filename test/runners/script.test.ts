import { describe, expect, it } from 'vitest';
import { parseScript, pickSession, type Script } from '../../src/runners/script.ts';
import { scriptedRunner } from '../../src/runners/scripted.ts';
import { withTrialSession } from '../../src/testing/runner-session.ts';

describe('the session of a script', () => {
  const script: Script = [
    { phase: 'red', say: 'any' },
    { phase: 'red', attempt: 2, say: 'attempt 2' },
    { phase: 'red', cycle: 3, say: 'cycle 3' },
    { phase: 'red', cycle: 3, attempt: 2, say: 'both' },
    { phase: 'green', cycle: 1, attempt: 1, say: 'green' },
  ];
  const picked = (phase: string, cycle: number, attempt: number) => pickSession(script, { phase, cycle, attempt })?.say;

  it('is the one that fits most exactly, and the cycle weighs more than the attempt', () => {
    expect([picked('red', 1, 1), picked('red', 1, 2)]).toEqual(['any', 'attempt 2']);
    expect([picked('red', 3, 1), picked('red', 3, 2)]).toEqual(['cycle 3', 'both']);
    expect([picked('red', 3, 3), picked('green', 1, 1)]).toEqual(['cycle 3', 'green']);
  });

  it('may be for one visit of its phase, which weighs more than the attempt', () => {
    const visits: Script = [
      { phase: 'review', say: 'any' },
      { phase: 'review', visit: 1, say: 'first' },
      { phase: 'review', visit: 2, say: 'second' },
      { phase: 'review', attempt: 2, say: 'again' },
    ];
    const at = (visit: number, attempt = 1) => pickSession(visits, { phase: 'review', cycle: 1, visit, attempt })?.say;
    expect([at(1), at(2), at(3), at(2, 2), at(3, 2)]).toEqual(['first', 'second', 'any', 'second', 'again']);
  });

  it('that is missing is unavailable and named, and no other is played in its place', async () => {
    const outcome = await withTrialSession(({ play }) => play(scriptedRunner(script)), { phase: 'green', attempt: 2 });
    expect(outcome).toEqual({
      ended: 'unavailable',
      detail: 'script has no session for phase green, cycle 1, attempt 2: add one.',
    });
  });
});

describe('a script as text', () => {
  it('is YAML or JSON', () => {
    const script = [{ phase: 'red', write: { 'a.js': 'x\ny\n' } }];
    expect(parseScript('- phase: red\n  write:\n    a.js: |\n      x\n      y\n', 's.yaml')).toEqual(script);
    expect(parseScript(JSON.stringify(script), 's.json')).toEqual(script);
  });

  it.each([
    ['- phase: [red', 's.yaml:1:'],
    ['phase: red', 'Invalid s.yaml: the value is an object (expected a list).'],
    ['', 'Invalid s.yaml: the value is null (expected a list).'],
    ['- say: x', 'Invalid s.yaml: [0].phase is missing (expected text).'],
    ['- phase: RED', 'Invalid s.yaml: [0].phase is "RED" (expected the name of a phase in lower case).'],
    ['- phase: red\n- phase: red\n  attempt: 0', 'Invalid s.yaml: [1].attempt is 0 (expected at least 1).'],
    ['- {phase: red, write: {a: 1}}', 'Invalid s.yaml: [0].write.a is 1 (expected text).'],
    ['- {phase: red, replace: [{path: a, find: b}]}', 'Invalid s.yaml: [0].replace[0].with is missing'],
    ['- {phase: red, end: well}', 'Invalid s.yaml: [0].end is "well" (expected "done", "failed",'],
    ['- {phase: red, end: interrupted}', 'Invalid s.yaml: [0].end is "interrupted"'],
    ['- {phase: red, wirte: {a: b}}', 's.yaml: [0].wirte is no field of a session. Did you mean write?'],
    ['- {phase: red, zzzzzz: 1}', 's.yaml: [0].zzzzzz is no field of a session. Known are phase, cycle,'],
    ['- red', 'Invalid s.yaml: [0] is "red" (expected an object).'],
    ['- null', 'Invalid s.yaml: [0] is null (expected an object).'],
    ['- &a {phase: red}\n- *a', 's.yaml uses YAML aliases (*name), which are not allowed.'],
    [
      '- {phase: red, cycle: 1}\n- {cycle: 1, phase: red}',
      's.yaml has two sessions for phase red, cycle 1, any attempt',
    ],
    ['- {phase: red, visit: 2}\n- {visit: 2, phase: red}', 's.yaml has two sessions for phase red, any cycle, visit 2'],
    [`- {phase: red, say: "${'x'.repeat(4_000_000)}"}`, 's.yaml is larger than 4000000 characters.'],
  ])('is refused with its place: %#', (text, sentence) => {
    const refused = () => parseScript(text, 's.yaml');
    expect(refused).toThrow(sentence);
    expect(refused).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });

  it('given as a value is checked and copied at once', () => {
    expect(() => scriptedRunner([{ phase: 'Red' }])).toThrow('Invalid script: [0].phase is "Red"');
    const value = [{ phase: 'red', say: 'before' }];
    const runner = scriptedRunner(value);
    value[0] = { phase: 'green', say: 'after' };
    return expect(withTrialSession(({ play }) => play(runner))).resolves.toMatchObject({ ended: 'done' });
  });
});
