import { expect, it } from 'vitest';
import { openQueue } from './queue.ts';

it('does so many things at a time, in their order, also after one that fails', async () => {
  const inTurn = openQueue(2);
  const begun: number[] = [];
  const ends = new Map<number, (fails?: 'fails') => void>();
  const works = [1, 2, 3, 4].map((number) =>
    inTurn(() => {
      begun.push(number);
      return new Promise<number>((resolve, reject) => {
        ends.set(number, (fails) => (fails === undefined ? resolve(number) : reject(new Error('failed'))));
      });
    }),
  );
  const failed = expect(works[1]).rejects.toThrow('failed');
  expect(begun).toEqual([1, 2]);
  ends.get(2)?.('fails');
  await failed;
  expect(begun).toEqual([1, 2, 3]);
  ends.get(1)?.();
  await works[0];
  expect(begun).toEqual([1, 2, 3, 4]);
  for (const end of ends.values()) end();
  expect(await Promise.all([works[2], works[3]])).toEqual([3, 4]);
});
