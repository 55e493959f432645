import { expect, it } from 'vitest';
import { sampleReport } from '../../testing/evidence-samples.ts';
import { mocksAllMissing } from './mocked-missing.ts';

const FILE = 'test/order.test.ts';

/** A report on a file that could not be loaded for want of modules. */
const lacking = (...names: string[]) =>
  sampleReport([], {
    uncollected: [
      {
        file: FILE,
        failure: { kind: 'missing', message: '', diagnostics: names.map((name) => ({ what: 'module', name })) },
      },
    ],
  });

it.each([
  "vi.mock('../src/order.ts', () => ({ order: () => 1 }));",
  "vi.mock(import('../src/order.ts'), async () => ({ order: () => 1 }));",
  'jest.mock("../src/order.ts", function () { return { order: () => 1 }; });',
])('what stands in for the only thing that is missing takes its place for good: %s', (text) => {
  expect(mocksAllMissing(FILE, text, lacking('../src/order.ts'))).toBe(true);
});

it.each([
  ["vi.mock('../src/mailer.ts', () => ({ send: vi.fn() }));", ['../src/order.ts', '../src/mailer.ts']],
  ["vi.mock('../src/mailer.ts', () => ({ send: vi.fn() }));", ['../src/order.ts']],
  ["vi.mock('../src/order.ts', async (original) => ({ ...(await original()), now: () => 1 }));", ['../src/order.ts']],
  ["vi.mock('../src/order.ts', async () => ({ ...(await vi.importActual('../src/order.ts')) }));", ['../src/order.ts']],
  ["vi.mock('../src/order.ts', () => ({}));", []],
])('a mock of something else does not: %s', (text, missing) => {
  expect(mocksAllMissing(FILE, text, lacking(...missing))).toBe(false);
});
