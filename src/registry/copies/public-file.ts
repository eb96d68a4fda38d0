/** Headers of public files: digest of the bytes (RFC 9530) and a strong tag; immutable files are cached for ever. */

import { sha256Hex } from '../../platform/common/sha256';
import type { RequestReply } from '../../platform/http/request-reply.decorator';

/** `sha256`: of the file's own bytes, hex. `tag`: the hash for the ETag when it differs. */
const fileHeaders = (
  file: { readonly sha256: string; readonly tag?: string; readonly immutable?: boolean },
  contentType = 'application/json',
): Readonly<Record<string, string>> => ({
  'content-type': contentType,
  'cache-control': file.immutable === true ? 'public, max-age=31536000, immutable' : 'no-cache',
  etag: `"${file.tag ?? file.sha256}"`,
  'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
});

/** Sends a file uncompressed: clients hash the received bytes. */
export const sendFile = (
  { request, reply }: RequestReply,
  file: { readonly text: string | Buffer; readonly tag?: string; readonly immutable?: boolean },
  contentType?: string,
): Buffer => {
  delete request.headers['accept-encoding'];
  const body = typeof file.text === 'string' ? Buffer.from(file.text) : file.text;
  void reply.headers(fileHeaders({ ...file, sha256: sha256Hex(body) }, contentType));
  return body;
};
