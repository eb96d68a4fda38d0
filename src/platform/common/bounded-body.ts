/** The body of a response, or null if longer than `most` bytes; no more than that is buffered. */
export const boundedBody = async (answer: Response, most: number): Promise<Buffer | null> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk as Uint8Array);
    length += (chunk as Uint8Array).length;
    if (length > most) return null;
  }
  return Buffer.concat(chunks);
};
