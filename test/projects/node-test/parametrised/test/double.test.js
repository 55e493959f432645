import assert from 'node:assert/strict';
import { it } from 'node:test';

for (const [number, doubled] of [
  [1, 2],
  [2, 5],
  [3, 6],
]) {
  it(`doubles ${number}`, () => {
    assert.equal(number * 2, doubled);
  });
}
