import { appendFileSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { BatonError } from '../base/error.ts';
import { errorCode } from '../sys/durable.ts';
import type { SessionMessage } from './runner.ts';
import type { ScriptedSession } from './script.ts';

/** Makes the edits of a session in a workbench and tells each. One that cannot be made is a coded error. */
export function makeEdits(session: ScriptedSession, workbench: string, tell: (message: SessionMessage) => void): void {
  const edit = (tool: string, input: { readonly path: string }, make: (file: string) => void) => {
    tell({ kind: 'tool_call', tool, input });
    onWorkbench(input.path, () => make(placeIn(workbench, input.path)));
    tell({ kind: 'tool_result', tool, ok: true, text: '' });
  };
  for (const [path, text] of Object.entries(session.write ?? {})) {
    edit('Write', { path }, (file) => writeFileSync(plain(file, path), text));
  }
  for (const [path, text] of Object.entries(session.append ?? {})) {
    edit('Edit', { path }, (file) => appendFileSync(plain(file, path), text));
  }
  for (const replacement of session.replace ?? []) {
    edit('Edit', replacement, (file) => replaceOnce(plain(file, replacement.path), replacement));
  }
  for (const path of session.delete ?? []) {
    edit('Delete', { path }, (file) => {
      if (lstatSync(file, { throwIfNoEntry: false }) === undefined) throw refusal(path, 'is not there to be deleted');
      rmSync(file, { recursive: true });
    });
  }
}

/** What the disk refuses is the script's mistake too: a file where it wants a directory, a link that leads nowhere. */
function onWorkbench(path: string, make: () => void): void {
  try {
    make();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw refusal(path, `cannot be changed (${(error as Error).message})`);
  }
}

/** The absolute path of a place in the workbench, with the directories above it made; a way out of it is refused. */
function placeIn(workbench: string, path: string): string {
  const steps = path.split('/');
  if (steps.some((step) => step === '' || step === '.' || step === '..') || path.includes('\0')) {
    throw refusal(path, 'is no path inside the workbench (relative, with no empty, "." or ".." step)');
  }
  const root = realpathSync(workbench);
  const directory = dirname(join(root, path));
  let existing = directory;
  while (lstatSync(existing, { throwIfNoEntry: false }) === undefined) existing = dirname(existing);
  if (!`${realpathSync(existing)}${sep}`.startsWith(`${root}${sep}`)) {
    throw refusal(path, 'leads out of the workbench by a link');
  }
  mkdirSync(directory, { recursive: true });
  return join(root, path);
}

/** A file that may be written: nothing is written through a link. */
function plain(file: string, path: string): string {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw refusal(path, 'is no plain file');
  return file;
}

function replaceOnce(file: string, change: { readonly path: string; readonly find: string; readonly with: string }) {
  const text = lstatSync(file, { throwIfNoEntry: false }) === undefined ? '' : readFileSync(file, 'utf8');
  const parts = text.split(change.find);
  if (parts.length !== 2) {
    throw refusal(change.path, `has ${parts.length - 1} times ${JSON.stringify(change.find)} (expected once)`);
  }
  writeFileSync(file, parts.join(change.with));
}

function refusal(path: string, why: string): BatonError {
  return new BatonError('invalid_input', `The script cannot be played: ${JSON.stringify(path)} ${why}.`, {
    data: { path },
  });
}
