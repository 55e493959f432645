import { expect, it } from 'vitest';
import { plainFailure } from './plain-failure.ts';
import { indexSources } from './source-index.ts';

const sources = indexSources('/project', []);

it('a failure whose values are only in the text of the report keeps them, without the stack', () => {
  const text = `Error: expect(received).toBe(expected) // Object.is equality

Expected: 2
Received: 1
    at Object.toBe (/project/test/a.test.js:3:21)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`;
  const { kind, message, location } = plainFailure({ type: '', message: '', text, expectation: true }, sources);
  expect(kind).toBe('assertion');
  expect(message).toContain('Expected: 2\nReceived: 1');
  expect(message).not.toContain('    at ');
  expect(location).toEqual({ file: 'test/a.test.js', line: 3 });
});

it('what pytest explains below its assertion is kept', () => {
  const text = `def test_x():
>       assert total([1]) == 2
E       assert 1 == 2
E        +  where 1 = total([1])

tests/test_x.py:4: AssertionError`;
  const { kind, message } = plainFailure({ type: '', message: 'assert 1 == 2', text, expectation: true }, sources);
  expect(kind).toBe('assertion');
  expect(message).toContain('where 1 = total([1])');
});
