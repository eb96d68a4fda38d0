/** JSON of a stranger: read strictly, and refused by name when it is not what it should be. */
import { canonicalizeText } from '../../common/canonical-json';
import { Broken, insist } from './report';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Canonical JSON: any other byte, white space included, is refused. */
export const readCanonical = (what: string, text: string): unknown => {
  let canonical: string;
  try {
    canonical = canonicalizeText(text);
  } catch (error) {
    throw new Broken(what, `is no JSON: ${(error as Error).message}`);
  }
  insist(
    canonical === text,
    what,
    `is not canonical JSON from byte ${firstDifference(canonical, text)} on`,
  );
  return JSON.parse(text);
};

export const readObject = (what: string, value: unknown): JsonObject => {
  insist(
    typeof value === 'object' && value !== null && !Array.isArray(value),
    what,
    'is no object',
  );
  return value as JsonObject;
};

/** Refuses missing members and members beyond these. */
export const insistMembers = (
  what: string,
  object: JsonObject,
  members: readonly string[],
): void => {
  const missing = members.find((member) => !(member in object));
  insist(missing === undefined, what, `lacks ${missing ?? ''}`);
  const extra = Object.keys(object).find((member) => !members.includes(member));
  insist(extra === undefined, what, `has an unknown member ${JSON.stringify(extra ?? '')}`);
};

const firstDifference = (left: string, right: string): number => {
  const end = Math.min(left.length, right.length);
  for (let at = 0; at < end; at++) if (left[at] !== right[at]) return at;
  return end;
};
