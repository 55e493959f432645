import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import type { Actor } from '../engine/acting.ts';
import { type Access, actorOf } from './access.ts';

/** Who may send requests, and under which names this computer is called. */
export interface Guarding {
  readonly accesses: readonly Access[];
  /** The address that is listened on. */
  readonly host: string;
}

/**
 * Whose request this is, or the refusal. A web page that makes its own name point to this computer is caught by the name in
 * `Host` and `Origin`; everybody else by the token.
 */
export function guard(request: Request, { accesses, host }: Guarding): Actor | Response {
  const names = [...localhostAllowedHostnames(), host.includes(':') ? `[${host}]` : host.toLowerCase()];
  const foreign =
    (EVERYWHERE.has(host) ? undefined : hostHeaderValidationResponse(request, names)) ??
    originValidationResponse(request, names);
  if (foreign !== undefined) return foreign;
  return actorOf(request.headers.get('authorization'), accesses) ?? unauthorised(request.headers.has('authorization'));
}

/** Addresses that stand for all of a computer's: under which name it is called cannot be told. */
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

function unauthorised(isTried: boolean): Response {
  const needed = isTried ? 'This token is none of this server' : 'A token is needed';
  const error = `${needed}: Authorization: Bearer <token>. Baton told it when it started.`;
  return Response.json({ error }, { status: 401, headers: { 'www-authenticate': 'Bearer realm="baton"' } });
}
