/**
 * Theater and event type of a market, from its question by stated rules.
 *
 * Theater: each entity that the question names votes for its own theater, those before the verb of the
 * question twice, so that "Will Iran close the Strait of Hormuz?" belongs to iran; of equals the one
 * named first wins. A question that names only entities without a theater has none.
 *
 * Event type: the first rule of seed/event-types.json one of whose patterns the question matches, from
 * the special to the general; null where none does.
 */
import { foldText } from '../resolver/folding/fold-text';
import type { Mention } from '../resolver/mention';
import type { Theater } from '../ontology/theater';

/** A rule of seed/event-types.json. */
export interface EventTypeSeed {
  readonly event_type: string;
  /** What it covers, in words. */
  readonly say: string;
  /** Any of these: words in any inflection as `stem*`, parted by blanks, within a few words of each other. */
  readonly any: readonly string[];
  /** None of these. */
  readonly none?: readonly string[];
}

export interface EventTypeRule {
  readonly eventType: string;
  readonly any: readonly RegExp[];
  readonly none: readonly RegExp[];
}

/** Words that may stand between two words of one pattern: "strike … on … Iran". */
const GAP_WORDS_MAX = 5;

export const compileEventTypes = (seeds: readonly EventTypeSeed[]): EventTypeRule[] =>
  seeds.map(({ event_type, any, none = [] }) => ({
    eventType: event_type,
    any: any.map(compilePattern),
    none: none.map(compilePattern),
  }));

const compilePattern = (pattern: string): RegExp => {
  const words = foldText(pattern.replaceAll('*', '\u0001'))
    .split(' ')
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\u0001', '[a-z]*'));
  return new RegExp(`(?<![a-z])${words.join(`(?: [^ ]+){0,${GAP_WORDS_MAX}} `)}(?![a-z])`);
};

/** The event type of a question, or null. Time grows with the question, which exchanges keep short. */
export const eventTypeOf = (question: string, rules: readonly EventTypeRule[]): string | null => {
  const folded = foldText(question.slice(0, QUESTION_UNITS_MAX))
    .replace(/[^a-z0-9 ]+/g, ' ')
    .replace(/ +/g, ' ');
  const rule = rules.find(
    ({ any, none }) =>
      any.some((pattern) => pattern.test(folded)) && !none.some((pattern) => pattern.test(folded)),
  );
  return rule?.eventType ?? null;
};

const QUESTION_UNITS_MAX = 1000;

/** The theater of a question from what it names, or null. */
export const theaterOf = (
  mentions: readonly Pick<Mention, 'entity' | 'start'>[],
  question: string,
  theaters: ReadonlyMap<string, Theater>,
): Theater | null => {
  const subjectEnd = subjectLength(question);
  const votes = new Map<Theater, number>();
  for (const { entity, start } of mentions) {
    const theater = theaters.get(entity);
    if (theater !== undefined)
      votes.set(theater, (votes.get(theater) ?? 0) + (start < subjectEnd ? 2 : 1));
  }
  let best: Theater | null = null;
  let most = 0;
  // A Map keeps the order of first mention, so that a tie goes to the first.
  for (const [theater, count] of votes) if (count > most) [best, most] = [theater, count];
  return best;
};

/** The subject ends where the verb's object begins: at the first preposition, or the whole. */
const subjectLength = (question: string): number => {
  const at = question.search(
    / (?:in|on|by|before|with|at|over|against|during|through|from|to|of) /i,
  );
  return at === -1 ? question.length : at;
};
