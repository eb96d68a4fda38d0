/** Answers have a few kilobytes; anything larger is not one. */
const MAX_BYTES = 512 * 1024;

class OversizedAnswerError extends Error {
  override readonly name = 'OversizedAnswerError';

  constructor() {
    super(`An answer of more than ${MAX_BYTES} bytes`);
  }
}

/** `fetch` for the providers' SDKs, which buffer responses of any length: aborts a response that is too long. */
export const limitedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES) controller.error(new OversizedAnswerError());
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
};
