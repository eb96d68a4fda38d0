import { StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { RequestReply } from '../../platform/http/request-reply.decorator';
import { rangedAnswer, type ByteRange, type FileState } from './byte-range';

interface ServedFile extends FileState {
  readonly type: string;
  readonly cacheControl: string;
  readonly read: (range: ByteRange) => Readable;
}

/** Responds from a file (RFC 9110, 13 and 14) with length and strong tag: the whole file or the requested range. */
export const answerFromFile = ({ request, reply }: RequestReply, file: ServedFile): StreamableFile => {
  // Hashed bytes must arrive uncompressed.
  delete request.headers['accept-encoding'];
  const { status, headers, range } = rangedAnswer(request.headers, file, file.cacheControl);
  void reply.code(status).headers(headers);
  const length = range === null ? 0 : range.end - range.start;
  const sends = request.method !== 'HEAD' && range !== null && length > 0;
  return new StreamableFile(sends ? file.read(range) : Readable.from([]), { type: file.type, length });
};
