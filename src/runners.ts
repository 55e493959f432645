// `batonpass/runners`: what a runner of your own implements, and two of Baton's to build on.
export { type CommandRunnerOptions, commandRunner } from './runners/command.ts';
export type {
  Containment,
  Runner,
  RunnerDescription,
  SessionEnd,
  SessionMessage,
  SessionOutcome,
  SessionRequest,
  Usage,
} from './runners/runner.ts';
export { type Script, type ScriptedSession, scriptedRunner } from './runners/scripted.ts';
