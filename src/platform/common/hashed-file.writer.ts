import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes chunks to a file. @returns its length and SHA-256 */
export const writeHashed = async (
  path: string,
  chunks: AsyncIterable<Buffer>,
): Promise<{ readonly sha256: string; readonly bytes: number }> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await pipeline(Readable.from(counted(), { objectMode: false }), createWriteStream(path));
  return { sha256: hash.digest('hex'), bytes };
};
