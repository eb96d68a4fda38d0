/** Base64url of a typed tuple, with the list's name and a checksum against altered, truncated or foreign ones. */
import { createHash } from 'node:crypto';
import { ProblemException } from './problem';

type CursorKind = 'integer' | 'string';
type CursorValue<K extends CursorKind> = K extends 'integer' ? number : string;

type CursorTuple<S extends readonly CursorKind[]> = {
  readonly [I in keyof S]: CursorValue<S[I]>;
};

const LENGTH_MAX = 512;
const CHECKSUM_LENGTH = 6;

/** A cursor of `listing` at position `values`, e.g. `encodeCursor('events', [at, id])`. */
export const encodeCursor = (listing: string, values: readonly (number | string)[]): string => {
  const body = Buffer.from(JSON.stringify(values)).toString('base64url');
  return body + checksum(listing, body);
};

/** Null if absent. @throws ProblemException `bad-cursor` for anything not made by {@link encodeCursor} for this list */
export const decodeCursor = <const S extends readonly CursorKind[]>(
  listing: string,
  shape: S,
  cursor: string | undefined,
): CursorTuple<S> | null => {
  if (cursor === undefined) return null;
  const values = read(listing, cursor);
  const fits =
    Array.isArray(values) &&
    values.length === shape.length &&
    shape.every((kind, index) => isOfKind(kind, values[index]));
  if (!fits) throw badCursor();
  return values as unknown as CursorTuple<S>;
};

const read = (listing: string, cursor: string): unknown => {
  if (cursor.length > LENGTH_MAX || !/^[A-Za-z0-9_-]+$/.test(cursor)) throw badCursor();
  const body = cursor.slice(0, -CHECKSUM_LENGTH);
  if (checksum(listing, body) !== cursor.slice(-CHECKSUM_LENGTH)) throw badCursor();
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  } catch (cause) {
    throw badCursor(cause);
  }
};

const isOfKind = (kind: CursorKind, value: unknown): boolean =>
  kind === 'integer' ? Number.isSafeInteger(value) : typeof value === 'string';

const checksum = (listing: string, body: string): string =>
  createHash('sha256').update(`${listing}\n${body}`).digest('base64url').slice(0, CHECKSUM_LENGTH);

const badCursor = (cause?: unknown): ProblemException =>
  new ProblemException('bad-cursor', {
    detail: 'The cursor was altered, cut short, or made for another listing.',
    errors: [{ field: 'cursor', message: 'must be taken unchanged from the Link header of the page before' }],
    cause,
  });
