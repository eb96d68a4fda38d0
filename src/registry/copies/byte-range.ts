/** Conditional and range requests for append-only files (RFC 9110, 13 and 14). Pure. */

/** From `start` to `end`, exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Parses one range of a `Range` header: null for the whole file (also if malformed), or `unsatisfiable`. */
export const readRange = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const match = /^bytes=(\d{1,15})?-(\d{1,15})?$/.exec(header ?? '');
  const [, first, last] = match ?? [];
  if (match === null || (first === undefined && last === undefined)) return null;
  if (first === undefined) {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== undefined && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: Math.min(last === undefined ? size : Number(last) + 1, size) };
};

/** Whether a list of tags (`If-None-Match`, `If-Range`) contains this one; weak tags never match. */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '')
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === tag || one === '*');

export interface FileState {
  readonly tag: string;
  /** Null when only the end of a file is served. */
  readonly sha256: string | null;
  readonly size: number;
}

interface RangedAnswer {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** Range to send; null for an empty body. */
  readonly range: ByteRange | null;
}

export const rangedAnswer = (
  request: Readonly<Record<string, unknown>>,
  { tag, sha256, size }: FileState,
  cacheControl: string,
): RangedAnswer => {
  const asked = (name: string): string | undefined => (typeof request[name] === 'string' ? request[name] : undefined);
  const headers = {
    etag: tag,
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    ...(sha256 === null ? {} : { 'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` }),
  };
  if (namesTag(asked('if-none-match'), tag)) return { status: 304, headers, range: null };
  const condition = asked('if-range');
  const holds = condition === undefined || namesTag(condition, tag);
  const range = holds ? readRange(asked('range'), size) : null;
  if (range === 'unsatisfiable')
    return {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${size}` },
      range: null,
    };
  if (range === null) return { status: 200, headers, range: { start: 0, end: size } };
  const part = `bytes ${range.start}-${range.end - 1}/${size}`;
  return { status: 206, headers: { ...headers, 'content-range': part }, range };
};
