/**
 * Kind of event and theater of a market, from its question by the rules of `seed/event-types.json`.
 *
 * Kind: the first rule with a matching pattern; special rules precede general ones.
 *
 * Theater: an act against a place (a strike, an invasion, a capture) belongs to the place: the name after the verb,
 * unless it follows "by" as the actor, else the name before it. Everything else belongs to the most local theater
 * named: a truce of Israel with Hezbollah to Lebanon, talks of Russia with Ukraine to Ukraine. A question that names
 * only entities without a theater has none.
 */
import type { Mention } from '../resolver/mention';
import type { Theater } from '../ontology/theater';
import { compilePatterns, foldedWords } from './question-words';

/** A rule of seed/event-types.json. */
export interface EventTypeSeed {
  readonly event_type: string;
  readonly say: string;
  /** Any of these patterns, see question-words.ts. */
  readonly any: readonly string[];
  /** None of these. */
  readonly none?: readonly string[];
  /** About conflict whomever it names. */
  readonly alone?: boolean;
  /** Everyday politics: about conflict only for parties to one. */
  readonly weak?: boolean;
  /** `object`: done to a place, which decides the theater. */
  readonly at?: 'object';
}

export interface EventTypeRule {
  readonly eventType: string;
  readonly any: RegExp | null;
  readonly none: RegExp | null;
  readonly alone: boolean;
  readonly weak: boolean;
  readonly atObject: boolean;
}

export interface FoundEvent {
  readonly rule: EventTypeRule;
  /** Relative position of the act in the folded text, 0 to 1. */
  readonly act: number;
}

export const compileEventTypes = (seeds: readonly EventTypeSeed[]): EventTypeRule[] =>
  seeds.map(({ event_type, any, none = [], alone, weak, at }) => ({
    eventType: event_type,
    any: compilePatterns(any),
    none: compilePatterns(none),
    alone: alone === true,
    weak: weak === true,
    atObject: at === 'object',
  }));

/** The first rule that a question matches, or null. */
export const eventOf = (question: string, rules: readonly EventTypeRule[]): FoundEvent | null => {
  const words = foldedWords(question);
  for (const rule of rules) {
    const match = rule.any?.exec(words) ?? null;
    if (match === null || rule.none?.test(words) === true) continue;
    return { rule, act: match.index / Math.max(1, words.length) };
  }
  return null;
};

/** From the most local to the great powers. */
const LOCAL_FIRST: readonly Theater[] = [
  'gaza',
  'lebanon',
  'yemen',
  'red_sea',
  'syria',
  'taiwan',
  'sahel',
  'africa',
  'ukraine',
  'iran',
  'israel',
  'middle_east',
  'china',
  'russia',
] as const;

/** Names of a question with their theaters; offsets as in the question. */
export interface NamedTheater extends Pick<Mention, 'start' | 'end'> {
  readonly theater: Theater | null;
  /** Whether it is a country or a place, not an actor. */
  readonly placed: boolean;
}

export const theaterOf = (
  question: string,
  names: readonly NamedTheater[],
  event: FoundEvent | null,
): Theater | null => {
  if (event?.rule.atObject !== true) return mostLocal(names);
  const act = event.act * question.length;
  const doer = ({ start }: NamedTheater): boolean => /\bby (?:the )?$/i.test(question.slice(0, start));
  // Positions shift slightly where folding dropped marks, hence the tolerance.
  const behind = names.filter((name) => name.start > act + 2 && !doer(name));
  const before = names.filter((name) => name.start <= act + 2);
  const located = behind.filter(({ theater }) => theater !== null);
  const object = located.find(({ placed }) => placed) ?? located[0];
  return object?.theater ?? mostLocal(before) ?? mostLocal(names);
};

const mostLocal = (names: readonly NamedTheater[]): Theater | null => {
  const named = new Set(names.map(({ theater }) => theater));
  return LOCAL_FIRST.find((theater) => named.has(theater)) ?? null;
};
