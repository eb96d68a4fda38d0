/**
 * Headers of the registry's public files. Each carries the digest of its bytes (RFC 9530) and a strong
 * tag; what is immutable may be kept for ever by every cache.
 */

/** `sha256`: of the file's own bytes, hex. `tag`: the hash that its ETag shows, where that is another. */
export const fileHeaders = (
  file: { readonly sha256: string; readonly tag?: string; readonly immutable: boolean },
  contentType = 'application/json',
): Readonly<Record<string, string>> => ({
  'content-type': contentType,
  'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  etag: `"${file.tag ?? file.sha256}"`,
  'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
});
