import { RATE_HEADER_NAMES } from '../platform/access/rate-limit';

export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** Readable from any site, and no content type sniffing. */
export const EVERY_ANSWER: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    ...RATE_HEADER_NAMES,
    'Retry-After',
    'Link',
    'ETag',
    'Location',
    'X-Request-Id',
    'X-Vedette-Synthetic',
  ].join(', '),
  'x-content-type-options': 'nosniff',
};

export const SYNTHETIC_HEADER = 'x-vedette-synthetic';

export const PREFLIGHT: Readonly<Record<string, string>> = {
  allow: ALLOWED_METHODS,
  'access-control-allow-methods': ALLOWED_METHODS,
  // Neo4j Browser sends the last two when it loads a guide.
  'access-control-allow-headers': 'X-API-Key, If-None-Match, Accept, Cache-Control, Pragma',
  'access-control-max-age': '86400',
};

/** By default a page runs no script, sends nothing and cannot be framed. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** SVG images (the badge) may only have styles. */
const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export const contentPolicy = (contentType: string): string | null => {
  if (contentType.startsWith('text/html')) return PAGE_POLICY;
  return contentType.startsWith('image/svg') ? IMAGE_POLICY : null;
};
