import assert from 'node:assert/strict';

for (const [number, doubled] of [
  [1, 2],
  [2, 5],
  [3, 6],
]) {
  it(`doubles ${number}`, () => {
    assert.equal(number * 2, doubled);
  });
}
