import type { Area } from '../platform/access/access.service';

/**
 * Which limit a request falls under, from the route that it matched, or, where it matched none, from
 * its path as a router would read it: `/%761/x` is under `/v1` like `/v1/x`. Health and metrics have
 * no limit, because a probe that is refused looks like a service that is down. The files of the pages, which lie in memory,
 * have none either, so that a page which refuses a reader has its style. What `/mcp` asks for is counted where it is asked.
 */
export const areaOf = (route: string | undefined, url: string): Area | 'open' => {
  const path = route ?? decodedPath(url);
  if (/^\/(v1|api)(\/|$)/.test(path)) return 'api';
  if (route !== undefined && /^\/(assets\/|health(\/|$)|metrics$|mcp$)/.test(route)) return 'open';
  return 'pages';
};

/** The path without query, percent-decoded once, doubled slashes and case folded: only for counting. */
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
    // Broken encoding: counted as it stands. The router refuses the request right after.
    if (error instanceof URIError) return path;
    throw error;
  }
};
