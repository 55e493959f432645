import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { listenForInterrupts } from './interrupts.ts';

function listening() {
  const source = new EventEmitter();
  const told: string[] = [];
  const interrupts = listenForInterrupts(source, {
    onParking: () => told.push('parking'),
    onStopping: () => told.push('stopping'),
  });
  const state = () => [interrupts.parking.aborted, interrupts.stopping.aborted];
  return { source, told, interrupts, state };
}

it('the first Ctrl-C parks, the second ends the agent too, and then nobody listens any more', () => {
  const { source, told, state } = listening();
  source.emit('SIGINT');
  expect([...state(), ...told]).toEqual([true, false, 'parking']);
  source.emit('SIGINT');
  expect([...state(), ...told]).toEqual([true, true, 'parking', 'stopping']);
  expect(source.eventNames()).toEqual([]);
});

it.each(['SIGTERM', 'SIGHUP'])('%s ends the agent at once', (signal) => {
  const { source, told, state } = listening();
  source.emit(signal);
  expect([...state(), ...told]).toEqual([true, true, 'stopping']);
});

it('nothing is heard after it was closed', () => {
  const { source, told, interrupts, state } = listening();
  interrupts.close();
  source.emit('SIGINT');
  expect([...state(), ...told]).toEqual([false, false]);
});
