import { describe, expect, it } from 'vitest';
import { MATERIAL } from '../../test/workflow/material.ts';
import {
  answer,
  completePhase,
  decide,
  listOf,
  passGates,
  planned,
  playPhase,
  playSession,
  playUntil,
  proveBaseline,
  refusedAttempt,
  refuseGate,
  startTale,
  type Tale,
} from '../../test/workflow/tale.ts';
import { reason } from '../evidence/reasons.ts';
import { type Fact, renderPrompt } from '../handoff/prompt.ts';
import { brief, type Material } from './briefing.ts';
import { readWorkflow } from './workflow.ts';

const NONCE = 'abcdef0123456789';

function factsOf(told: Tale, material: Partial<Material> = {}): Map<string, Fact> {
  return new Map(brief(told.state, { ...MATERIAL, ...material }).facts.map((fact) => [fact.label, fact]));
}

function textOf(told: Tale, label: string, material: Partial<Material> = {}): string | undefined {
  return factsOf(told, material).get(label)?.text;
}

function rendered(told: Tale, material: Partial<Material> = {}) {
  return renderPrompt(brief(told.state, { ...MATERIAL, ...material }).facts, { nonce: NONCE });
}

describe('every package', () => {
  it('says who plays what, on which commit, and what may be changed [R000-10] [R000-12]', () => {
    const told = playUntil(startTale(), 'green');
    expect(textOf(told, 'Your turn')).toContain(
      'You are implementing-agent in run r1: phase green, cycle 1, on top of',
    );
    expect(textOf(told, 'Your turn')).toContain(told.state.base.commit);
    expect(textOf(told, 'What you may change')).toMatch(
      /^- Change anything but tests.*\n- Work only.*\n- Your result is/,
    );
    const { task, constraints } = brief(told.state, MATERIAL);
    expect(textOf(told, 'Task')).toBe(task);
    expect(constraints).toHaveLength(3);
  });

  it('names the number of an attempt that is not the first [R000-10] [R001-48]', () => {
    const told = refusedAttempt(playUntil(startTale(), 'red'), 'not_collected');
    expect(textOf(told, 'Your turn')).toContain('phase red, cycle 1, attempt 2,');
  });

  it.each([
    ['red', 1],
    ['green', 1],
    ['refactor', 1],
    ['plan', 2],
  ])('of %s says everything verified before anything an agent claims, which is marked so [R000-17]', (phase, cycle) => {
    const told = proveBaseline(startTale());
    while (told.state.phase !== phase || told.state.cycle < cycle) {
      playSession(told, {
        summary: 'It is done.',
        context: 'The stack is new.',
        files: ['src/stack.ts'],
        learnt: ['The stack is a list.'],
        decisions: [{ what: 'a list', why: 'it is short' }],
      });
      completePhase(passGates(told));
    }
    const facts = [...factsOf(told).values()];
    const claims = facts.filter(({ author = '' }) => /^(?:agent|earlier agents) /.test(author));
    expect(claims).toHaveLength(5);
    expect(facts.filter(({ isClaim }) => isClaim === true)).toEqual(claims);
    for (const { label } of claims) expect(label).toMatch(/\((?:a claim|claims), not checked\)$/);
    const { text } = rendered(told);
    const at = (label: string) => text.indexOf(`## ${label}\n`);
    const first = Math.min(...claims.map(({ label }) => at(label)));
    expect(first).toBeGreaterThan(-1);
    for (const { label } of facts.filter((fact) => !claims.includes(fact))) {
      expect(at(label), label).toBeGreaterThan(-1);
      expect(at(label), label).toBeLessThan(first);
    }
  });

  it('tells of earlier cycles the open list, the last ten completed tests with a count, and what was learnt [R000-08]', () => {
    const told = proveBaseline(startTale());
    playPhase(told, planned(listOf(Array.from({ length: 30 }, (_, at) => `test ${at + 1}`))));
    playUntil(told, 'red', 13);
    playSession(told, { learnt: ['The stack is a list.'] });
    refuseGate(told, 'not_collected');
    const text = textOf(told, 'Where the list stands') ?? '';
    expect(text).toMatch(/^Completed: 12\. The last ones:\n- T3 test 3\n/);
    expect(text).toMatch(/- T12 test 12\nOpen: 18\. The next ones:\n- T13 test 13\n/);
    expect(text.split('\n')).toHaveLength(22);
    expect(textOf(told, 'Worth knowing, from earlier agents (claims, not checked)')).toBe('- The stack is a list.');
  });

  it('says so when the list is done, and nothing of a list there is none of', () => {
    const told = startTale();
    proveBaseline(told);
    expect(factsOf(told).has('Where the list stands')).toBe(false);
    playPhase(told, planned(listOf(['push'])));
    playUntil(told, 'plan', 2);
    expect(textOf(told, 'Where the list stands')).toBe('Completed: 1. The last ones:\n- T1 push\nOpen: 0.');
  });

  it('leaves out what there is nothing to say about', () => {
    const nothing = { totals: undefined, listText: undefined, layout: ' ', existingTests: undefined, claim: undefined };
    const told = proveBaseline(startTale());
    const labels = [...factsOf(told, { ...nothing, diffStat: '', testGlobs: [] }).keys()];
    expect(labels).toEqual(['Your turn', 'Task', 'What you may change', 'Request', 'Tests']);
  });
});

describe('the package of', () => {
  it('plan carries the request, how tests are run, counts, existing tests, the list and the layout [R001-23] [R000-20]', () => {
    const told = playUntil(startTale({ request: 'A stack with push and pop' }), 'plan');
    const facts = factsOf(told);
    expect(facts.get('Request')).toMatchObject({ text: 'A stack with push and pop', author: 'the user', isTask: true });
    expect(facts.get('Tests')?.text).toBe('vitest, run with: npx vitest run\nTests live in:\n- **/*.test.ts');
    expect(facts.get('Test counts')?.text).toBe('3 passed, 1 failed, 1 skipped or todo, on the files you start from.');
    expect(facts.get('Tests there are')?.text).toBe('- queue.test.ts::is empty at first');
    expect(facts.get('test-list.md as it is')?.text).toBe(MATERIAL.listText);
    expect(facts.get('Layout')?.text).toBe(MATERIAL.layout);
    expect(facts.get('Task')?.text).toMatch(/^Write the test list/);
  });

  it('a later plan carries the completed test, the files touched, counts and what remains [R000-14]', () => {
    const told = playUntil(startTale(), 'plan', 2);
    const facts = factsOf(told);
    expect(facts.get('Where the list stands')?.text).toBe(
      'Completed: 1. The last ones:\n- T1 push one element\nOpen: 1. The next ones:\n- T2 pop it again',
    );
    expect(facts.get('Files touched in the cycle before')?.text).toBe('stack.ts | 3 +++');
    expect(facts.has('Test counts')).toBe(true);
    expect(facts.get('Task')?.text).toMatch(/^Look at the test list again/);
  });

  it('red carries the test, the list, where tests live, an example and why this test [R000-11] [R001-25]', () => {
    const facts = factsOf(playUntil(startTale(), 'red'));
    expect(facts.get('The test of this cycle')).toMatchObject({
      text: 'T1: push one element',
      isTask: true,
      required: true,
    });
    expect(facts.get('test-list.md')?.text).toBe(MATERIAL.listText);
    expect(facts.get('Tests')?.text).toContain('Tests live in:\n- **/*.test.ts');
    expect(facts.get('An existing test: queue.test.ts')?.text).toBe(MATERIAL.exampleTest?.text);
    expect(facts.get('What test-list-agent said (a claim, not checked)')?.text).toBe('plan is done');
    expect(facts.get('Task')?.text).toMatch(/^Write one test for T1 and see it fail/);
  });

  it('red says what the item allows beyond adding a test', () => {
    const told = proveBaseline(startTale());
    playPhase(told, planned(listOf(['push twice (changes: stack.test.ts) (needs: left-pad)'])));
    expect(textOf(told, 'The test of this cycle')).toBe('T1: push twice (changes: stack.test.ts) (needs: left-pad)');
  });

  it('green carries test files, test names, how they fail and what may be changed [R000-12]', () => {
    const told = playUntil(startTale(), 'green');
    const facts = factsOf(told);
    expect(facts.get('Test files of this cycle')).toMatchObject({ text: '- stack.test.ts', required: true });
    expect(facts.get('Tests that have to pass')?.text).toBe(`- ${told.state.knowledge.newTests[0]}`);
    expect(facts.get('How they fail')?.text).toBe(MATERIAL.failures);
    expect(facts.get('Task')?.text).toMatch(/^Make the failing test pass for T1/);
    expect(facts.get('Request')).toMatchObject({ isTask: false });
  });

  it('refactor carries the tests, the change with its stat, and counts [R000-13]', () => {
    const facts = factsOf(playUntil(startTale(), 'refactor'));
    expect(facts.get('Test files of this cycle')?.text).toBe('- stack.test.ts');
    expect(facts.has('Tests of this cycle')).toBe(true);
    expect(facts.get('What was changed to make them pass')?.text).toBe(MATERIAL.diffStat);
    expect(facts.get('The change')?.text).toBe(MATERIAL.diff);
    expect(facts.has('Test counts')).toBe(true);
  });

  it('any other phase carries the request, the rules of the phase and its name', () => {
    const design = { agent: 'lead', writes: ['docs/**'], gates: ['scope'], on: { complete: 'end' }, commit: 'docs' };
    const workflow = readWorkflow({ name: 'w', description: 'd', start: 'design', phases: { design } });
    const facts = factsOf(playUntil(startTale({ workflow }), 'design'));
    expect(facts.get('Task')?.text).toBe('Do your part of the request in the phase design.');
    expect(facts.get('What you may change')?.text).toMatch(/^- Change only: docs\/\*\*\.\n/);
    expect(facts.get('Request')).toMatchObject({ isTask: true });
  });
});

describe('the package of a retry', () => {
  it('carries the reasons with all paths and tests, and says where the files are [R001-48] [R001-43]', () => {
    const told = playUntil(startTale(), 'green');
    playSession(told);
    const tests = Array.from({ length: 30 }, (_, at) => `a.test.ts::test ${at + 1}`);
    const named = reason('regression', 'Tests fail that passed before: a.test.ts::test 1 and 29 more.', { tests });
    const tree = told.state.candidate?.tree ?? '';
    told.tell('gate.refused', { gate: 'green', tree, reasons: [named] });
    const fact = factsOf(told).get('Why the last attempt was refused');
    expect(fact).toMatchObject({ required: true, isTask: true, author: 'Baton and the last session of green' });
    const lines = fact?.text.split('\n') ?? [];
    expect(lines[0]).toBe('- regression: Tests fail that passed before: a.test.ts::test 1 and 29 more.');
    expect(lines.slice(1, 3)).toEqual(['  - a.test.ts::test 2', '  - a.test.ts::test 3']);
    expect(lines.at(-1)).toBe('  - and 9 more');
    expect(textOf(told, 'Your files')).toMatch(/were taken back/);
  });

  it('carries reasons, output of the failing tests, paths and the number of the attempt in what is sent [R001-48]', () => {
    const told = playUntil(startTale(), 'green');
    playSession(told);
    const tree = told.state.candidate?.tree ?? '';
    const failures = [{ name: 'a.test.ts::adds', text: 'AssertionError: expected 2, got 1' }];
    const reasons = [
      reason('out_of_scope', 'Only code may change.', { paths: ['test/a.test.ts'] }),
      reason('still_failing', 'One test fails.', { failures }),
    ];
    told.tell('gate.refused', { gate: 'green', tree, reasons });
    const { text } = rendered(told);
    for (const part of ['attempt 2', 'out_of_scope: Only code may change.', 'test/a.test.ts', 'expected 2, got 1']) {
      expect(text).toContain(part);
    }
  });

  it('says that the files are still there where they are to be repaired', () => {
    const told = refusedAttempt(playUntil(startTale(), 'red'), 'not_collected');
    expect(textOf(told, 'Your files')).toMatch(/are still there/);
  });

  it('carries what went wrong beside the gates, as data', () => {
    const told = playUntil(startTale(), 'red');
    playSession(told, { ended: 'failed', detail: 'exit code 3' });
    expect(factsOf(told).get('What went wrong the last time')).toMatchObject({ text: 'exit code 3', required: true });
    expect(textOf(told, 'Your files')).toMatch(/were taken back/);
    playSession(told, { unreadable: 'status is missing' });
    expect(textOf(told, 'What went wrong the last time')).toBe('Your result could not be read: status is missing');
    expect(textOf(told, 'Your files')).toMatch(/are still there/);
  });

  it('carries the hint of a person, as a task', () => {
    const told = playUntil(startTale(), 'red');
    while (told.due?.kind === 'play') refusedAttempt(told, 'not_collected');
    decide(told, 'retry', 'Import it from ./stack.ts.');
    const facts = factsOf(told);
    expect(facts.get('Hint')).toMatchObject({ text: 'Import it from ./stack.ts.', author: 'a person', isTask: true });
    expect(facts.has('Why the last attempt was refused')).toBe(true);
  });

  it('carries a question with its answer, each under the name of who wrote it', () => {
    const told = playUntil(startTale(), 'red');
    playSession(told, { status: 'blocked', questions: ['May it be full?'] });
    answer(told, { kind: 'question', text: 'No.' });
    const facts = factsOf(told);
    expect(facts.get('Your question')).toMatchObject({ text: 'May it be full?', author: 'an earlier session of red' });
    expect(facts.get('The answer to it')).toMatchObject({ text: 'No.', author: 'a person', isTask: true });
    expect(facts.has('Your files')).toBe(false);
  });
});
