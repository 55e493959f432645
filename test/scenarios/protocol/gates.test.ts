import { describe, expect, it } from 'vitest';
import { BUILT, builds, CHEATS, CONFIG, FLAGS, HONEST, testWith } from './built.ts';
import { eventsOf, newProject, story } from './project.ts';

describe('code and tests written together', { timeout: 240_000 }, () => {
  it('pass when the work is honest, with their figures recorded, and are judged again', async () => {
    const project = newProject(BUILT, CONFIG);
    expect(await project.start([builds(HONEST)], ...FLAGS)).toMatchObject({ code: 0 });
    const events = await project.events();
    expect(story(events)).toEqual(['build completed']);
    const passed = eventsOf(events, 'gate.passed');
    expect(passed.map(({ gate }) => gate)).toEqual(['scope', 'tests', 'quality', 'kinds', 'style']);
    expect(passed[1]).toMatchObject({ new_tests: ['test/double.test.js::is twice as much'], after: { passed: 3 } });
    expect(passed[2]).toMatchObject({ coverage: { lines: 100 }, figures: { accuracy: 0.97, cases: 40 } });
    expect(passed[3]).toMatchObject({ kinds: ['unit'] });
    const verified = await project.baton('verify', 'story');
    expect(verified, JSON.stringify(verified)).toMatchObject({ code: 0 });
    expect(verified.out).toContain('that run is not kept');
  });

  it.each(Object.entries(CHEATS))('are refused when an agent %s', async (_, { write, code, gate }) => {
    const project = newProject(BUILT, `${CONFIG}attempts: 1\n`);
    await project.start([builds(write)], ...FLAGS);
    const events = await project.events();
    const [refused, ...others] = eventsOf(events, 'gate.refused');
    expect(others).toEqual([]);
    expect(refused).toMatchObject({ gate });
    expect(refused?.reasons).toContainEqual(expect.objectContaining({ code }));
    expect(eventsOf(events, 'phase.completed')).toEqual([]);
  });

  it('need tests of every kind that a critical run asks for [R003-29]', async () => {
    const project = newProject(BUILT, CONFIG);
    const test = testWith('assert.equal(double(5), 10);').replace('../src', '../../src');
    const more = {
      'test/integration/double.test.js': test,
      'test/e2e/double.test.js': test.replaceAll('5', '7').replace('10', '14'),
    };
    await project.start(
      [builds(HONEST, { attempt: 1 }), builds({ ...HONEST, ...more }, { attempt: 2 })],
      ...[...FLAGS, '--tier', 'critical'],
    );
    const events = await project.events();
    const codes = eventsOf(events, 'gate.refused').flatMap(({ reasons }) =>
      (reasons as { code: string }[]).map(({ code }) => code),
    );
    expect(codes).toEqual(['test_kind_missing', 'test_kind_missing']);
    expect(story(events).at(-1)).toBe('build completed');
  });
});
