import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ScriptedSession } from '../../../src/runners/script.ts';
import type { JournalEvent } from '../../../src/workflow/event.ts';
import { program } from '../../cli-program.ts';
import { directoryForFile } from '../../directories.ts';
import { gitIn } from '../../repository.ts';

export type Files = Readonly<Record<string, string>>;

/** What a command told. */
export type Told = Awaited<ReturnType<typeof program>>;

/** A repository whose agents are played from a script, and the one run in it. */
export interface Project {
  readonly path: string;
  /** Runs a command line of Baton here. */
  baton(...argv: string[]): Promise<Told>;
  /** Starts the run and moves it until it rests. */
  start(sessions: readonly ScriptedSession[], ...flags: string[]): Promise<Told>;
  /** Gives what is asked for to the open ask, and goes on. */
  say(verb: 'approve' | 'reject' | 'answer' | 'decide', ...words: string[]): Promise<Told>;
  /** What is asked of a person now. */
  ask(): Promise<{ readonly id: string; readonly kind: string; readonly about: string }>;
  events(): Promise<readonly JournalEvent[]>;
  /** The package that the last session of a phase was given. */
  promptOf(phase: string): Promise<string>;
  /** A file as the run's branch has it. */
  fileOf(path: string): string;
  /** What the project-state.json of the run says. */
  state(): Promise<ReturnType<typeof JSON.parse>>;
}

const RUN = 'story';

const PACKAGE = '{ "name": "story", "type": "module", "scripts": { "test": "node --test" } }\n';

export function newProject(files: Files = {}, config = ''): Project {
  const place = directoryForFile('protocol');
  process.env.XDG_CACHE_HOME = join(place, 'cache');
  process.env.XDG_CONFIG_HOME = join(place, 'config');
  const path = join(place, 'checkout');
  const script = join(place, 'script.json');
  gitIn(place, 'init', '--quiet', '--initial-branch=main', path);
  const settings = `runner: scripted\ncommand: ${script}\n${config}`;
  writeFiles(path, { 'package.json': PACKAGE, 'baton.yaml': settings, ...files });
  gitIn(path, 'add', '--all');
  gitIn(path, 'commit', '--quiet', '--message', 'start');

  const baton = (...argv: string[]) => program(path, ...argv);
  const project: Project = {
    path,
    baton,
    start(sessions, ...flags) {
      writeFileSync(script, JSON.stringify(sessions));
      return baton('run', 'Users sign in with a token', '--name', RUN, ...flags);
    },
    async ask() {
      const [run] = JSON.parse((await baton('status', '--json')).out).runs;
      return run.asks[0];
    },
    async say(verb, ...words) {
      const { id } = await project.ask();
      const told = await baton(verb, id, ...words);
      return told.code === 0 ? baton('resume', RUN) : told;
    },
    async events() {
      const { out } = await baton('log', RUN, '--json');
      return out.split('\n').map((line) => JSON.parse(line));
    },
    async promptOf(phase) {
      const started = (await project.events()).findLast(
        (event) => event.type === 'phase.started' && event.phase === phase,
      );
      return (await baton('show', `${RUN}:${started?.seq}`, '--attachment', 'prompt.md')).out;
    },
    fileOf: (name) => gitIn(path, 'show', `baton/${RUN}:${name}`),
    state: async () => JSON.parse((await baton('export', RUN)).out),
  };
  return project;
}

export function writeFiles(path: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
}

/** Where a run came through, as `phase what`. */
export function story(events: readonly JournalEvent[]): string[] {
  return events.flatMap(({ type, phase, data }) => {
    if (type === 'phase.completed') return [`${phase} completed`];
    if (type === 'gate.refused') {
      const reasons = data.reasons as readonly { readonly code: string }[];
      return [`${phase} refused: ${reasons.map(({ code }) => code).join(', ')}`];
    }
    return type === 'session.ended' && data.status === 'blocked' ? [`${phase} blocked: ${data.blocked_reason}`] : [];
  });
}

export function eventsOf(events: readonly JournalEvent[], type: string): readonly JournalEvent['data'][] {
  return events.filter((event) => event.type === type).map(({ data }) => data);
}

/** The handoffs of a run as `source trigger target`. */
export function handoffsIn(events: readonly JournalEvent[]): string[] {
  return eventsOf(events, 'trigger.raised').map(({ source, trigger, target }) => `${source} ${trigger} ${target}`);
}

/** What the first handoff by a trigger carried. */
export function contextOf(events: readonly JournalEvent[], trigger: string): unknown {
  return eventsOf(events, 'trigger.raised').find((data) => data.trigger === trigger)?.context;
}
