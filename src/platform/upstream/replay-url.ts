/** `https://example.org/rss?a=1` → `http://127.0.0.1:4000/https/example.org/rss?a=1` */
export const replayUrl = (url: URL, replayBase: string): string =>
  `${replayBase.replace(/(?<!\/)\/+$/, '')}/${url.protocol.slice(0, -1)}/${url.host}${url.pathname}${url.search}`;
