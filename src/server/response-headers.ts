/** The headers that answers carry whatever they answer. */
import { RATE_HEADER_NAMES } from '../platform/access/rate-limit';

export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** On everything: readable from any page of any site, never guessed to be another type. */
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

/** On everything that the demo serves. */
export const SYNTHETIC_HEADER = 'x-vedette-synthetic';

/** The answer to a browser that asks whether it may. */
export const PREFLIGHT: Readonly<Record<string, string>> = {
  allow: ALLOWED_METHODS,
  'access-control-allow-methods': ALLOWED_METHODS,
  // Neo4j Browser asks for a guide with the last two.
  'access-control-allow-headers': 'X-API-Key, If-None-Match, Accept, Cache-Control, Pragma',
  'access-control-max-age': '86400',
};

/** A page that says nothing else runs no script, sends nothing and is framed nowhere. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** Images that are documents (SVG, the badge) may only style themselves. */
const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The content security policy of an answer by its type, or null where none matters. */
export const contentPolicy = (contentType: string): string | null => {
  if (contentType.startsWith('text/html')) return PAGE_POLICY;
  return contentType.startsWith('image/svg') ? IMAGE_POLICY : null;
};
