/** Strict parsing of untrusted JSON, with errors that name the part. */
import { CANONICAL_DEPTH_MAX, canonicalizeText, canonicalParsed } from '../platform/common/canonical-json';
import { repeatedNames } from '../platform/common/json-text';
import { isSha256Hex } from '../platform/common/sha256';
import { parseMicros } from '../platform/common/utc-time';
import { Broken, insist, OtherVersion } from './finding';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses canonical JSON; any other spelling, including white space, is refused. */
export const readCanonical = (what: string, text: string): unknown => {
  const value = canonicalValue(text);
  if (value !== undefined) return value;
  const canonical = canonicalOf(what, text);
  const again = canonical === text ? canonicalText(JSON.parse(text)) : canonical;
  throw new Broken(what, `is not canonical JSON from character ${firstDifference(again, text)} on`);
};

/** Canonicalizes a served file that was only reformatted by a viewer or an editor; other texts are unchanged. */
export const asServed = (text: string): string => {
  try {
    const json = text.replace(/^\uFEFF/, '');
    return repeatedNames(json, CANONICAL_DEPTH_MAX).length === 0 ? canonicalizeText(json) : text;
  } catch {
    return text;
  }
};

/** The value of a canonical text, which equals its own canonical form; undefined for any other. */
const canonicalValue = (text: string): unknown => {
  try {
    const value = JSON.parse(text) as unknown;
    return canonicalText(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Canonical text of a received value. @throws Broken */
const canonicalOf = (what: string, text: string): string => {
  try {
    return canonicalizeText(text);
  } catch (error) {
    throw new Broken(what, `is not JSON: ${(error as Error).message}`);
  }
};

export const canonicalText = (value: unknown): string => canonicalParsed(value);

/** Parses JSON as programs write it: duplicate members, unusual number formats and white space are refused. */
export const readJsonValue = (what: string, text: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch {
    throw new Broken(what, 'is not JSON');
  }
  const again = writtenAgain(what, value);
  insist(
    again === text,
    what,
    `is not written as it is served: from character ${firstDifference(again, text)} on there is white space, a member twice, or another spelling of a value`,
  );
  return value;
};

const writtenAgain = (what: string, value: unknown): string => {
  try {
    return JSON.stringify(value);
  } catch {
    throw new Broken(what, 'is nested too deep');
  }
};

/** Index of the first differing character. */
const firstDifference = (left: string, right: string): number => {
  const end = Math.min(left.length, right.length);
  for (let at = 0; at < end; at++) if (left[at] !== right[at]) return at;
  return end;
};

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const readObject = (what: string, value: unknown): JsonObject => {
  if (!isObject(value)) throw new Broken(what, 'is not an object');
  return value;
};

export const readList = (what: string, value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new Broken(what, 'is not a list');
  return value as unknown[];
};

/** Lines of a JSON Lines body; the last ends with a newline. */
export const linesOf = (what: string, text: string): readonly string[] => {
  if (text === '') return [];
  insist(text.endsWith('\n'), what, 'the last line has no end: the answer was cut');
  return text.slice(0, -1).split('\n');
};

/**
 * Checks each line of canonical JSON against what is due in its place.
 *
 * @param surplus what is wrong with a line beyond them @param missing what, with a list that ends before one
 * @returns the objects of the lines
 * @throws Broken
 */
export const checkLines = <T>(
  path: string,
  text: string,
  due: readonly T[],
  { surplus, missing }: { readonly surplus: string; readonly missing: (one: T) => string },
  check: (row: Members, expected: T) => void,
): readonly JsonObject[] => {
  const rows = linesOf(path, text).map((line, index) => {
    const row = Members.in(`${path} line ${index + 1}`, line);
    const expected = due[index];
    if (expected === undefined) throw new Broken(row.what, surplus);
    check(row, expected);
    return row.object;
  });
  const next = due[rows.length];
  if (next !== undefined) throw new Broken(path, missing(next));
  return rows;
};

/** The first member that is not listed. @throws Broken if a listed one is missing */
const unlisted = (what: string, object: JsonObject, members: readonly string[]): string | undefined => {
  const missing = members.find((member) => !(member in object));
  if (missing !== undefined) throw new Broken(what, `lacks ${missing}`);
  return Object.keys(object).find((member) => !members.includes(member));
};

export const insistMembers = (what: string, object: JsonObject, members: readonly string[]): void => {
  const extra = unlisted(what, object, members);
  if (extra !== undefined) throw new Broken(what, `has an unknown member ${JSON.stringify(extra)}`);
};

/** Refuses missing members; unknown ones mean another version of the format. */
export const insistKnown = (what: string, object: JsonObject, members: readonly string[]): void => {
  const extra = unlisted(what, object, members);
  if (extra !== undefined) throw new OtherVersion(what, `has a member ${JSON.stringify(extra)} that is not known`);
};

export const without = (object: object, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries<unknown>({ ...object }).filter(([name]) => !names.includes(name)));

export const sameJson = (left: unknown, right: unknown): boolean => {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => sameJson(item, right[index]));
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && sameJson(left[name], right[name]))
  );
};

/** The first differing member, searched recursively; null when equal. */
export const firstOther = (name: string, given: unknown, due: unknown): [string, unknown, unknown] | null => {
  if (sameJson(given, due)) return null;
  if (!isObject(given) || !isObject(due)) return [name, given, due];
  const names = [...new Set([...Object.keys(due), ...Object.keys(given)])];
  return names.map((one) => firstOther(`${name}.${one}`, given[one], due[one])).find((one) => one !== null) ?? null;
};

/** Typed access to members of an object; missing or mistyped ones are refused by name. */
export class Members {
  constructor(
    readonly what: string,
    readonly object: JsonObject,
  ) {}

  static of(what: string, value: unknown): Members {
    return new Members(what, readObject(what, value));
  }

  /** @param text canonical JSON */
  static in(what: string, text: string): Members {
    return Members.of(what, readCanonical(what, text));
  }

  text(name: string): string {
    const value = this.object[name];
    if (typeof value !== 'string') throw new Broken(this.what, `${name} is not a text`);
    return value;
  }

  number(name: string): number {
    const value = this.object[name];
    if (typeof value !== 'number') throw new Broken(this.what, `${name} is not a number`);
    return value;
  }

  numberOrNull(name: string): number | null {
    return this.object[name] === null ? null : this.number(name);
  }

  textOrNull(name: string): string | null {
    return this.object[name] === null ? null : this.text(name);
  }

  flag(name: string): boolean {
    const value = this.object[name];
    if (typeof value !== 'boolean') throw new Broken(this.what, `${name} is neither true nor false`);
    return value;
  }

  instant(name: string): string {
    const value = this.text(name);
    insist(parseMicros(value) !== null, this.what, `${name} is not an instant`);
    return value;
  }

  sha256(name: string): string {
    const value = this.text(name);
    insist(isSha256Hex(value), this.what, `${name} is not a SHA-256`);
    return value;
  }

  list(name: string): readonly unknown[] {
    return readList(`${this.what} ${name}`, this.object[name]);
  }

  /** The objects in a list. */
  objects(name: string): readonly JsonObject[] {
    return this.list(name).filter(isObject);
  }

  at(name: string): Members {
    return Members.of(`${this.what} ${name}`, this.object[name]);
  }

  /** @throws Broken when `holds` is false */
  insist(holds: boolean, why: string): void {
    insist(holds, this.what, why);
  }

  insistMembers(names: readonly string[]): void {
    insistMembers(this.what, this.object, names);
  }

  insistKnown(names: readonly string[]): void {
    insistKnown(this.what, this.object, names);
  }

  /** @throws Broken unless the member has exactly this value */
  equal(name: string, expected: unknown, because: string): void {
    // The message is only built on failure, because every member of every document is checked.
    if (!sameJson(this.object[name], expected))
      throw new Broken(this.what, `${name} is ${shortly(this.object[name])}, not ${shortly(expected)}, ${because}`);
  }
}

/** UTC ms of an instant; 0 for anything else. */
export const millisOf = (instant: unknown): number => (parseMicros(String(instant)) ?? 0) / 1000;

export const shortly = (value: unknown): string => {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length <= 90 ? text : `${text.slice(0, 80)}…`;
};
