import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openBaton } from '../../../src/open.ts';
import { program } from '../../cli-program.ts';
import { gitIn, temporaryRepository } from '../../repository.ts';

const AGENT =
  '---\nname: writer\ndescription: Writes\ntools: Read, Write\nscope: ["docs/**"]\ngates: [scope]\n---\n\nWrite.\n';
const flow = (name: string, more = '') =>
  `name: ${name}\ndescription: ${name} it\nstart: write\nphases:\n  write:\n    agent: writer\n    on: { complete: end }\n${more}`;

/** A repository with files in its last commit. */
function project(files: Readonly<Record<string, string>> = {}): string {
  const cwd = temporaryRepository();
  for (const [path, text] of Object.entries({ '.baton/agents/writer.agent.md': AGENT, ...files })) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  gitIn(cwd, 'add', '--all');
  gitIn(cwd, 'commit', '--quiet', '-m', 'files');
  return cwd;
}

it('baton workflow validate names a file that is none', async () => {
  const cwd = project();
  mkdirSync(join(cwd, '.baton/workflows'), { recursive: true });
  execFileSync('mkfifo', [join(cwd, '.baton/workflows/x.workflow.yaml')]);
  const out = '.baton/workflows/x.workflow.yaml is a named pipe, not a regular file.';
  expect(await program(cwd, 'workflow', 'validate')).toMatchObject({ code: 1, out: expect.stringContaining(out) });
});

it('baton workflow validate tells everything wrong with a file at once', async () => {
  const text = flow('mine', '    writes: foo\n').replace('agent: writer', 'agent: wirter');
  const cwd = project({ 'baton.workflow.yaml': text });
  const { code, out } = await program(cwd, 'workflow', 'validate');
  expect([code, out]).toEqual([1, expect.stringContaining('phases.write.writes is "foo"')]);
  expect(out).toContain('phases.write.agent is wirter, and no agent has that name (did you mean writer?)');
});

describe('baton workflow list', () => {
  it('shows the built-in workflows and those of the project, which stand in front of them', async () => {
    const cwd = project({ 'baton.workflow.yaml': flow('mine'), '.baton/workflows/a.workflow.yaml': flow('tdd') });
    const { code, out } = await program(cwd, 'workflow', 'list', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out).workflows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'domain-zero', source: 'built-in' }),
        expect.objectContaining({ name: 'mine', source: 'baton.workflow.yaml', phases: ['write'] }),
        expect.objectContaining({ name: 'tdd', source: '.baton/workflows/a.workflow.yaml' }),
      ]),
    );
    expect((await program(cwd, 'workflow', 'list')).out).toMatch(/^NAME +SOURCE +PHASES +DESCRIPTION$/m);
  });

  it('warns of two files for one name, and refuses to show either', async () => {
    const cwd = project({ 'baton.workflow.yaml': flow('mine'), '.baton/workflows/a.workflow.yaml': flow('mine') });
    const { code, err } = await program(cwd, 'workflow', 'list');
    expect([code, err]).toEqual([0, expect.stringContaining('Two files declare the workflow mine')]);
    expect(await program(cwd, 'workflow', 'show', 'mine')).toMatchObject({ code: 2 });
  });
});

describe('baton workflow show', () => {
  it('tells phases, who plays them and where outcomes lead; as a diagram; as data', async () => {
    const cwd = project({ 'drafts/x.workflow.yaml': flow('mine') });
    const { code, out } = await program(cwd, 'workflow', 'show', 'domain-zero');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^implement +implementation-specialist +anything +scope tests handoff +@user-review: security-review \(approval\)/m,
    );
    expect((await program(cwd, 'workflow', 'show', 'tdd', '--mermaid')).out).toMatch(/^```mermaid\nstateDiagram-v2\n/);
    mkdirSync(join(cwd, 'deep'));
    for (const path of ['../drafts/x.workflow.yaml', 'drafts/x.workflow.yaml']) {
      expect(await program(join(cwd, 'deep'), 'workflow', 'show', path)).toMatchObject({ code: 0 });
    }
    const shown = await program(cwd, 'workflow', 'show', 'drafts/x.workflow.yaml', '--json');
    expect(JSON.parse(shown.out).workflow.phases.write).toMatchObject({ writes: ['docs/**'], commit: 'write' });
  });

  it.each([
    [
      'a name that is near to one',
      'domain-zer',
      'There is no workflow "domain-zer". Did you mean domain-zero? Known: ',
    ],
    [
      'a name that is near to none',
      'xxxxxxxxx',
      'There is no workflow "xxxxxxxxx". Known: capability, domain-zero, tdd.',
    ],
    ['a file that is not there', 'no.workflow.yaml', 'There is no file no.workflow.yaml with a workflow.'],
    ['a file of somebody else', '../../etc/passwd', 'lies outside of the project'],
  ])('refuses %s', async (_, name, problem) => {
    const { code, err } = await program(project(), 'workflow', 'show', name);
    expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
  });
});

describe('baton workflow validate', () => {
  it('is content with sound files, wherever it is called', async () => {
    const cwd = project({ 'baton.workflow.yaml': flow('mine'), '.baton/workflows/b.workflow.yaml': flow('other') });
    mkdirSync(join(cwd, 'deep'));
    const { code, out } = await program(join(cwd, 'deep'), 'workflow', 'validate');
    expect([code, out]).toEqual([
      0,
      '../.baton/workflows/b.workflow.yaml: other is sound\n../baton.workflow.yaml: mine is sound',
    ]);
    expect(await program(project(), 'workflow', 'validate')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/no workflow files here/),
    });
  });

  it('tells what is wrong, with the line where there is one, and gives 1', async () => {
    const files = {
      'baton.workflow.yaml': flow('mine', '    gate: []\n'),
      '.baton/workflows/b.workflow.yaml': flow('other', '    tiers: [rapid]\n'),
    };
    const { code, out } = await program(project(files), 'workflow', 'validate', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      workflows: [
        { file: '.baton/workflows/b.workflow.yaml', problem: expect.stringContaining('phases.write has `tiers`') },
        { file: 'baton.workflow.yaml', problem: expect.stringContaining('baton.workflow.yaml:8:5: unknown key') },
      ],
    });
  });

  it('tells everything at once, an agent that nobody declares among it', async () => {
    const text = `name: mine
description: two mistakes and more
start: wirte
phases:
  write: { agent: nobody, on: { complete: chek } }
  check: { agent: wrtier, on: { complete: end } }
`;
    const { code, out } = await program(project({ 'baton.workflow.yaml': text }), 'workflow', 'validate');
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^baton\.workflow\.yaml:3:1: start is wirte/),
      expect.stringMatching(/^baton\.workflow\.yaml:5:12: phases\.write\.agent is nobody, and no agent has that name/),
      expect.stringMatching(/^baton\.workflow\.yaml:5:\d+: phases\.write: complete leads to chek/),
      expect.stringMatching(/^baton\.workflow\.yaml:6:12: phases\.check\.agent is wrtier.*did you mean writer\?/),
    ]);
  });

  it('gives 2 for a file that is not there', async () => {
    expect(await program(project(), 'workflow', 'validate', 'gone.workflow.yaml')).toMatchObject({ code: 2 });
  });
});

describe('a run of a workflow without tests', () => {
  const files = {
    'baton.workflow.yaml': flow('mine'),
    'baton.yaml': 'workflow: mine\nrunner: scripted\ncommand: sessions.yaml\n',
    'sessions.yaml': '- phase: write\n  write: { docs/a.md: "A\\n" }\n',
  };

  it('needs no framework, is proved by nobody, and is seen to be sound', async () => {
    const cwd = project(files);
    expect(await program(cwd, 'doctor')).toMatchObject({ out: expect.stringContaining('the workflow mine runs none') });
    const { code, out } = await program(cwd, 'run', 'Write a', '--name', 'r1');
    expect([code, out]).toEqual([0, expect.stringContaining('r1 is completed: on branch baton/r1 at')]);
    expect(out).toContain('baseline: no tests to run');
    const baton = await openBaton({ cwd });
    const [started] = await baton.runs.entries('r1');
    const pinned = JSON.parse(String(await baton.store.attachment(started?.attachments['run.json'] ?? '')));
    expect(pinned.tests).toMatchObject({ framework: 'none', files: [] });
    expect((await baton.verify('r1')).problems).toEqual([]);
    baton.close();
  });

  it('mentions no list, whatever test-list.md says, and tells one local time everywhere', async () => {
    const cwd = project({ ...files, 'test-list.md': '- [x] done before\n- [ ] of another run\n' });
    vi.stubEnv('TZ', 'Asia/Kolkata');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await program(cwd, 'run', 'Write a', '--name', 'r1')).code).toBe(0);
    const [log, status, one, watched] = [
      await program(cwd, 'log', 'r1'),
      await program(cwd, 'status'),
      await program(cwd, 'status', 'r1'),
      await program(cwd, 'watch', 'r1', '--once'),
    ];
    for (const { code, out } of [log, status, one, watched]) {
      expect([code, out]).toEqual([0, expect.not.stringMatching(/\blist\b|\d of \d|\b\d+\/\d+\b/)]);
    }
    const last = JSON.parse((await program(cwd, 'log', 'r1', '--json')).out.split('\n').at(-1) ?? '');
    const local = new Date(Date.parse(last.at) + 330 * 60_000).toISOString();
    const [day, clock] = [local.slice(0, 10), local.slice(11, 19)];
    expect(log.out).toContain(`${day} +05:30`);
    expect(log.out).toMatch(new RegExp(`^${clock} .*[^]*$`, 'm'));
    expect(status.out).toContain(`${day} ${clock.slice(0, 5)}`);
  });

  it('gives agents no variable that tests.env names', async () => {
    vi.stubEnv('REGISTRY_TOKEN', 'very-secret-value');
    onTestFinished(() => void vi.unstubAllEnvs());
    const settings = 'workflow: mine\ntests: { env: [REGISTRY_TOKEN] }\n';
    const cwd = project({ ...files, 'baton.yaml': settings });
    const agent = 'mkdir -p docs && env | sed s/=.*// | sort > docs/env.txt';
    const ran = await program(cwd, 'run', 'Write a', '--name', 'r1', '--command', agent);
    expect(ran, JSON.stringify(ran)).toMatchObject({ code: 0 });
    const seen = gitIn(cwd, 'show', 'baton/r1:docs/env.txt');
    expect(seen).toContain('BATON_RUN');
    expect(seen).not.toContain('REGISTRY_TOKEN');
  });

  it('warns of malformed files that it does not use, and refuses those that it does', async () => {
    const broken = '---\nname: [\n---\n';
    const others = { '.baton/agents/other.agent.md': broken, '.baton/workflows/x.workflow.yaml': 'nonsense: 1\n' };
    const cwd = project({ ...files, ...others });
    const { code, err } = await program(cwd, 'run', 'Write a', '--name', 'r1');
    expect([code, err]).toEqual([0, expect.stringContaining('other.agent.md is ignored')]);
    expect(err).toContain('x.workflow.yaml is ignored');
    writeFileSync(join(cwd, '.baton/agents/writer.agent.md'), broken);
    const refused = await program(cwd, 'run', 'Write a', '--name', 'r2');
    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/writer\.agent\.md:\d+:\d+: /)]);
  });

  it('warns of files that cannot be read and that it does not use, and refuses those that it does', async () => {
    const cwd = project(files);
    symlinkSync('/etc/hostname', join(cwd, '.baton/agents/linked.agent.md'));
    writeFileSync(join(cwd, '.baton/agents/large.agent.md'), 'x'.repeat(1_000_001));
    execFileSync('mkfifo', [join(cwd, '.baton/agents/pipe.agent.md')]);
    mkdirSync(join(cwd, '.baton/workflows'), { recursive: true });
    execFileSync('mkfifo', [join(cwd, '.baton/workflows/pipe.workflow.yaml')]);
    const { code, err } = await program(cwd, 'run', 'Write a', '--name', 'r1');
    expect([code, err]).toEqual([0, expect.stringContaining('linked.agent.md leads out of the project')]);
    expect(err).toContain('large.agent.md is larger than 1000000 bytes');
    expect(err).toContain('pipe.agent.md is a named pipe');
    expect(err).toContain('pipe.workflow.yaml is a named pipe');
    expect(await program(cwd, 'agents', 'validate')).toMatchObject({
      code: 1,
      out: expect.stringContaining('pipe.agent.md:1:1: error: is a named pipe, not a regular file. [unreadable]'),
    });
    execFileSync('mv', ['.baton/agents/pipe.agent.md', '.baton/agents/writer.agent.md'], { cwd });
    const refused = await program(cwd, 'run', 'Write a', '--name', 'r2');
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('writer.agent.md is a named pipe')]);
    expect(refused.err).not.toContain('large');
  });

  it('is refused beyond its scope like any other', async () => {
    const script = '- phase: write\n  write: { src/a.ts: "A\\n" }\n';
    const cwd = project({ ...files, 'sessions.yaml': script });
    const { code, out } = await program(cwd, 'run', 'Write a', '--attempts', '1', '--name', 'r1');
    expect([code, out]).toEqual([4, expect.stringContaining('out_of_scope')]);
  });

  it('refuses a tier that does not exist, and a routing that leads nowhere', async () => {
    const cwd = project({ ...files, 'baton.yaml': `${files['baton.yaml']}routing: { unknown: wirter }\n` });
    expect(await program(cwd, 'run', 'a', '--tier', 'fast')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/tier is "fast"/),
    });
    expect(await program(cwd, 'run', 'a')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/routing.unknown is wirter.*Did you mean writer/),
    });
  });

  it('is started with a routing to an agent that only another workflow calls', async () => {
    const cwd = project({ ...files, 'baton.yaml': `${files['baton.yaml']}routing: { unknown: security-lead }\n` });
    const { code, err } = await program(cwd, 'run', 'Write a', '--name', 'r1');
    expect([code, err]).toEqual([0, expect.not.stringContaining('routing')]);
  });
});

describe('a run that is resumed with flags', () => {
  const twoPhases = `name: mine
description: write and check
start: write
phases:
  write: { agent: writer, on: { complete: check } }
  check: { agent: writer, on: { complete: end } }
`;
  const write = 'mkdir -p docs && echo A >> docs/a.md';
  const files = { 'baton.workflow.yaml': twoPhases, 'baton.yaml': 'workflow: mine\n' };

  it('is played by another command, and a reload keeps the flags of its start', async () => {
    const cwd = project(files);
    const start = ['--command', 'exit 78', '--approvals', 'check', '--attempts', '2', '--name', 'r1'];
    expect(await program(cwd, 'run', 'a', ...start)).toMatchObject({ code: 2 });
    writeFileSync(join(cwd, 'baton.yaml'), 'workflow: mine\ncommand: exit 79\nattempts: 7\n');
    const resumed = await program(cwd, 'resume', 'r1', '--reload', '--command', write, '--model', 'm2');
    expect([resumed.code, resumed.out]).toEqual([4, expect.stringContaining('baton approve')]);
    expect((await program(cwd, 'log', 'r1')).out).toContain(
      'resumed with other settings (baton.yaml, runner, command, model)',
    );
    const baton = await openBaton({ cwd });
    const change = (await baton.runs.entries('r1')).find(({ event }) => event.data.settings && event.seq > 1);
    expect(change?.event.data.settings).toMatchObject({ attempts: 2, approvals: ['check'] });
    const pinned = JSON.parse(String(await baton.store.attachment(change?.attachments['run.json'] ?? '')));
    expect(pinned.runners.writer).toEqual({ runner: 'command', command: write, model: 'm2' });
    baton.close();
  });

  it('goes on with a larger budget, without another answer', async () => {
    const cwd = project({ ...files, 'baton.yaml': `workflow: mine\ncommand: ${write}\n` });
    expect(await program(cwd, 'run', 'a', '--budget-attempts', '1', '--name', 'r1')).toMatchObject({ code: 4 });
    expect(await program(cwd, 'resume', 'r1', '--model', 'x')).toMatchObject({ code: 4 });
    expect(await program(cwd, 'resume', 'r1', '--budget-attempts', '0')).toMatchObject({ code: 2 });
    expect(await program(cwd, 'resume', 'r1', '--budget-attempts', '5')).toMatchObject({ code: 0 });
    const baton = await openBaton({ cwd });
    expect((await baton.verify('r1')).problems).toEqual([]);
    baton.close();
  });

  it('leaves agents to their roles, and refuses a program that is not there', async () => {
    const roles = `workflow: mine\nroles: { writer: { command: "${write}" } }\n`;
    const cwd = project({ ...files, 'baton.yaml': roles });
    await program(cwd, 'run', 'a', '--budget-attempts', '1', '--name', 'r1');
    const more = ['--budget-attempts', '5'];
    expect(await program(cwd, 'resume', 'r1', ...more, '--runner', 'nobody')).toMatchObject({ code: 2 });
    expect(await program(cwd, 'resume', 'r1', ...more, '--command', 'exit 1')).toMatchObject({ code: 0 });
  });
});

describe('a person who passes a phase over', () => {
  const files = {
    'baton.workflow.yaml': `name: mine
description: write and check
start: write
phases:
  write: { agent: writer, approval: true, on: { complete: check } }
  check: { agent: writer, on: { complete: end }, otherwise: end }
`,
    'baton.yaml': 'workflow: mine\nrunner: scripted\ncommand: sessions.yaml\n',
    'sessions.yaml':
      '- phase: write\n  write: { docs/a.md: "A\\n" }\n- phase: check\n  result: { status: needs_review, summary: x }\n',
  };

  async function askOf(cwd: string): Promise<string> {
    return JSON.parse((await program(cwd, 'status', '--json')).out).runs[0].asks[0].id;
  }

  it('is reminded of it in the log, the status and at the end', async () => {
    const cwd = project(files);
    expect(await program(cwd, 'run', 'a', '--name', 'r1')).toMatchObject({ code: 4 });
    expect(await program(cwd, 'approve', await askOf(cwd), '--skip', '')).toMatchObject({ code: 2 });
    const { code, out } = await program(cwd, 'approve', await askOf(cwd), '--skip', 'Seen by Ada', '--resume');
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('check was passed over and is still to be done: Seen by Ada'),
    ]);
    expect((await program(cwd, 'status', 'r1')).out).toMatch(/^passed over +check: Seen by Ada$/m);
    expect((await program(cwd, 'log', 'r1')).out).toContain('check was passed over: Seen by Ada');
    const baton = await openBaton({ cwd });
    expect((await baton.verify('r1')).problems).toEqual([]);
    baton.close();
  });

  it('goes on with its own workflow and tier when other settings are taken up', async () => {
    const cwd = project({ ...files, 'baton.yaml': 'runner: scripted\ncommand: sessions.yaml\n' });
    const flags = ['--workflow', 'mine', '--tier', 'critical', '--name', 'r1'];
    expect(await program(cwd, 'run', 'a', ...flags)).toMatchObject({ code: 4 });
    await program(cwd, 'approve', await askOf(cwd), '--skip', 'Seen');
    expect(await program(cwd, 'resume', 'r1', '--reload')).toMatchObject({ code: 0 });
    const baton = await openBaton({ cwd });
    const resumed = (await baton.runs.entries('r1')).find(({ event }) => event.data.settings && event.seq > 1);
    expect(resumed?.event.data.settings).toMatchObject({ tier: 'critical' });
    baton.close();
  });

  it('is told where nothing can be passed over, and nothing is recorded', async () => {
    const cwd = project(files);
    await program(cwd, 'run', 'a', '--name', 'r1');
    await program(cwd, 'approve', await askOf(cwd), '--resume');
    const { code, err } = await program(cwd, 'approve', await askOf(cwd), '--skip', 'No time');
    expect([code, err]).toEqual([1, expect.stringContaining('Nothing can be passed over')]);
    expect(await askOf(cwd)).toMatch(/^ask-/);
  });
});
