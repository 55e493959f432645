// Clean: a store knows an event's envelope.
import type { Event } from '../workflow/event.ts';
import type { Store } from './store.ts';

export const git: Store & { readonly last?: Event } = { name: 'git' };
