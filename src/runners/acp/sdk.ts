import type * as Acp from '@agentclientprotocol/sdk';

export const SDK_PACKAGE = '@agentclientprotocol/sdk';

/** The SDK, imported only when a session needs it: it is an optional peer. */
export type AcpSdk = typeof Acp;

export type {
  AnyMessage,
  ClientContext,
  InitializeRequest,
  NewSessionResponse,
  PermissionOption,
  RequestPermissionRequest,
  RequestPermissionResponse,
  Stream,
} from '@agentclientprotocol/sdk';
