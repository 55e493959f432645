/** One row of the import table: what a room, or an entry file directly under `src/`, may reach. */
export interface Room {
  /** Rooms and single files it may import, besides itself. Types count as much as values. */
  readonly mayImport: readonly string[];
  /** Runs wherever JavaScript runs, a browser included: no Node module. */
  readonly pure?: true;
  /** What it imports must vanish at compile time. */
  readonly typesOnly?: true;
}

const PURE_ROOMS = [
  'src/base',
  'src/formats',
  'src/code',
  'src/handoff',
  'src/protocol',
  'src/evidence',
  'src/workflow',
];
const STORE_PORT = 'src/store/store.ts';
const RUNNER_PORT = 'src/runners/runner.ts';
const FRAMEWORK_PORT = 'src/frameworks/framework.ts';
const PORTS = [STORE_PORT, RUNNER_PORT, FRAMEWORK_PORT];
const DRIVERS = ['src/store', 'src/runners', 'src/frameworks'];
const SURFACE = ['src/base', 'src/handoff', 'src/workflow', 'src/engine'];

/** Every place a source file may live. A file that no row owns is a violation, so a new room starts with a row here. */
export const ROOMS: Readonly<Record<string, Room>> = {
  'src/base': { mayImport: [], pure: true },
  'src/formats': { mayImport: ['src/base'], pure: true },
  'src/code': { mayImport: ['src/base'], pure: true },
  'src/sys': { mayImport: ['src/base'] },
  'src/handoff': { mayImport: ['src/base'], pure: true },
  'src/protocol': { mayImport: ['src/base', 'src/handoff'], pure: true },
  'src/evidence': { mayImport: ['src/base', 'src/formats', 'src/code'], pure: true },
  'src/workflow': { mayImport: ['src/base', 'src/handoff', 'src/protocol', 'src/evidence'], pure: true },
  'src/store': { mayImport: ['src/base', 'src/sys', 'src/workflow/event.ts'] },
  'src/runners': { mayImport: ['src/base', 'src/sys', 'src/handoff', 'src/protocol'] },
  'src/frameworks': { mayImport: ['src/base', 'src/sys', 'src/formats', 'src/code', 'src/evidence'] },
  'src/engine': { mayImport: [...PURE_ROOMS, 'src/sys', ...PORTS] },
  'src/dispatch': { mayImport: ['src/base', 'src/workflow', 'src/engine', STORE_PORT] },
  'src/mcp': { mayImport: [...SURFACE, 'src/protocol', 'src/evidence/report.ts'] },
  'src/http': { mayImport: [...SURFACE, 'src/mcp'] },
  'src/cli': { mayImport: [...SURFACE, 'src/protocol', 'src/dispatch', 'src/open.ts', 'src/mcp', 'src/http'] },
  'src/testing': { mayImport: [...PURE_ROOMS, 'src/sys', ...PORTS, 'src/runners/scripted.ts'] },
  'src/open.ts': { mayImport: [...PURE_ROOMS, 'src/sys', ...DRIVERS, 'src/engine', 'src/dispatch'] },
  'src/index.ts': { mayImport: [...PURE_ROOMS, ...PORTS, 'src/engine', 'src/open.ts'] },
  'src/runners.ts': { mayImport: ['src/runners'] },
  'src/schema.ts': { mayImport: ['src/base', 'src/handoff', 'src/protocol', 'src/workflow'], pure: true },
  'src/schema-files.ts': { mayImport: [...PURE_ROOMS, 'src/sys', 'src/schema.ts'] },
  web: { mayImport: ['src/http/contract.ts'], typesOnly: true },
};

/**
 * The one file that imports what only its environment can name: packages of agent programs, from Baton's own place or a
 * directory of the user's. What it gets is typed by the room that asks.
 */
export const COMPUTED_IMPORTS: ReadonlySet<string> = new Set(['src/runners/agent-home.ts']);

/** Names under which anything may be put away, and nothing found again. */
export const DRAWERS: ReadonlySet<string> = new Set(['utils', 'helpers', 'common', 'lib', 'types']);

/** The row that owns a file, if any. */
export function roomOf(file: string): string | undefined {
  return Object.keys(ROOMS).find((room) => isWithin(file, room));
}

export function mayImport(room: string, target: string): boolean {
  return isWithin(target, room) || (ROOMS[room]?.mayImport.some((allowed) => isWithin(target, allowed)) ?? false);
}

/** Tests beside the code may import anything; nothing but the test runner imports them. */
export function isTest(file: string): boolean {
  return file.endsWith('.test.ts');
}

function isWithin(file: string, place: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}
