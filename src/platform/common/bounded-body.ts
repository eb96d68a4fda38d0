/** The bytes of an answer, or null where it has more than `most`: nothing beyond that is held. */
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
