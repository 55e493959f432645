/** The same response; calls back once, when all of it was sent, it broke off, or its reader has gone. */
export function whenSent(response: Response, then: () => void): Response {
  if (response.body === null) {
    then();
    return response;
  }
  const reader = response.body.getReader();
  let isDone = false;
  const done = () => {
    if (!isDone) then();
    isDone = true;
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done: ended } = await reader.read().catch((error: unknown) => {
        done();
        throw error;
      });
      if (value !== undefined) controller.enqueue(value);
      if (!ended) return;
      done();
      controller.close();
    },
    async cancel(reason) {
      done();
      await reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
