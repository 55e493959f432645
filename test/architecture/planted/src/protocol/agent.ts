import { trigger } from './trigger.ts';

export const agent = trigger;
