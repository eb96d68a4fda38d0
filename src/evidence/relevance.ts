/**
 * Relevance of an item for a market, 0 to 1: how much of the question's parties it covers, times how near what it
 * tells is to what the question asks, less where it is about something else.
 *
 * Every party must be covered: the least covered one decides. The reasons stand in `paths`, in words.
 */
import { pathInForce } from './cover';
import type { RuleSeed } from './evidence-seed';
import { SKELETON_MIN, writesName } from './foreign-name';
import { isGaugeOf, turnsOn } from './gauge';
import type { ItemReading, Touch } from './item-reading';
import type { MarketScope, Party } from './market-scope';

/** What the list of names gives for words that mean every party. */
export const BOTH_SIDES = '*';

export interface Relevance {
  /** 0 to 1, to a thousandth. */
  readonly relevance: number;
  /** Whether it counts as evidence. */
  readonly counts: boolean;
  /** Whether it covers the whole question and tells of the very act. */
  readonly about: boolean;
  /** Which entity by which path and factor, then the act, then what speaks against it. */
  readonly paths: readonly string[];
}

/** Whether an entity has no part in the question; `places` says whether a place elsewhere is meant too. */
type IsThirdParty = (entity: string, places: boolean) => boolean;

/** The act asked, one close to it, or another. */
type Nearness = 'asked' | 'close' | 'far';

interface Covered {
  readonly factor: number;
  /** In words, made where it is wanted: most items are compared in vain. */
  readonly path: (() => string) | null;
  /** Whether the title does it. */
  readonly isTitle: boolean;
}

interface ActTold {
  readonly factor: number;
  readonly isAsked: boolean;
  readonly nearness: Nearness;
  readonly paths: readonly string[];
}

/** What was found of an item so far: it is compared with many markets, whose acts and parties are few. */
interface Found {
  readonly acts: Map<string, ActTold>;
  readonly covers: Map<Party, Covered>;
}

const memory = new WeakMap<ItemReading, Found>();

const foundOf = (reading: ItemReading): Found => {
  const known = memory.get(reading) ?? { acts: new Map(), covers: new Map() };
  memory.set(reading, known);
  return known;
};

const actTold = (scope: MarketScope, reading: ItemReading, rule: RuleSeed): ActTold => {
  const { acts } = foundOf(reading);
  const key = `${scope.asks ?? ''} ${scope.parties.length > 1}`;
  const told = acts.get(key) ?? actOf(scope, reading, rule);
  acts.set(key, told);
  return told;
};

const coverTold = (party: Party, reading: ItemReading, rule: RuleSeed): Covered => {
  const { covers } = foundOf(reading);
  const told = covers.get(party) ?? coverOf(party, reading, rule, null, null);
  covers.set(party, told);
  return told;
};

export const relevanceOf = (
  scope: MarketScope,
  reading: ItemReading,
  rule: RuleSeed,
  isThirdParty: IsThirdParty,
): Relevance => {
  if (reading.item.market === scope.market.id)
    return answer(1, rule, true, ['a trade of this market']);
  switch (reading.item.sourceType) {
    case 'financial':
      return byGauge(scope, reading, rule);
    case 'seismic':
      return byQuake(scope, reading, rule);
    case 'calendar':
      return byEntry(scope, reading, byWords(scope, reading, rule, isThirdParty));
    default:
      return byWords(scope, reading, rule, isThirdParty);
  }
};

/** An entry of the calendar that is due only when the question is decided does not count. */
const byEntry = (
  { market: { deadline } }: MarketScope,
  { item: { due } }: ItemReading,
  told: Relevance,
): Relevance =>
  typeof due === 'string' && typeof deadline === 'string' && due > deadline.slice(0, 10)
    ? {
        ...told,
        counts: false,
        about: false,
        paths: [...told.paths, `due on ${due}, after the deadline ${deadline.slice(0, 10)}`],
      }
    : told;

const byWords = (
  scope: MarketScope,
  reading: ItemReading,
  rule: RuleSeed,
  isThirdParty: IsThirdParty,
): Relevance => {
  const act = actTold(scope, reading, rule);
  const parties = partiesOf(scope, reading, rule, act.nearness, isThirdParty);
  if (parties.factor === 0) return answer(0, rule, false, parties.paths);
  const topic = topicOf(reading, rule, parties.whole && act.isAsked);
  return answer(parties.factor * act.factor * topic.factor, rule, parties.whole && act.isAsked, [
    ...parties.paths,
    ...act.paths,
    ...topic.paths,
  ]);
};

const partiesOf = (
  scope: MarketScope,
  reading: ItemReading,
  rule: RuleSeed,
  nearness: Nearness,
  isThirdParty: IsThirdParty,
): { factor: number; whole: boolean; paths: string[] } => {
  const isAsked = nearness === 'asked';
  const rival = rivalOf(reading, isThirdParty, false);
  const both = namesOnly(scope, reading) ? (reading.touches.get(BOTH_SIDES) ?? null) : null;
  if (scope.parties.length === 0) return priceOf(scope, reading, isAsked);
  const home = rival === null ? reading.home : null;
  const covered = scope.parties.map((party) => ({
    party,
    ...(both === null && home === null
      ? coverTold(party, reading, rule)
      : coverOf(party, reading, rule, both, home)),
  }));
  const found = covered.filter(({ factor }) => factor > 0);
  if (found.length === 0) {
    const factor = rival === null && nearness !== 'far' ? rule.none_named : 0;
    return { factor, whole: false, paths: factor === 0 ? [] : [`no party is named (${factor})`] };
  }
  const least = Math.min(...found.map(({ factor }) => factor));
  const paths = found.flatMap(({ path }) => path?.() ?? []);
  const missing = covered.filter(({ factor }) => factor === 0);
  if (missing.length === 0) {
    // A hub alone proves nothing unless the very act is told.
    if (!isAsked && scope.parties.every(({ isOfHub }) => isOfHub) && scope.parties.length === 1)
      return { factor: least * rule.missing, whole: false, paths };
    const third = rival === null || isAsked ? 1 : rule.rival;
    if (third < 1) paths.push(`${rival ?? ''} is named besides (${third})`);
    return { factor: least * third, whole: true, paths };
  }
  if (found.every(({ party }) => party.isHub))
    return { factor: rival === null && isAsked ? rule.none_named : 0, whole: false, paths };
  const factor = withoutFactor(
    found.map(({ party }) => party),
    missing.map(({ party }) => party),
    found.some(({ isTitle }) => isTitle) ? nearness : 'far',
    rivalOf(reading, isThirdParty, true) !== null,
    rule,
  );
  paths.push(`${missing.map(({ party }) => party.entity).join(', ')} not covered (${factor})`);
  return { factor: least * factor, whole: false, paths };
};

/** Whether the title names nobody but parties: "the two countries" are then theirs. */
const namesOnly = ({ parties }: MarketScope, { touches }: ItemReading): boolean => {
  for (const { entity, place } of touches.values())
    if (place === 'title' && entity !== BOTH_SIDES)
      if (!parties.some(({ cover }) => cover.has(entity))) return false;
  return true;
};

/** How much is left where a party is not named. */
const withoutFactor = (
  found: readonly Party[],
  missing: readonly Party[],
  nearness: Nearness,
  hasRival: boolean,
  rule: RuleSeed,
): number => {
  if (missing.every(({ isHub }) => isHub)) return rule.hub_missing;
  // What an event of another town or of another person is like: the name alone tells them apart.
  if (missing.some(({ part, skeleton }) => part !== null || skeleton !== null)) return rule.missing;
  if (nearness === 'far') return rule.missing;
  const isImplied = missing.every(({ entity }) => found.some(({ soleFoe }) => soleFoe === entity));
  if (isImplied && nearness === 'asked') return rule.specific;
  if (found.some(({ isSpecific }) => isSpecific))
    return hasRival ? rule.specific_rival : rule.specific;
  return hasRival ? rule.missing : rule.unnamed;
};

/** A question about a price names its instrument and no party. */
const priceOf = (
  { instruments }: MarketScope,
  { touches }: ItemReading,
  isAsked: boolean,
): { factor: number; whole: boolean; paths: string[] } => {
  const named = instruments.find((instrument) => touches.has(instrument));
  return named === undefined || !isAsked
    ? { factor: 0, whole: false, paths: [] }
    : { factor: 1, whole: true, paths: [`${named} by "${touches.get(named)?.by ?? ''}"`] };
};

const coverOf = (
  party: Party,
  reading: ItemReading,
  rule: RuleSeed,
  both: Touch | null,
  home: string | null,
): Covered => {
  const { skeleton, part } = party;
  if (skeleton !== null) {
    for (const [word, other] of reading.skeletons())
      if (word.startsWith(party.word ?? skeleton) || isWrittenBy(skeleton, other))
        return { factor: 1, isTitle: true, path: () => `${party.entity} by "${word}"` };
    return { factor: 0, isTitle: false, path: null };
  }
  const own = part === null ? undefined : reading.parts.get(part);
  if (own !== undefined) {
    const factor = own.place === 'title' ? 1 : rule.in_text;
    return {
      factor,
      isTitle: own.place === 'title',
      path: () => wordsOfPath(party, { ...own, entity: party.entity }, [], factor),
    };
  }
  let best: Covered =
    both === null
      ? { factor: 0, isTitle: false, path: null }
      : {
          factor: rule.both_sides,
          isTitle: true,
          path: () => `${party.entity} by "${both.by}": ${rule.both_sides}`,
        };
  const atHome = home === null ? null : pathInForce(party.cover.get(home), reading.item.day);
  if (atHome !== null && atHome.factor * rule.of_home > best.factor)
    best = {
      factor: atHome.factor * rule.of_home,
      isTitle: true,
      path: () => `${party.entity} by the language: ${rounded(atHome.factor * rule.of_home)}`,
    };
  for (const touch of reading.touches.values()) {
    // Another town of the same country is no witness of this one.
    if (part !== null && touch.part !== null) continue;
    const path = pathInForce(party.cover.get(touch.entity), reading.item.day);
    if (path === null) continue;
    const factor = path.factor * (touch.place === 'title' ? 1 : rule.in_text);
    if (factor > best.factor)
      best = {
        factor,
        isTitle: touch.place === 'title',
        path: () =>
          wordsOfPath(
            party,
            touch,
            path.steps.map(({ type }) => type),
            factor,
          ),
      };
  }
  return best;
};

/** A shorter skeleton belongs to too many words. */
const isWrittenBy = (skeleton: string, other: string): boolean =>
  skeleton.length >= SKELETON_MIN && writesName(skeleton, other);

const wordsOfPath = (
  { entity }: Party,
  touch: Touch,
  types: readonly string[],
  factor: number,
): string => {
  const way = [touch.entity, ...types].join(' ');
  const where = touch.place === 'title' ? 'title' : 'text';
  return `${entity} by "${touch.by}" in the ${where}${touch.entity === entity ? '' : ` (${way})`}: ${rounded(factor)}`;
};

/** Who is named in the title and has no part in the question, or null. */
const rivalOf = (
  { touches }: ItemReading,
  isThirdParty: IsThirdParty,
  places: boolean,
): string | null => {
  for (const { entity, place } of touches.values())
    if (place === 'title' && isThirdParty(entity, places)) return entity;
  return null;
};

const actOf = ({ asks, parties }: MarketScope, { acts }: ItemReading, rule: RuleSeed): ActTold => {
  const { asked, close, related, weak, none } = rule.act;
  const ofParties = parties.length > 1 ? 1 : rule.one_party;
  const ofRelated = related * ofParties;
  if (asks === null)
    return {
      factor: acts.size > 0 ? ofRelated : none,
      isAsked: false,
      nearness: 'far',
      paths: ['asks for no known act'],
    };
  const near = rule.acts[asks];
  const candidates = [
    ...[asks].map((name) => ({ name, factor: asked })),
    ...(near?.close ?? []).map((name) => ({ name, factor: close })),
    ...(near?.related ?? []).map((name) => ({ name, factor: ofRelated })),
  ];
  let best: ActTold = {
    factor: acts.size > 0 ? weak * ofParties : none,
    isAsked: false,
    nearness: 'far',
    paths: [`nothing of ${asks}`],
  };
  for (const { name, factor } of candidates) {
    const said = acts.get(name);
    if (said === undefined) continue;
    const weighed = factor * (said.place === 'title' ? 1 : rule.in_text);
    if (weighed > best.factor)
      best = {
        factor: weighed,
        isAsked: name === asks,
        nearness: name === asks ? 'asked' : near?.close.includes(name) === true ? 'close' : 'far',
        paths: [`${name} by "${said.by}" in the ${said.place} for ${asks}: ${rounded(weighed)}`],
      };
  }
  return best;
};

const topicOf = (
  { topics, acts }: ItemReading,
  { topic }: RuleSeed,
  isAsked: boolean,
): { factor: number; paths: string[] } => {
  let factor = 1;
  const paths: string[] = [];
  for (const { name, place, by } of topics.values()) {
    const isStrong = topic.strong.includes(name);
    if (place === 'text' && (!isStrong || acts.size > 0)) continue;
    if (!isStrong && isAsked) continue;
    const one = isStrong ? topic.strong_factor : topic.weak_factor;
    if (one < factor) factor = one;
    paths.push(`${name} by "${by}": ${one}`);
  }
  return { factor, paths };
};

/** An instrument counts as the price that is asked, or as the recognised gauge of the event that is asked. */
const byGauge = (scope: MarketScope, { instrument }: ItemReading, rule: RuleSeed): Relevance => {
  if (instrument === null) return answer(0, rule, false, []);
  const same = rule.same_price.find((group) => group.includes(instrument)) ?? [instrument];
  const asked = scope.instruments.find((one) => same.includes(one));
  if (asked !== undefined) return answer(1, rule, true, [`${instrument} is the price asked`]);
  const gauge = rule.gauges.find(
    (one) => one.instruments.includes(instrument) && isGaugeOf(one, scope),
  );
  if (gauge === undefined) return answer(0, rule, false, [`${instrument} is no gauge of this`]);
  const { covers } = gauge;
  return answer(rule.gauge_relevance, rule, false, [
    `${instrument} leading_indicator_for ${covers.find((entity) => turnsOn(scope, entity)) ?? ''}: ${rule.gauge_relevance}`,
  ]);
};

/** A natural earthquake says nothing; an explosion does where a test or a strike is asked. */
const byQuake = (scope: MarketScope, reading: ItemReading, rule: RuleSeed): Relevance => {
  const isExplosion = /explosion|nuclear/i.test(reading.item.title);
  const isAsked = scope.asks === 'nuclear_test' || scope.asks === 'attack';
  if (!isExplosion || !isAsked) return answer(0, rule, false, ['a natural earthquake']);
  const covered = scope.parties.map((party) => coverOf(party, reading, rule, null, null));
  const best = Math.max(0, ...covered.map(({ factor }) => factor));
  return answer(
    best,
    rule,
    best > 0,
    covered.flatMap(({ path }) => path?.() ?? []),
  );
};

const answer = (
  value: number,
  { threshold }: RuleSeed,
  about: boolean,
  paths: readonly string[],
): Relevance => {
  const relevance = rounded(value);
  const counts = relevance >= threshold;
  return { relevance, counts, about: about && counts, paths };
};

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
