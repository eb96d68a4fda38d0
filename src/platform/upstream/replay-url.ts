/**
 * Address of a request in replay mode, where one local server answers for all upstreams: the demo and tests.
 *
 * @example replayUrl(new URL('https://example.org/rss?a=1'), 'http://127.0.0.1:4000')
 * // http://127.0.0.1:4000/https/example.org/rss?a=1
 */
export const replayUrl = (url: URL, replayBase: string): string =>
  `${replayBase.replace(/(?<!\/)\/+$/, '')}/${url.protocol.slice(0, -1)}/${url.host}${url.pathname}${url.search}`;
