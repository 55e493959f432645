import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { openInput } from './input.ts';

function keyboard() {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const signals = new EventEmitter();
  const raw: boolean[] = [];
  const input = openInput(Object.assign(stdin, { setRawMode: (on: boolean) => raw.push(on) }), stdout, signals);
  return { stdin, stdout, signals, raw, input, never: new AbortController().signal };
}

it('a line is what was typed up to Enter', async () => {
  const { input, stdin, stdout, never } = keyboard();
  const typed = input.ask('Approve? ', never);
  stdin.write('yes\r');
  expect(await typed).toEqual({ kind: 'line', text: 'yes' });
  expect(String(stdout.read())).toContain('Approve? ');
});

it('lines that are pasted together are one answer', async () => {
  const { input, stdin, never } = keyboard();
  const typed = input.ask('Answer: ', never);
  stdin.write('first\rsecond\r');
  expect(await typed).toEqual({ kind: 'line', text: 'first\nsecond' });
});

it('Ctrl-D closes, Ctrl-C and a signal interrupt, and nobody listens for signals afterwards', async () => {
  for (const [key, kind] of [
    ['\u0004', 'closed'],
    ['\u0003', 'interrupted'],
  ]) {
    const { input, stdin, never } = keyboard();
    const typed = input.ask('? ', never);
    stdin.write(String(key));
    expect(await typed).toEqual({ kind });
  }
  const { input, signals, never } = keyboard();
  const typed = input.ask('? ', never);
  signals.emit('SIGTERM');
  expect(await typed).toEqual({ kind: 'interrupted' });
  expect(signals.listenerCount('SIGTERM')).toBe(0);
});

it('a question that is no longer worth asking is taken back', async () => {
  const { input } = keyboard();
  const over = new AbortController();
  const typed = input.ask('? ', over.signal);
  over.abort();
  expect(await typed).toEqual({ kind: 'cancelled' });
  expect(await input.ask('? ', over.signal)).toEqual({ kind: 'cancelled' });
});

it('what was typed before a question is dropped', async () => {
  const { input, stdin, raw, never } = keyboard();
  stdin.write('y\r');
  await input.discard();
  expect(raw).toEqual([true, false]);
  const typed = input.ask('Approve? ', never);
  stdin.write('n\r');
  expect(await typed).toEqual({ kind: 'line', text: 'n' });
});

it('no question leaves a reader behind: every character is echoed once', async () => {
  const { input, stdin, stdout, never } = keyboard();
  for (const word of ['what', 'c', 'looks', 'n']) {
    const typed = input.ask('? ', never);
    stdout.read();
    for (const letter of word) stdin.write(letter);
    await new Promise((resolve) => setImmediate(resolve));
    expect(String(stdout.read())).toBe(word);
    stdin.write('\r');
    await typed;
    expect([stdin.listenerCount('keypress'), stdin.listenerCount('end')]).toEqual([0, 0]);
  }
});
