import type { Area } from '../platform/access/access.service';

/** `/%761/x` is under `/v1`. Probes and page assets are unlimited; calls inside `/mcp` count individually. */
export const areaOf = (route: string | undefined, url: string): Area | 'open' => {
  const path = route ?? decodedPath(url);
  if (/^\/(v1|api)(\/|$)/.test(path)) return 'api';
  if (route !== undefined && /^\/(assets\/|health(\/|$)|metrics$|mcp$)/.test(route)) return 'open';
  return 'pages';
};

/** The path without query, percent-decoded once, slashes collapsed and lower-cased: only for counting. */
const decodedPath = (url: string): string => {
  const path = url.split(/[?#]/, 1)[0] ?? '/';
  return decode(path)
    .replace(/\/{2,}/g, '/')
    .toLowerCase();
};

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    // Invalid encoding is counted unchanged; the router rejects the request.
    if (error instanceof URIError) return path;
    throw error;
  }
};
