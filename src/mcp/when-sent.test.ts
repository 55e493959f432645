import { expect, it } from 'vitest';
import { whenSent } from './when-sent.ts';

it('calls back when a response breaks off', async () => {
  let calls = 0;
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error('broken'));
    },
  });
  const response = whenSent(new Response(body), () => {
    calls += 1;
  });
  await expect(response.text()).rejects.toThrow('broken');
  expect(calls).toBe(1);
});
