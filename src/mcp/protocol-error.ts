import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isBatonError } from '../base/error.ts';
import { redactText } from '../handoff/redact.ts';

/** A failure to read something, as the protocol has it. A defect of Baton gives nothing away of what was inside. */
export function protocolError(error: unknown): ProtocolError {
  if (!isBatonError(error)) {
    return new ProtocolError(
      ProtocolErrorCode.InternalError,
      'Baton failed at this, which is a defect in Baton itself.',
    );
  }
  const code = error.code === 'not_found' ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, redactText(error.message).text, { 'baton/code': error.code });
}
