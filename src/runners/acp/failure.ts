import type { ServiceError } from '../service.ts';
import type { RequestFailure } from './profile.ts';
import { fieldsOf } from './tool-call.ts';

/** The code by which the protocol says that a login is needed. */
const AUTH_REQUIRED = -32_000;

/** What an error with which an agent answered says of its service: a status, a time to wait, and the words. */
export function readFailure({ code, message, data }: RequestFailure): ServiceError {
  const detail = wordsOf(data);
  const words = detail === '' || message.includes(detail) ? message : `${message}: ${detail}`;
  return {
    message: code === AUTH_REQUIRED ? `Authentication required. ${words}` : innerMessage(words),
    status: [code, ...numbersIn(data), ...statusesIn(words)].find(isFailureStatus),
    retryAfterMs: waitIn(words),
  };
}

/** An answer of a service may stand whole in the message, as JSON. */
function innerMessage(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } };
    return typeof error?.message === 'string' ? error.message : text;
  } catch {
    return text;
  }
}

function wordsOf(data: unknown): string {
  const { details, message, error } = fieldsOf(data);
  return [data, details, message, error].find((value): value is string => typeof value === 'string') ?? '';
}

function numbersIn(data: unknown): readonly unknown[] {
  const { status, statusCode, httpStatus } = fieldsOf(data);
  return [status, statusCode, httpStatus];
}

function statusesIn(text: string): readonly number[] {
  const found = /"code":\s*(\d{3})\b|\b(?:status(?: code)?|HTTP|API error)[:= ]+(\d{3})\b/i.exec(text);
  return found === null ? [] : [Number(found[1] ?? found[2])];
}

function isFailureStatus(value: unknown): value is number {
  return typeof value === 'number' && value >= 400 && value <= 599;
}

function waitIn(text: string): number | undefined {
  const found = /retry(?:ing)? (?:after|in)\s+(\d+(?:\.\d+)?)\s*s\b|"retryDelay":\s*"(\d+(?:\.\d+)?)s"/i.exec(text);
  return found === null ? undefined : Math.round(Number(found[1] ?? found[2]) * 1000);
}
