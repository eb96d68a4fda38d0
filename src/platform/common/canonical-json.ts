/**
 * Canonical JSON: one text per value, identical to Python's `json.dumps(json.loads(text), sort_keys=True,
 * separators=(",", ":"), ensure_ascii=True)`. All hashes are computed over this form.
 *
 * {@link canonicalizeText} works on text, because number tokens matter (`1.0`, `1e16` and integers beyond 2^53 do not
 * survive JSON.parse). {@link canonicalJson} writes our own values and accepts only the bundle profile: values that
 * Python, jq and every plain JSON parser read alike.
 */
import { parseJsonText, type JsonNode } from './json-text';

export { JsonSyntaxError } from './json-text';

/** Maximum nesting of arrays and objects. */
export const CANONICAL_DEPTH_MAX = 200;

/** Canonical form of a JSON text. @throws JsonSyntaxError with the position of the error */
export const canonicalizeText = (text: string): string => nodeText(parseJsonText(text, CANONICAL_DEPTH_MAX));

/** Like {@link canonicalizeText} of its JSON.stringify, but much faster. @throws RangeError if nested too deeply */
export const canonicalParsed = (value: unknown): string =>
  isWrittenAlike(value, 0) ? JSON.stringify(value).replace(BEYOND_ASCII, escapeUnit) : writeParsed(value, 0);

/** Whether JSON.stringify writes a value as Python does except for escapes: sorted members, short numbers. */
const isWrittenAlike = (value: unknown, depth: number): boolean => {
  if (typeof value === 'number') {
    const size = Math.abs(value);
    return value === 0 || (size >= 1e-4 && size < 1e16);
  }
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= CANONICAL_DEPTH_MAX) return false;
  if (Array.isArray(value)) return value.every((item) => isWrittenAlike(item, depth + 1));
  let last = '';
  for (const key of Object.keys(value)) {
    if (key < last || SURROGATE.test(key)) return false;
    if (!isWrittenAlike((value as Readonly<Record<string, unknown>>)[key], depth + 1)) return false;
    last = key;
  }
  return true;
};

const writeParsed = (value: unknown, depth: number): string => {
  if (typeof value === 'string') return canonicalString(value);
  if (typeof value === 'number') return parsedNumber(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth >= CANONICAL_DEPTH_MAX) throw new RangeError('Nested too deep');
  if (Array.isArray(value)) return `[${value.map((item) => writeParsed(item, depth + 1)).join(',')}]`;
  const object = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(object).filter((key) => object[key] !== undefined);
  return `{${sortKeys(keys)
    .map((key) => `${canonicalString(key)}:${writeParsed(object[key], depth + 1)}`)
    .join(',')}}`;
};

/** Converts a number from JSON.stringify to Python's form; JSON.stringify has no negative zero. */
const parsedNumber = (value: number): string => {
  const token = JSON.stringify(value);
  return /[.e]/.test(token) ? pythonFloat(value) : token;
};

/** @throws RangeError outside the profile: keys `^[a-z][a-z0-9_]*$`, safe integers, else at most four decimals */
export const canonicalJson = (value: unknown): string => {
  insistProfile(value, []);
  return canonicalParsed(value);
};

/** A JSON string token in ASCII: Python's escapes, `\u` and four lower-case digits per UTF-16 unit. */
const canonicalString = (text: string): string => JSON.stringify(text).replace(BEYOND_ASCII, escapeUnit);

/** Not escaped by JSON.stringify, whose short escapes are the same. */
const BEYOND_ASCII = /[\u007f-\uffff]/g;

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Compares by code point, as Python and jq do: in UTF-16 units, U+10000 and above sort before U+E000. */
export const compareCodePoints = (left: string, right: string): number => {
  const shared = Math.min(left.length, right.length);
  let at = 0;
  while (at < shared && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  if (at > 0 && isHighSurrogate(left.charCodeAt(at - 1))) {
    const whole = codePoint(left, at - 1) - codePoint(right, at - 1);
    if (whole !== 0) return whole;
  }
  return codePoint(left, at) - codePoint(right, at);
};

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

const codePoint = (text: string, at: number): number => text.codePointAt(at) ?? -1;

const SURROGATE = /[\ud800-\udfff]/;

const sortKeys = (keys: string[]): string[] =>
  keys.some((key) => SURROGATE.test(key)) ? keys.sort(compareCodePoints) : keys.sort();

const nodeText = (node: JsonNode): string => {
  switch (node.kind) {
    case 'literal':
      return node.token;
    case 'integer':
      return node.token === '-0' ? '0' : node.token;
    case 'float':
      return pythonFloat(node.value);
    case 'string':
      return canonicalString(node.value);
    case 'array':
      return `[${node.items.map(nodeText).join(',')}]`;
    case 'object':
      return `{${sortKeys([...node.members.keys()])
        .map((key) => `${canonicalString(key)}:${nodeText(node.members.get(key) as JsonNode)}`)
        .join(',')}}`;
  }
};

/** Python's repr of a double: shortest digits; an exponent below −4 or from 16 on; else a decimal point. */
const pythonFloat = (value: number): string => {
  if (Object.is(value, -0)) return '-0.0';
  const [mantissa = '', exponentText = ''] = value.toExponential().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace('-', '').replace('.', '');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) {
    const rest = digits.slice(1);
    const power = String(Math.abs(exponent)).padStart(2, '0');
    const point = rest === '' ? '' : `.${rest}`;
    return `${sign}${digits.charAt(0)}${point}e${exponent < 0 ? '-' : '+'}${power}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
};

const PROFILE_KEY = /^[a-z][a-z0-9_]*$/;

/** Path of the current node; modified in place. */
type Path = (string | number)[];

const refuse = (path: Path, what: string): never => {
  throw new RangeError(`Outside the bundle profile at ${['$', ...path].join('.')}: ${what}`);
};

const insistProfile = (value: unknown, path: Path): void => {
  if (path.length > CANONICAL_DEPTH_MAX) refuse(path.slice(0, 5), 'nested too deep');
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'number') insistNumber(value, path);
  else if (typeof value === 'string') insistText(value, path);
  else if (Array.isArray(value))
    (value as unknown[]).forEach((item, index) => {
      insistAt(item, index, path);
    });
  else if (isPlainObject(value)) insistMembers(value, path);
  else refuse(path, `a ${typeof value}`);
};

const insistAt = (value: unknown, at: string | number, path: Path): void => {
  path.push(at);
  insistProfile(value, path);
  path.pop();
};

const isPlainObject = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const insistMembers = (object: Record<string, unknown>, path: Path): void => {
  for (const key of Object.keys(object)) {
    if (object[key] === undefined) continue;
    if (!PROFILE_KEY.test(key)) refuse(path, 'a key that is not ^[a-z][a-z0-9_]*$');
    insistAt(object[key], key, path);
  }
};

const insistText = (text: string, path: Path): void => {
  if (!text.isWellFormed()) refuse(path, 'a lone surrogate');
  if (text.includes('\0')) refuse(path, 'U+0000');
};

const insistNumber = (value: number, path: Path): void => {
  if (Object.is(value, -0)) refuse(path, 'negative zero');
  if (Number.isSafeInteger(value)) return;
  if (!/^-?\d+\.\d{1,4}$/.test(String(value))) refuse(path, 'a number of more than four decimals or 2^53');
};
