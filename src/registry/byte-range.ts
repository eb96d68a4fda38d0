/** Conditions and ranges of a request for a file that only grows (RFC 9110, 13 and 14). Pure. */

/** Bytes `start` up to, not including, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * One range of a `Range` header. Null where there is none to serve: no header, another unit, several
 * ranges, or a malformed one, all of which are answered by the whole. `unsatisfiable` for one that lies
 * beyond the end.
 */
export const readRange = (
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null => {
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

/** Whether a list of tags (`If-None-Match`, `If-Range`) names this one; a weak one never does. */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '')
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === tag || one === '*');
