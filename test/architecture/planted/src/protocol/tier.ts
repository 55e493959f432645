export { agent as tier } from './agent.ts';
