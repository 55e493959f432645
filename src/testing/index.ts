// `batonpass/testing`: what tests of other people's workflows and runners can use.
export type {
  Runner,
  SessionEnd,
  SessionMessage,
  SessionOutcome,
  SessionRequest,
  Usage,
} from '../runners/runner.ts';
export {
  parseScript,
  type Script,
  type ScriptedRunnerOptions,
  type ScriptedSession,
  scriptedRunner,
} from '../runners/scripted.ts';
export { RUNNER_CONTRACT, type RunnerAbility, type RunnerCase, type RunnerSubject } from './runner-contract.ts';
