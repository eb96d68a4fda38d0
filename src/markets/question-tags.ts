/**
 * Tags a market's question: entities, theater or region, kind of event, and whether it is about conflict, with the
 * reason. Reads the question and the sibling's title; if these name nobody, the first sentences of the rules.
 */
import type { Resolution } from '../resolver/mention';
import type { Theater } from '../ontology/theater';
import type { Market } from './market';
import { firstTheater, type MarketScope } from './market-scope';
import { eventOf, theaterOf, type EventTypeRule, type FoundEvent } from './tag-market';
import type { MarketTags } from './tracked-market';

/** An office that passes between two bearers of one name. */
interface NamedOffice {
  /** Entities of the bare name, the earlier holder first. */
  readonly holders: readonly [string, string];
  /** When the later one took office, `YYYY-MM`, or null. */
  readonly since: string | null;
}

export interface QuestionKnowledge {
  readonly resolve: (text: string) => Resolution;
  readonly theaters: ReadonlyMap<string, Theater>;
  readonly places: ReadonlySet<string>;
  /** Armed groups, and places that are not countries: mostly named in conflicts. */
  readonly fought: ReadonlySet<string>;
  readonly eventTypes: readonly EventTypeRule[];
  readonly scope: MarketScope;
  readonly offices: readonly NamedOffice[];
}

/** Exchanges keep questions far below. */
const QUESTION_UNITS_MAX = 1000;
/** The start of the rules states the subject; the rest is about proof. */
const RULES_UNITS = 500;

export const tagsOfMarket = (market: Market, known: QuestionKnowledge): MarketTags => {
  const told = market.group_title === null ? '' : ` (${market.group_title})`;
  const text = `${market.question}${told}`.slice(0, QUESTION_UNITS_MAX);
  const event = eventOf(text, known.eventTypes);
  const named = namesIn(text, market, known);
  const asked = [...named, ...frontOf(text, named, event, known)];
  const outspoken = asked.filter(({ entity }) => entity === null || !known.scope.everywhere.has(entity));
  const ruled =
    outspoken.length > 0 || event === null || market.rules === null
      ? []
      : namesIn(market.rules.slice(0, RULES_UNITS), market, known).filter(
          ({ entity }) => entity !== null && !known.scope.everywhere.has(entity),
        );
  const names = [...asked, ...ruled];
  const theater = theaterOf(text, asked, event) ?? ruled.find((name) => name.theater !== null)?.theater ?? null;
  return {
    entities: [...new Set(names.flatMap(({ entity }) => entity ?? []))].sort(),
    theater,
    region: theater === null ? (names.find(({ region }) => region !== null)?.region ?? null) : null,
    eventType: event?.rule.eventType ?? null,
    refused: known.scope.refusal(market, `${text} ${market.event?.title ?? ''}`),
    conflict: conflictOf(market, text, event, [...outspoken, ...ruled], asked.length > 0, known),
  };
};

interface Named {
  /** Null for a name without an entity in the ontology. */
  readonly entity: string | null;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly theater: Theater | null;
  readonly placed: boolean;
  readonly region: string | null;
}

const namesIn = (text: string, market: Market, known: QuestionKnowledge): readonly Named[] => {
  const { scope, theaters } = known;
  const resolved = known.resolve(text).mentions.map((mention): Named => ({
    entity: mention.entity,
    name: text.slice(mention.start, mention.end),
    start: mention.start,
    end: mention.end,
    theater: theaters.get(mention.entity) ?? null,
    placed: known.places.has(mention.entity),
    region: scope.regionOf.get(mention.entity) ?? null,
  }));
  const further = scope.namesIn(text).flatMap(({ entities, ...found }): readonly Named[] => {
    if (entities.length === 0) return [{ ...found, entity: null, theater: null, placed: false }];
    const theater = firstTheater(entities, theaters);
    return entities.map((entity) => ({ ...found, entity, theater, placed: true }));
  });
  return inOffice([...resolved, ...further], text, market, known.offices).sort((a, b) => a.start - b.start);
};

/** An unknown village to be captured lies in the country where the attacker fights. */
const frontOf = (
  text: string,
  names: readonly Named[],
  event: FoundEvent | null,
  { scope, theaters }: QuestionKnowledge,
): readonly Named[] => {
  if (event?.rule.eventType !== 'territory_capture') return [];
  const act = event.act * text.length;
  const takes = names.find(({ entity }) => entity !== null && scope.fronts.has(entity));
  if (takes === undefined || names.some(({ start, end }) => start > act + 2 && end > act)) return [];
  return (scope.fronts.get(takes.entity ?? '') ?? []).map((entity) => ({
    entity,
    name: entity,
    start: text.length,
    end: text.length,
    theater: theaters.get(entity) ?? null,
    placed: true,
    region: null,
  }));
};

/** A name shared by two office holders means the one at the market's opening; both if that is unknown. */
const inOffice = (
  names: readonly Named[],
  text: string,
  { opens_at: opensAt }: Market,
  offices: readonly NamedOffice[],
): Named[] =>
  names.flatMap((named) => {
    const office = offices.find(({ holders }) => named.entity !== null && holders.includes(named.entity));
    if (office === undefined || named.name.includes(' ')) return [named];
    const [earlier, later] = office.holders;
    const spelt = names.some(({ entity, name }) => entity === later && name.includes(' '));
    const succeeded = /\b(?:success?or (?:to|of)|succeeds?|replaces?|after) (?:ayatollah )?$/i.test(
      text.slice(0, named.start),
    );
    if (spelt || succeeded) return [{ ...named, entity: earlier }];
    if (opensAt === null || office.since === null) return [named];
    return [{ ...named, entity: opensAt >= office.since ? later : earlier }];
  });

const conflictOf = (
  market: Market,
  text: string,
  event: FoundEvent | null,
  names: readonly Named[],
  namesSomebody: boolean,
  { scope, fought }: QuestionKnowledge,
): string | null => {
  const welcome = scope.welcome(market);
  const listed = welcome === null ? '' : `, ${welcome}`;
  const calm = ({ entity, name }: Named): boolean => scope.calm.has(entity ?? name);
  const named = names.find((one) => !calm(one)) ?? names[0];
  /** A name whose everyday politics count as conflict: not an organisation, not a calm country. */
  const embroiled = names.find(
    (one) => (one.theater !== null || one.region !== null) && (one.entity !== null || event !== null) && !calm(one),
  );
  if (event === null) {
    // Without an event: conflict words, names, or the exchange's topic show that it is about conflict.
    const told =
      (welcome !== null && named !== undefined && !calm(named)) ||
      scope.speaksOfConflict(text) ||
      names.some(({ entity }) => entity !== null && fought.has(entity));
    return named !== undefined && told ? `names ${named.name}${listed}` : null;
  }
  const kind = event.rule.eventType.replaceAll('_', ' ');
  if (event.rule.weak)
    return embroiled === undefined && !(event.rule.eventType === 'economy' && welcome !== null)
      ? null
      : `${kind}, names ${(embroiled ?? named)?.name ?? 'nobody'}${listed}`;
  if (named !== undefined) return `${kind}, names ${named.name}${listed}`;
  return event.rule.alone || namesSomebody || welcome !== null ? `${kind}${listed}` : null;
};
