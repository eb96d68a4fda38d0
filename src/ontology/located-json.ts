import { JsonSyntaxError, parseJsonText } from '../platform/common/json-text';

/** Parses a JSON array of objects with the line of every element and member, for messages to editors of the seed. */
export interface LocatedElement {
  readonly value: unknown;
  /** First line of the element, from 1. */
  readonly line: number;
  /** Line of each member's name, for an object. */
  readonly memberLines: ReadonlyMap<string, number>;
  /** Duplicate names, of which JSON.parse would silently keep the last. */
  readonly repeated: readonly string[];
}

type LocatedArray =
  | { readonly kind: 'array'; readonly elements: readonly LocatedElement[] }
  | { readonly kind: 'unreadable'; readonly line: number; readonly reason: string };

const DEPTH_MAX = 8;

/** The elements of a JSON array with their lines, or the error and its line. */
export const locateElements = (text: string): LocatedArray => {
  try {
    if (parseJsonText(text, DEPTH_MAX).kind !== 'array')
      return { kind: 'unreadable', line: 1, reason: 'must be an array' };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { kind: 'unreadable', line: lineAt(text, error.offset), reason: error.message };
  }
  const values = JSON.parse(text) as unknown[];
  const places = placesIn(text);
  return { kind: 'array', elements: values.map((value, index) => ({ value, ...(places[index] ?? NOWHERE) })) };
};

type Place = Omit<LocatedElement, 'value'>;

const NOWHERE: Place = { line: 1, memberLines: new Map(), repeated: [] };

/** A string, a bracket, a separator, a line end, or anything else that is not white space. */
const TOKEN = /"(?:\\.|[^"\\])*"|[[\]{},:\n]|[^\s"[\]{},:]+/g;

const placesIn = (text: string): Place[] => {
  const places: { line: number; memberLines: Map<string, number>; repeated: string[] }[] = [];
  let line = 1;
  let depth = 0;
  let expectsName = false;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '\n') {
      line++;
      continue;
    }
    if (token === ']' || token === '}') {
      depth--;
      continue;
    }
    const isElement = depth === 1 && token !== ',';
    if (isElement) places.push({ line, memberLines: new Map(), repeated: [] });
    if (depth === 2 && expectsName && token.startsWith('"')) {
      const place = places[places.length - 1];
      const name = JSON.parse(token) as string;
      if (place?.memberLines.has(name) === true) place.repeated.push(name);
      place?.memberLines.set(name, line);
    }
    expectsName = (isElement && token === '{') || (depth === 2 && token === ',');
    if (token === '[' || token === '{') depth++;
  }
  return places;
};

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
