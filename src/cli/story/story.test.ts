import { describe, expect, it } from 'vitest';
import {
  APPROVAL,
  BASELINE,
  type MadeUp,
  madeUp,
  PLANNED,
  REFUSED_GREEN,
  SEEN_RED,
  STARTED,
  session,
} from '../../../test/cli-events.ts';
import { EVENT_TYPES } from '../../workflow/event.ts';
import { tellEvent } from '../../workflow/story/story.ts';
import { paintFor } from '../paint.ts';
import { phaseColumn, renderEvent } from './story.ts';

const DRAWING = { columns: 120, paint: paintFor(false) };

/** The story without the times, which are those of the place where the test runs. */
function story(...events: MadeUp[]): string[] {
  return madeUp(events)
    .flatMap((event) => renderEvent(event, DRAWING))
    .map((line) => line.replace(/^\d\d:\d\d:\d\d {2}/, ''));
}

const wholeRun = [STARTED, BASELINE, ...PLANNED, ...SEEN_RED];

describe('the story of a run', () => {
  it('tells each thing that happened in a line', () => {
    expect(story(...wholeRun)).toEqual([
      'run      stack-4f2a on branch baton/stack-4f2a',
      '                     A stack with push and pop',
      'run      ok baseline: 12 tests pass',
      'plan     cycle 1: test-list-agent starts with a package of 812 tokens',
      'plan     test-list-agent is done after 0:27, 12,300 tokens, $0.04; it says: Did it.',
      'plan     ok scope',
      'plan     ok list: 2 open, next is T1 push keeps a value',
      'plan     ok commit bbbbbbbbbbbb, list [..........] 0 of 2',
      'red      cycle 1: test-agent starts with a package of 812 tokens',
      'red      test-agent is done after 0:27, 12,300 tokens, $0.04; it says: Did it.',
      'red      ok scope',
      'red      ok red: 1 new test fails, as it must',
      'red      ok commit cccccccccccc, list [..........] 0 of 2',
    ]);
  });

  it('tells a refusal with its code and its message, wrapped below itself', () => {
    const [event] = madeUp([REFUSED_GREEN]);
    const narrow = { ...DRAWING, columns: 68 };
    const lines = event === undefined ? [] : renderEvent(event, narrow).map((line) => line.slice(10));
    expect(lines).toEqual([
      'green    NO green: still_failing: stack.test.ts::push',
      '            still fails: expected 1 but got undefined.',
    ]);
  });

  it('leaves the time out where there is little room', () => {
    const [event] = madeUp([APPROVAL]);
    const lines = event === undefined ? [] : renderEvent(event, { ...DRAWING, columns: 40 });
    expect(lines).toEqual(['red      ?? ask-1f0c2a3b (approval): May', '            red of cycle 1 be accepted?']);
  });

  it('tells an ask with its id and its kind', () => {
    expect(story(APPROVAL)).toEqual(['red      ?? ask-1f0c2a3b (approval): May red of cycle 1 be accepted?']);
  });

  it('tells every way a session can end', () => {
    const ends = ['failed', 'timed_out', 'service', 'unavailable', 'interrupted', 'lost'].map((ended) => {
      const [, , end] = session('red', 'test-agent');
      return story({ ...end, type: 'session.ended', data: { ...end?.data, ended, detail: 'no key is set' } })[0];
    });
    expect(ends).toEqual([
      'red      NO test-agent failed after 0:27, 12,300 tokens, $0.04',
      'red      NO test-agent was ended, its time was up, after 0:27, 12,300 tokens, $0.04',
      'red      !! a service is limited or cannot be reached; tried again',
      'red      NO test-agent cannot work here',
      'red      test-agent was ended by an interruption after 0:27, 12,300 tokens, $0.04; it uses up no attempt',
      'red      !! the session was lost and is played again; it uses up no attempt',
    ]);
  });

  it('tells what a session used as far as its program tells it', () => {
    const [, , end] = session('red', 'test-agent');
    const more = { input_tokens: 11_900, output_tokens: 400, cache_read_tokens: 9_000, turns: 7, service_ms: 19_000 };
    const usage = { tokens: 12_300, usd: 0.04, ms: 27_000, ...more };
    const told = story({ ...end, type: 'session.ended', data: { ...end?.data, usage } });
    expect(told.map((line) => line.trim()).join(' ')).toContain(
      'is done after 0:27 (0:19 at the service), 7 turns, 12,300 tokens (400 out, 9,000 cached), $0.04; it says',
    );
  });

  it('names tests that fail before anything was done', () => {
    const refused = Array.from({ length: 22 }, (_, number) => `a.test.ts::${number}`);
    const lines = story({ type: 'baseline.recorded', data: { tree: 't', known_failing: [], refused } });
    expect(lines[0]).toBe('run      NO baseline: 22 tests failed before anything was done');
    expect(lines.at(-1)?.trim()).toBe('and 2 more');
    expect(story({ type: 'baseline.recorded', data: { tree: 't', known_failing: ['x'] } })[0]).toContain(
      '0 tests pass, 1 test known to fail',
    );
  });

  it('marks an answer that nobody can prove a person gave', () => {
    const answer = { kind: 'decision', choice: 'retry', hint: 'look at the fixture' };
    const data = { ask: 'ask-1', answer, authenticated: false };
    expect(story({ type: 'ask.answered', actor: 'ann', phase: 'red', data }).join(' ')).toMatch(
      /ann decided: retry \(look at the fixture\) \(unauthenticated: no sandbox .* answering\)/,
    );
  });

  it('keeps what an agent says from steering the terminal', () => {
    const [, , end] = session('red', 'test-agent');
    const summary = 'done\u001b[2J\nNO green: it lies';
    const lines = story({ ...end, type: 'session.ended', data: { ...end?.data, summary } });
    expect(lines).toEqual([
      'red      test-agent is done after 0:27, 12,300 tokens, $0.04; it says: done [2J NO green: it lies',
    ]);
  });

  it('has words for every type of event, and for one nobody knows', () => {
    for (const type of EVENT_TYPES) expect(() => story({ type })).not.toThrow();
    expect(story({ type: 'moon.landed' })).toEqual(['run      moon.landed by baton']);
    expect(story({ type: 'gate.passed' })[0]).toContain('event 1 (gate.passed) cannot be understood');
  });

  it('keeps its columns whatever phases are called', () => {
    const phases = { red: {}, 'security-review': {}, 'review-of-everything-that-there-is': {} };
    const [started] = madeUp([{ ...STARTED, data: { workflow: { phases } } }]);
    const phaseWidth = phaseColumn(started);
    const columns = Object.keys(phases).map((phase) => {
      const [event] = madeUp([{ ...REFUSED_GREEN, phase }]);
      const [line = ''] = event === undefined ? [] : renderEvent(event, { ...DRAWING, phaseWidth });
      return line.indexOf(' NO ');
    });
    expect(new Set(columns)).toEqual(new Set([10 + 20]));
    expect(phaseColumn(undefined)).toBe(8);
  });

  it('draws in colours where there are any', () => {
    const [event] = madeUp([REFUSED_GREEN]);
    const [line = ''] = event === undefined ? [] : renderEvent(event, { columns: 100, paint: paintFor(true) });
    expect(line).toContain('\u001b[32mgreen   \u001b[0m');
    expect(line).toContain('\u001b[31;1mNO\u001b[0m');
    expect(event === undefined ? [] : tellEvent(event)).toHaveLength(1);
  });
});
