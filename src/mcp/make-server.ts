import type { McpServer } from '@modelcontextprotocol/server';
import type { Actor } from '../engine/acting.ts';

/** Makes the server for one client. The transports know no more of what is served; it calls back when resources were listed. */
export type MakeServer = (actor: Actor, onListed: () => void) => McpServer;
