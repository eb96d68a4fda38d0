/** A truncated stream is rejected: half a feed is not a short one. Stops at the limit, off the event loop. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { UpstreamError } from './upstream-request';

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
  // "deflate" means zlib (RFC 9110, 8.4.1.2), but some servers send the raw stream.
  [
    'deflate',
    (body, options) => (((body[0] ?? 0) & 0x0f) === 8 ? promisify(inflate) : promisify(inflateRaw))(body, options),
  ],
]);

/** @throws UpstreamError `encoding` (unknown, nested, invalid, truncated) or `too-large` */
export const decodeBody = async (body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> => {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  const [name] = names;
  if (name === undefined || body.length === 0) return body;
  if (names.length > 1) throw new UpstreamError('encoding', 'The body is encoded more than once');
  const decode = DECODERS.get(name);
  if (decode === undefined) throw new UpstreamError('encoding', 'Unknown content encoding');
  try {
    return await decode(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new UpstreamError('too-large', `The body unpacks to more than ${maxBytes} bytes`);
    throw new UpstreamError('encoding', `The ${name} body is broken or cut`);
  }
};
