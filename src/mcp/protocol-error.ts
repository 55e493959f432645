import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isBatonError } from '../base/error.ts';
import { redactText } from '../handoff/redact.ts';

/** What is read for a client; a failure is told as the protocol has it. */
export async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw protocolError(error);
  }
}

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
