// biome-ignore-all lint/suspicious/noThenProperty: a word of the language; nobody awaits a workflow.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TDD } from '../../test/workflow/built-in.ts';
import { danglingNames, lookup, phaseOf, readWorkflow, targetOf } from './workflow.ts';

const PHASE = { agent: 'a', writes: 'anything', gates: ['scope'], on: { complete: 'end' }, commit: 'feat' };

function workflow(phases: Readonly<Record<string, object>>, more: object = {}): unknown {
  const [start] = Object.keys(phases);
  return { name: 'mine', description: 'my own', start, phases, ...more };
}

const HANDED = { ...PHASE, gates: ['scope', 'handoff'], on: { '@good': 'end' } };
const OUTPUT = { output: 'out' };

/** One slip for each rule about what phases declare, and what is told. */
const DECLARATIONS: [string, unknown, string][] = [
  [
    'has a trigger that nobody judges',
    workflow({ build: { ...PHASE, on: { '@good': 'end' } } }),
    'phases.build has the trigger @good, but not the gate handoff',
  ],
  [
    'hands on before the evidence is there',
    workflow({ build: { ...HANDED, gates: ['handoff', 'tests'] } }),
    'phases.build has the gate tests behind handoff, which takes evidence from it',
  ],
  [
    'gives work up with nowhere to go',
    workflow({ build: { ...HANDED, exhausted: 'keep' } }),
    'phases.build.exhausted is keep, but its `on` has no `complete`',
  ],
  [
    'lets a trigger count as another without an approval',
    workflow({ build: { ...HANDED, on: { '@good': 'end', '@ask': { then: '@good' } } } }),
    'phases.build: @ask has `then`, but no `approval: true`',
  ],
  [
    'lets a trigger count as what is none',
    workflow({ build: { ...HANDED, on: { '@good': 'end', '@ask': { approval: true, then: '@bad' } } } }),
    'phases.build: `then` of @ask is @bad, no trigger of it',
  ],
  [
    'lets a trigger count as one that counts as another',
    workflow({
      build: {
        ...HANDED,
        on: { '@good': 'end', '@two': { approval: true, then: '@good' }, '@ask': { approval: true, then: '@two' } },
      },
    }),
    'phases.build: @two has `then` itself',
  ],
  [
    'has an edge that leads nowhere and counts as nothing',
    workflow({ build: { ...HANDED, on: { '@good': { approval: true } } } }),
    'needs `to` or `then`',
  ],
  [
    'lets anybody change protected files',
    workflow({ build: { ...PHASE, with_approval: ['CLAUDE.md'] } }, { orchestrator: 'b' }),
    'phases.build has `with_approval`, but a is not the orchestrator (b)',
  ],
  [
    'is left out in a tier with nowhere to go',
    workflow({ build: { ...PHASE, tiers: ['critical'] } }),
    'phases.build has `tiers`, but no `otherwise`',
  ],
  [
    'goes nowhere otherwise',
    workflow({ build: { ...PHASE, otherwise: 'constructor' } }),
    'phases.build: otherwise is constructor, which is neither',
  ],
  ['goes back otherwise', workflow({ build: { ...PHASE, otherwise: 'back' } }), 'otherwise cannot be back'],
  ['escalates nowhere', workflow({ build: PHASE }, { escalate: 'boss' }), 'escalate is boss, which is no phase'],
  [
    'leads back from where nobody is called',
    workflow({ build: { ...PHASE, on: { complete: 'back' } } }),
    'phases.build leads back, but no blocked agent and no escalation leads to it',
  ],
  [
    'leads a blocked agent back to itself',
    workflow({ build: { ...PHASE, blocked: { unknown: 'back' } } }),
    'blocked by unknown cannot lead to back',
  ],
  [
    'routes to the end',
    workflow({ build: PHASE }, { routing: { unknown: 'end' } }),
    'routing: blocked by unknown cannot lead to end',
  ],
  [
    'routes to no phase',
    workflow({ build: PHASE }, { routing: { unknown: 'boss' } }),
    'routing: blocked by unknown leads to boss, which is neither',
  ],
  [
    'has an artifact that nobody looks at',
    workflow({ build: { ...PHASE, artifact: 'a.md' } }, OUTPUT),
    'phases.build has an `artifact`, but not the gate artifact',
  ],
  [
    'has an artifact and no place for it',
    workflow({ build: { ...PHASE, artifact: 'a.md', gates: ['artifact'] } }),
    'phases.build has an `artifact`, but the workflow has no `output`',
  ],
  [
    'looks at an artifact it has not',
    workflow({ build: { ...PHASE, gates: ['artifact'] } }, OUTPUT),
    'phases.build has the gate artifact, but no `artifact`',
  ],
  [
    'has figures that nobody asks for',
    workflow({ build: { ...PHASE, quality: { coverage: 0.8 } } }),
    'phases.build has `quality`, but not the gate quality',
  ],
  [
    'asks for figures it has not',
    workflow({ build: { ...PHASE, gates: ['quality'] } }),
    'phases.build has the gate quality, but no `quality`',
  ],
  [
    'calls a command by a word of Baton',
    workflow({ build: { ...PHASE, gates: [{ name: 'scope', command: 'true' }] } }),
    'phases.build has a command called scope, a word of Baton',
  ],
  [
    'has two gates of one name',
    workflow({
      build: {
        ...PHASE,
        gates: [
          { name: 'lint', command: 'a' },
          { name: 'lint', command: 'b' },
        ],
      },
    }),
    'phases.build has the gate lint twice',
  ],
  [
    'gives a say to who plays nothing',
    workflow({ build: PHASE }, { authority: { boss: [] } }),
    'authority names boss, who plays no phase',
  ],
  [
    'goes round by escalations without a bound',
    workflow({ build: PHASE, help: { ...PHASE, on: { complete: 'build' } } }, { escalate: 'help' }),
    'phases can go round through build for ever',
  ],
  [
    'goes round by ways back without a bound',
    workflow({ build: PHASE, help: { ...PHASE, on: { complete: 'back' } } }, { routing: { unknown: 'help' } }),
    'phases can go round through build for ever',
  ],
];

describe('a workflow', () => {
  it('may be as short as one phase', () => {
    expect(readWorkflow(workflow({ build: PHASE })).phases.build).toEqual(PHASE);
  });

  it('may go round while it has a way out and a bound [R003-60]', () => {
    const fix = { ...PHASE, on: { complete: 'review' }, max_visits: 3 };
    const review = { ...PHASE, gates: ['scope', 'handoff'], on: { complete: 'end', '@fix': 'fix' } };
    expect(() => readWorkflow(workflow({ fix, review }))).not.toThrow();
    const counted = { ...PHASE, on: { complete: 'review' } };
    expect(() => readWorkflow(workflow({ fix: counted, review }, { cycle: 'fix' }))).not.toThrow();
  });

  it('may lead from a blocked agent to another phase or to a person', () => {
    const blocked = { security_concern: 'review', unknown: 'ask' };
    expect(() => readWorkflow(workflow({ build: { ...PHASE, blocked }, review: PHASE }))).not.toThrow();
  });

  it('is data: reading it again gives the same', () => {
    const read = readWorkflow(workflow({ build: PHASE }));
    expect(readWorkflow(JSON.parse(JSON.stringify(read)))).toEqual(read);
    expect(readWorkflow(TDD)).toEqual(TDD);
  });

  it.each([
    ['starts nowhere', workflow({ build: PHASE }, { start: 'plan' }), 'start is plan, which is no phase'],
    ['starts at what every object has', workflow({ build: PHASE }, { start: 'constructor' }), 'start is constructor'],
    ['has no phase', workflow({}, { start: 'plan' }), 'start is plan, which is no phase'],
    ['counts by no phase', workflow({ build: PHASE }, { cycle: 'plan' }), 'cycle is plan, which is no phase'],
    ['calls a phase end', workflow({ build: PHASE, end: PHASE }), 'a phase cannot be called end'],
    ['calls a phase ask', workflow({ build: PHASE, ask: PHASE }), 'a phase cannot be called ask'],
    [
      'leads to an unknown phase',
      workflow({ build: { ...PHASE, on: { complete: 'end', '@x': 'tset' } } }),
      'phases.build: @x leads to tset, which is neither a phase nor end or ask',
    ],
    [
      'leads a blocked agent to an unknown phase',
      workflow({ build: { ...PHASE, blocked: { unknown: 'constructor' } } }),
      'phases.build: blocked by unknown leads to constructor',
    ],
    ['has no complete', workflow({ build: { ...PHASE, on: {} } }), 'phases.build.on has no `complete`'],
    ...DECLARATIONS,
    [
      'has a list that cannot be done',
      workflow({ plan: { ...PHASE, gates: ['scope', 'list'] } }),
      'phases.plan has the gate list, but its `on` has no `done`',
    ],
    [
      'ends where nothing was completed',
      workflow({ build: { ...PHASE, blocked: { unknown: 'end' } } }),
      'phases.build: blocked by unknown cannot lead to end',
    ],
    [
      'goes round with no way out',
      workflow({
        one: { ...PHASE, on: { complete: 'two' } },
        two: { ...PHASE, on: { complete: 'one' }, max_visits: 2 },
      }),
      'no way leads from one to end; no way leads from two to end',
    ],
    [
      'has no way out but that somebody is blocked',
      workflow({ one: { ...PHASE, on: { complete: 'one' }, blocked: { unknown: 'ask' }, max_visits: 2 } }),
      'no way leads from one to end',
    ],
    [
      'goes round without a bound',
      workflow({
        one: { ...PHASE, on: { complete: 'two' } },
        two: { ...PHASE, on: { complete: 'end', '@again': 'one' } },
      }),
      'phases can go round through one for ever: give one of them max_visits; phases can go round through two for ever',
    ],
    [
      'goes round to itself without a bound',
      workflow({ one: { ...PHASE, on: { complete: 'end', '@again': 'one' } } }),
      'phases can go round through one for ever',
    ],
    [
      'goes round by blocked agents without a bound',
      workflow({ one: { ...PHASE, on: { complete: 'two' } }, two: { ...PHASE, blocked: { unknown: 'one' } } }),
      'phases can go round through one for ever',
    ],
    ['uses a gate that does not exist', workflow({ build: { ...PHASE, gates: ['blue'] } }), 'phases.build.gates[0]'],
    ['names a phase in capitals', workflow({ Build: PHASE }), 'Build'],
    ['has a key nobody knows', workflow({ build: { ...PHASE, gate: [] } }), 'gate'],
    ['is no object', 'tdd', 'expected an object'],
  ])('is refused that %s', (_, value, why) => {
    expect(() => readWorkflow(value, 'workflow mine.yaml')).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    expect(() => readWorkflow(value, 'workflow mine.yaml')).toThrow('Invalid workflow mine.yaml: ');
    expect(() => readWorkflow(value)).toThrow(why);
  });

  it('is told all that is wrong with it at once', () => {
    const wrong = workflow({ build: { ...PHASE, on: { '@x': 'nowhere' } } }, { start: 'plan' });
    const problems = [/start is plan/, /leads to nowhere/, /not the gate handoff/, /no way leads from build/];
    for (const problem of problems) expect(() => readWorkflow(wrong)).toThrow(problem);
  });
});

describe('the workflow tdd', () => {
  it('is plan, red, green, refactor with the agents and gates of each [R001-30]', () => {
    expect(Object.entries(TDD.phases).map(([name, { agent, gates, on }]) => [name, agent, gates, on])).toEqual([
      ['plan', 'test-list-agent', ['scope', 'list'], { complete: 'red', done: 'end' }],
      ['red', 'test-agent', ['scope', 'red'], { complete: 'green' }],
      ['green', 'implementing-agent', ['scope', 'green'], { complete: 'refactor' }],
      ['refactor', 'refactor-agent', ['scope', 'refactor'], { complete: 'plan' }],
    ]);
  });
});

describe('names that come from elsewhere', () => {
  it('are looked up in a record itself, never in what every object has', () => {
    expect(['a', 'constructor', '__proto__', 'toString'].map((key) => lookup({ a: 1 }, key))).toEqual([
      1,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('lead where `complete` does if the phase does not know them, and to a person if it does not say', () => {
    const phase = phaseOf(TDD, 'plan');
    expect(['done', 'complete', 'toString'].map((outcome) => targetOf(phase, outcome))).toEqual(['end', 'red', 'red']);
    expect(targetOf({ ...phase, on: {} }, 'complete')).toBe('ask');
  });

  it('are a defect of Baton where no phase has them', () => {
    expect(() => phaseOf(TDD, 'constructor')).toThrow(expect.objectContaining({ code: 'internal' }));
  });
});

describe('any phases and edges', () => {
  const target = fc.constantFrom('one', 'two', 'three', 'end', 'ask');
  const phase = fc.record(
    {
      agent: fc.constant('a'),
      writes: fc.constant('anything'),
      gates: fc.constantFrom(['handoff'], ['scope', 'handoff']),
      on: fc.record({ complete: target, '@a': target, '@b': target }, { requiredKeys: ['complete'] }),
      blocked: fc.record({ unknown: target }),
      max_visits: fc.integer({ min: 1, max: 3 }),
      commit: fc.constant('feat'),
    },
    { requiredKeys: ['agent', 'writes', 'gates', 'on', 'commit'] },
  );

  it('that are accepted always let a walk end, by an end, a person or a bound', () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.record({ one: phase, two: phase, three: phase }),
        fc.infiniteStream(fc.nat()),
        (phases, chances) => {
          const read = attempt(() => readWorkflow(workflow(phases)));
          if (read === undefined) return;
          accepted++;
          expect(danglingNames(read)).toEqual([]);
          const visits = new Map<string, number>();
          let at = read.start;
          for (let steps = 0; ; steps++) {
            expect(steps).toBeLessThan(100);
            if (at === 'end' || at === 'ask') return;
            visits.set(at, (visits.get(at) ?? 0) + 1);
            const { on, blocked = {}, max_visits: most = Number.POSITIVE_INFINITY } = phaseOf(read, at);
            if ((visits.get(at) ?? 0) > most) return;
            const ways = [...Object.values(on), ...Object.values(blocked)];
            at = ways[(chances.next().value as number) % ways.length] as string;
          }
        },
      ),
      { numRuns: 1000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  function attempt<Value>(make: () => Value): Value | undefined {
    try {
      return make();
    } catch {
      return undefined;
    }
  }
});
