import {
  type CallToolResult,
  type ClientCapabilities,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { now } from '../base/clock.ts';
import { type Actor, isSameActor } from '../engine/acting.ts';
import { redactText } from '../handoff/redact.ts';
import { capabilitiesOf } from './client.ts';
import { failure } from './failure.ts';
import { published, type Told } from './tool.ts';
import type { Works, WorkView } from './works.ts';

/** The extension by which a client asks later for the end of long work, without a tool. It goes with 2026-07-28. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** Whether a call may be answered with a task: only where the request itself says that its sender knows what to do with one. */
export function takesTasks({ mcpReq }: ServerContext, client: ClientCapabilities | undefined): boolean {
  return mcpReq.envelope !== undefined && client?.extensions?.[TASKS_EXTENSION] !== undefined;
}

/** The answer of a tool whose work goes on, as a task for whoever called it. Other answers are left as they are. */
export function asTask(result: CallToolResult, works: Works, actor: Actor): CallToolResult {
  const { state, handle } = (result.structuredContent ?? {}) as { readonly state?: unknown; readonly handle?: unknown };
  const view = state === 'running' && typeof handle === 'string' ? works.find(handle) : undefined;
  if (view === undefined) return result;
  return { ...result, resultType: 'task', ...shown(remember(works, actor, view), view, 'working') };
}

/** Answers what clients ask about their tasks: how one stands, and that it be ended. Nobody sees another's. */
export function mountTasks({ server, works, actor }: Mounting): void {
  const params = z.object({ taskId: z.string().max(LONGEST_ID) });
  const find = ({ taskId }: z.output<typeof params>, request: ServerContext) => {
    refuseOthers(server, request);
    const [task, view] = [tasksOf(works).get(taskId), works.find(taskId)];
    if (task !== undefined && view !== undefined && isSameActor(task.actor, actor)) return { task, view };
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task here.');
  };
  const { server: protocol } = server;
  protocol.setRequestHandler('tasks/get', { params }, (given, request) => {
    const { task, view } = find(given, request);
    return detailed(task, view);
  });
  protocol.setRequestHandler('tasks/cancel', { params }, (given, request) => {
    const { task, view } = find(given, request);
    if (view.state === 'running') task.isCancelled = true;
    works.cancel(view.handle);
    return {};
  });
  // No task of Baton asks for anything: what a person has to say is asked for by run_decide.
  protocol.setRequestHandler('tasks/update', { params }, (given, request) => {
    find(given, request);
    return {};
  });
}

interface Mounting {
  readonly server: McpServer;
  readonly works: Works;
  readonly actor: Actor;
}

interface Task {
  readonly actor: Actor;
  readonly createdAt: string;
  lastUpdatedAt: string;
  /** What was shown last. */
  progress: string | undefined;
  isCancelled: boolean;
}

const LONGEST_ID = 64;

/** The tasks of a process, by the handles of its works. They are forgotten with these. */
const all = new WeakMap<Works, Map<string, Task>>();

function tasksOf(works: Works): Map<string, Task> {
  const known = all.get(works) ?? new Map<string, Task>();
  all.set(works, known);
  return known;
}

function remember(works: Works, actor: Actor, { handle, progress }: WorkView): Task {
  const tasks = tasksOf(works);
  for (const id of tasks.keys()) if (works.find(id) === undefined) tasks.delete(id);
  const at = now().toISOString();
  const task: Task = { actor, createdAt: at, lastUpdatedAt: at, progress, isCancelled: false };
  tasks.set(handle, task);
  return task;
}

/** How a task stands, with its end. A tool that failed has ended too: with an answer that says so. */
function detailed(task: Task, view: WorkView): Record<string, unknown> {
  if (view.state === 'running') return shown(task, view, 'working');
  if (view.state === 'failed' && task.isCancelled) return shown(task, view, 'cancelled');
  const result = view.state === 'failed' ? failure(view.error) : answerOf(view);
  return { ...shown(task, view, 'completed'), result };
}

function answerOf({ handle, value }: WorkView): CallToolResult {
  const { data, text } = published(value as Told<Record<string, unknown>>);
  return { content: [{ type: 'text', text }], structuredContent: { ...data, state: 'done', handle } };
}

const GOOD_FOR_MS = 24 * 3_600_000;
const POLL_MS = 1_000;

function shown(task: Task, { handle, progress }: WorkView, status: 'working' | 'completed' | 'cancelled') {
  if (status === 'working' ? progress !== task.progress : task.progress !== status) {
    task.progress = status === 'working' ? progress : status;
    task.lastUpdatedAt = now().toISOString();
  }
  return {
    taskId: handle,
    status,
    ...(progress === undefined ? {} : { statusMessage: redactText(progress).text }),
    createdAt: task.createdAt,
    lastUpdatedAt: task.lastUpdatedAt,
    ttlMs: GOOD_FOR_MS,
    pollIntervalMs: POLL_MS,
  };
}

/** In the generation before, these methods belonged to something else, which Baton does not have. */
function refuseOthers(server: McpServer, request: ServerContext): void {
  if (request.mcpReq.envelope === undefined) {
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
  }
  if (takesTasks(request, capabilitiesOf(server, request))) return;
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } });
}
