/**
 * Relevance of an item for a market, 0 to 1: how far it covers the question's parties, times how close its act is to
 * the act asked, less when it is about something else.
 *
 * Every party must be covered: the least covered one decides. The reasons are in `paths`.
 */
import { once } from '../platform/common/group-by';
import type { Covered, Nearness } from './compared';
import { pathInForce } from './cover';
import type { RuleSeed } from './evidence-seed';
import { isWrittenBy } from './foreign-name';
import { isGaugeOf, turnsOn } from './gauge';
import type { ItemReading, Touch } from './item-reading';
import type { MarketScope, Party } from './market-scope';
import { BOTH_SIDES } from './party-book';
import { goesAnother, roleIn, type Role } from './roles';
import { actOf, rounded, topicOf, wordsOfPath } from './told';

export interface Relevance {
  /** 0 to 1, to a thousandth. */
  readonly relevance: number;
  /** Whether it counts as evidence. */
  readonly counts: boolean;
  /** Whether it covers the whole question and reports the very act. */
  readonly about: boolean;
  /** Covering entities with path and factor, the act, and topics that weaken it. */
  readonly paths: readonly string[];
}

/** Computed on demand. */
type Reasons = () => readonly string[];

interface PartiesTold {
  readonly factor: number;
  readonly whole: boolean;
  /** Whether a party was covered by a graph step, a language or a phrase. */
  readonly byStep: boolean;
  readonly paths: Reasons;
}

export const relevanceOf = (scope: MarketScope, reading: ItemReading, rule: RuleSeed): Relevance => {
  if (reading.item.market === scope.market.id) return answer(1, rule, true, () => ['a trade of this market']);
  switch (reading.item.source_type) {
    case 'financial':
      return byGauge(scope, reading, rule);
    case 'seismic':
      return byQuake(scope, reading, rule);
    case 'calendar':
      return byEntry(scope, reading, byWords(scope, reading, rule));
    default:
      return byWords(scope, reading, rule);
  }
};

/** A calendar entry due only after the question's deadline does not count. */
const byEntry = ({ market: { deadline } }: MarketScope, { item: { due } }: ItemReading, told: Relevance): Relevance =>
  typeof due === 'string' && typeof deadline === 'string' && due > deadline.slice(0, 10)
    ? {
        relevance: told.relevance,
        counts: false,
        about: false,
        paths: [...told.paths, `due on ${due}, after the deadline ${deadline.slice(0, 10)}`],
      }
    : told;

const byWords = (scope: MarketScope, reading: ItemReading, rule: RuleSeed): Relevance => {
  const { actsOfOne, actsOfSeveral, topics } = reading.compared;
  const acts = scope.parties.length > 1 ? actsOfSeveral : actsOfOne;
  const act = once(acts, scope.asks, () => actOf(scope, reading, rule));
  const parties = partiesOf(scope, reading, rule, act.nearness);
  const isWhole = parties.whole && act.nearness === 'asked';
  const topic = once(topics, isWhole, () => topicOf(reading, rule, isWhole));
  const role = isWhole ? roleTold(scope, reading) : 'doer';
  const isRivals = act.nearness === 'asked' && isDoneByRival(scope, reading, parties.whole);
  const ofRole = isRivals ? rule.missing : role === 'other' ? rule.reversed : 1;
  const told = parties.factor * act.factor * topic.factor * ofRole;
  const least = topic.factor < 1 ? 0 : leastOf(scope, reading, rule, parties.whole, act.nearness);
  if (told === 0 && least === 0) return NOTHING;
  return answer(Math.max(told, least), rule, isWhole && act.isTitle && role === 'doer' && !parties.byStep, () => [
    ...parties.paths(),
    act.path(),
    ...topic.paths,
    ...(ofRole < 1 ? [`done by another: ${ofRole}`] : []),
    ...(told < least ? [`bears on the conflict: ${least}`] : []),
  ]);
};

/** Whether the title reports the doer asked about, and for an exit whether the leader is the one who leaves. */
const roleTold = ({ doer, asks, parties }: MarketScope, { sentence, acts }: ItemReading): Role => {
  if (doer === null && asks !== 'leader_change') return 'doer';
  const said = acts.get(asks ?? '');
  if (said?.place !== 'title') return doer === null ? 'doer' : 'unknown';
  if (doer !== null) return roleIn(sentence, said.at, (entity) => doer.cover.has(entity) || doer.entity === entity);
  const spots = sentence.spots.filter(({ entity }) => parties.some((party) => party.entity === entity));
  return spots.length > 0 && spots.every(({ at }) => goesAnother(sentence, at, said.at)) ? 'other' : 'doer';
};

/** A third party strikes where the doer asked about is unnamed, or holds its own election. */
const isDoneByRival = (scope: MarketScope, reading: ItemReading, isWhole: boolean): boolean => {
  const said = reading.acts.get(scope.asks ?? '');
  const rival = rivalOf(scope, reading, false);
  if (said?.place !== 'title' || rival === null || scope.asks !== (isWhole ? 'election' : 'attack')) return false;
  return roleIn(reading.sentence, said.at, (entity) => entity === rival) === 'doer';
};

/** Minimum relevance by the parties named and whether any act of conflict is reported. */
const leastOf = (
  { parties, kin }: MarketScope,
  { touches, acts }: ItemReading,
  { bears }: RuleSeed,
  isWhole: boolean,
  nearness: Nearness,
): number => {
  if (parties.length === 0) return 0;
  const isTold = acts.size > 0;
  if (isWhole) return isTold ? bears.whole : bears.quiet;
  let isNamed = false;
  let hasOthers = false;
  for (const { entity, place } of touches.values()) {
    if (entity === BOTH_SIDES) continue;
    if (parties.some(({ cover }) => cover.has(entity))) return isTold ? bears.part : bears.quiet / 2;
    if (kin.has(entity)) isNamed = true;
    else if (place === 'title') hasOthers = true;
  }
  if (!isTold) return isNamed ? bears.others : 0;
  if (isNamed) return nearness === 'asked' ? bears.kin_asked : bears.kin;
  return hasOthers ? bears.others : bears.nobody;
};

const NO_PATHS: Reasons = () => [];
const NOBODY: PartiesTold = { factor: 0, whole: false, byStep: false, paths: NO_PATHS };
const NOTHING: Relevance = { relevance: 0, counts: false, about: false, paths: [] };

const partiesOf = (scope: MarketScope, reading: ItemReading, rule: RuleSeed, nearness: Nearness): PartiesTold => {
  const { parties } = scope;
  const isAsked = nearness === 'asked';
  if (parties.length === 0) return priceOf(scope, reading, isAsked, rule.half_named);
  const covered = coveredOf(scope, reading, rule);
  // A blast may be anywhere; a prime minister's vow to quit is domestic news.
  const isAlone = isAsked && rule.told_alone.includes(scope.asks ?? '') && isTelling(scope, reading);
  const factor = isAlone ? rule.threshold : rule.none_named;
  if (covered === null)
    return nearness === 'far' || rivalOf(scope, reading, false) !== null
      ? NOBODY
      : { factor, whole: false, byStep: true, paths: () => [`no party is named (${factor})`] };
  let least = 1;
  let isWhole = true;
  for (const { factor } of covered)
    if (factor === 0) isWhole = false;
    else if (factor < least) least = factor;
  // Others of his country or group are killed too, and act, where the act is only a close one.
  const isOthers = (!isAsked || scope.asks === 'killing') && covered.some(({ isOfLed }) => isOfLed === true);
  if (isOthers) least *= rule.half_named;
  const paths: Reasons = () => [
    ...covered.flatMap(({ path }) => path?.() ?? []),
    ...(isOthers ? [`maybe others than the leader: ${rule.half_named}`] : []),
  ];
  if (!isWhole) return inPart(scope, reading, rule, nearness, { covered, least, paths });
  // A hub alone is not enough unless the very act is reported.
  if (!isAsked && parties.length === 1 && parties[0]?.isOfHub === true)
    return { factor: least * rule.missing, whole: false, byStep: false, paths };
  const byStep = covered.some(({ isStep }) => isStep);
  const rival = isAsked ? null : rivalOf(scope, reading, false);
  return rival === null
    ? { factor: least, whole: true, byStep, paths }
    : {
        factor: least * rule.rival,
        whole: true,
        byStep,
        paths: () => [...paths(), `${rival} is named besides (${rule.rival})`],
      };
};

/** For items that name only some parties. */
const inPart = (
  scope: MarketScope,
  reading: ItemReading,
  rule: RuleSeed,
  nearness: Nearness,
  { covered, least, paths }: { readonly covered: readonly Covered[]; readonly least: number; readonly paths: Reasons },
): PartiesTold => {
  const { parties } = scope;
  const isNamed = (at: number): boolean => (covered[at]?.factor ?? 0) > 0;
  if (parties.every(({ isHub }, at) => isHub || !isNamed(at)))
    return nearness === 'asked' && rivalOf(scope, reading, false) === null
      ? { factor: rule.none_named, whole: false, byStep: false, paths }
      : NOBODY;
  const isTitle = covered.some((one) => one.factor > 0 && one.isTitle);
  const isByPart = covered.some(({ factor, isStep }) => factor > 0 && isStep);
  const factor = withoutFactor(scope, reading, rule, isTitle ? nearness : 'far', isNamed, isByPart);
  return {
    factor: least * factor,
    whole: false,
    byStep: false,
    paths: () => {
      const missing = parties.filter((_, at) => !isNamed(at)).map(({ entity }) => entity);
      return [...paths(), `${missing.join(', ')} not covered (${factor})`];
    },
  };
};

/** How far the item covers each party; null, mostly, when it covers none. */
const coveredOf = (scope: MarketScope, reading: ItemReading, rule: RuleSeed): readonly Covered[] | null => {
  const { covers, coversAtHome } = reading.compared;
  const home = reading.home === null || rivalOf(scope, reading, false) !== null ? null : reading.home;
  const both = bothSides(scope, reading);
  const kept = home === null ? covers : coversAtHome;
  const coverOfParty = (party: Party): Covered =>
    both === null
      ? once(kept, party, () => coverOf(party, reading, rule, null, home))
      : coverOf(party, reading, rule, both, home);
  return scope.parties.some((party) => coverOfParty(party).factor > 0) ? scope.parties.map(coverOfParty) : null;
};

/** "The two presidents", if the title names only parties. */
const bothSides = (scope: MarketScope, reading: ItemReading): Touch | null => {
  const both = reading.touches.get(BOTH_SIDES);
  return both !== undefined && scope.parties.length > 1 && namesOnly(scope, reading) ? both : null;
};

/** Whether the title names only parties, so that "the two countries" means them. */
const namesOnly = ({ parties }: MarketScope, { touches }: ItemReading): boolean =>
  [...touches.values()].every(
    ({ entity, place }) => place !== 'title' || entity === BOTH_SIDES || parties.some(({ cover }) => cover.has(entity)),
  );

/** Factor for missing parties. */
const withoutFactor = (
  scope: MarketScope,
  reading: ItemReading,
  rule: RuleSeed,
  nearness: Nearness,
  isNamed: (at: number) => boolean,
  isByPart: boolean,
): number => {
  const { parties } = scope;
  if (parties.every(({ isHub }, at) => isHub || isNamed(at)))
    return nearness === 'asked' ? rule.unnamed : rule.half_named;
  if (nearness === 'far') return rule.missing;
  // It may be another town or person: only the name distinguishes the events.
  if (parties.some((one, at) => !isNamed(at) && (one.part !== null || one.skeleton !== null))) return rule.missing;
  const isFoe = (entity: string): boolean => parties.some(({ soleFoe }, at) => isNamed(at) && soleFoe === entity);
  if (nearness === 'asked' && parties.every(({ entity }, at) => isNamed(at) || isFoe(entity)))
    return rivalOf(scope, reading, false) === null ? rule.specific : rule.missing;
  const hasRival = rivalOf(scope, reading, true) !== null;
  // A leader meets everybody: the other participant identifies the meeting.
  if (scope.asks === 'talks') return rule.missing;
  if (parties.some(({ isSpecific }, at) => isNamed(at) && isSpecific))
    return hasRival || nearness !== 'asked' ? rule.half_named : rule.specific;
  if (hasRival || nearness !== 'asked') return hasRival ? rule.missing : rule.half_named;
  // One word of the act is enough of a victim, or of a party's minister, capital or member, not of the whole party.
  return isByPart || scope.asks === 'killing' || isTelling(scope, reading) ? rule.unnamed : rule.none_named;
};

/** Whether several words name the act asked about: a single one ("axed", "replaced") is too general. */
const isTelling = ({ asks }: MarketScope, { acts }: ItemReading): boolean =>
  acts.get(asks ?? '')?.by.includes(' ') === true;

/** A question about a price names its instrument and no party. */
const priceOf = (
  { instruments }: MarketScope,
  { touches }: ItemReading,
  isAsked: boolean,
  half: number,
): PartiesTold => {
  const named = instruments.find((instrument) => touches.has(instrument));
  if (!isAsked || instruments.length === 0) return NOBODY;
  return named === undefined
    ? { factor: half, whole: false, byStep: true, paths: () => ['its market'] }
    : { factor: 1, whole: true, byStep: false, paths: () => [`${named} by "${touches.get(named)?.by ?? ''}"`] };
};

const UNCOVERED: Covered = { factor: 0, isTitle: false, isStep: false, path: null };

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
        return { factor: 1, isTitle: true, isStep: false, path: () => `${party.entity} by "${word}"` };
    if (party.cover.size === 0) return UNCOVERED;
  }
  const own = part === null ? undefined : reading.parts.get(part);
  if (own !== undefined) {
    const factor = own.place === 'title' ? 1 : rule.in_text;
    return {
      factor,
      isTitle: own.place === 'title',
      isStep: false,
      path: () => wordsOfPath(party, { ...own, entity: party.entity }, [], factor),
    };
  }
  let best: Covered =
    both === null
      ? UNCOVERED
      : {
          factor: rule.both_sides,
          isTitle: true,
          isStep: false,
          path: () => `${party.entity} by "${both.by}": ${rule.both_sides}`,
        };
  const atHome = home === null ? null : pathInForce(party.cover.get(home), reading.item.day);
  if (atHome !== null && atHome.factor * rule.of_home > best.factor)
    best = {
      factor: atHome.factor * rule.of_home,
      isTitle: true,
      isStep: false,
      path: () => `${party.entity} by the language: ${rounded(atHome.factor * rule.of_home)}`,
    };
  for (const touch of reading.touches.values()) {
    const path = pathInForce(party.cover.get(touch.entity), reading.item.day);
    if (path === null) continue;
    // Another town of the same country does not cover this one.
    const isTown = part !== null || path.steps.some(({ type, from }) => type === 'located_in' && from === party.entity);
    if (isTown && touch.part !== null) continue;
    const factor = path.factor * (touch.place === 'title' ? 1 : rule.in_text);
    if (factor > best.factor)
      best = {
        factor,
        isTitle: touch.place === 'title',
        isStep: path.factor < 1 || touch.part !== null,
        isOfLed: path.steps.some(({ type, from }) => type === 'leads' && from === party.entity),
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

/** An entity in the title unrelated to the question, or null; `places` includes places. */
const rivalOf = ({ parties, enemies }: MarketScope, { others }: ItemReading, places: boolean): string | null => {
  for (const { entity, isPlace } of others)
    if (
      (places || !isPlace) &&
      !parties.some(({ cover }) => cover.has(entity)) &&
      !enemies.some((cover) => cover.has(entity))
    )
      return entity;
  return null;
};

/** An instrument counts if its price is asked, or as the recognized gauge of the event. */
const byGauge = (scope: MarketScope, { instrument }: ItemReading, rule: RuleSeed): Relevance => {
  if (instrument === null) return NOTHING;
  const same = rule.same_price.find((group) => group.includes(instrument)) ?? [instrument];
  const asked = scope.instruments.find((one) => same.includes(one));
  if (asked !== undefined) return answer(1, rule, true, () => [`${instrument} is the price asked`]);
  const gauge = rule.gauges.find((one) => one.instruments.includes(instrument) && isGaugeOf(one, scope));
  if (gauge === undefined) return answer(0, rule, false, () => [`${instrument} is not a gauge of this`]);
  const { covers } = gauge;
  return answer(rule.gauge_relevance, rule, false, () => [
    `${instrument} leading_indicator_for ${covers.find((entity) => turnsOn(scope, entity)) ?? ''}: ${rule.gauge_relevance}`,
  ]);
};

/** A natural earthquake is irrelevant; an explosion counts for a test or a strike. */
const byQuake = (scope: MarketScope, reading: ItemReading, rule: RuleSeed): Relevance => {
  const isExplosion = /explosion|nuclear/i.test(reading.item.title);
  const isAsked = scope.asks === 'nuclear_test' || scope.asks === 'attack';
  if (!isExplosion || !isAsked) return answer(0, rule, false, () => ['a natural earthquake']);
  const covered = scope.parties.map((party) => coverOf(party, reading, rule, null, null));
  const best = Math.max(0, ...covered.map(({ factor }) => factor));
  return answer(best, rule, best > 0, () => covered.flatMap(({ path }) => path?.() ?? []));
};

const answer = (value: number, { threshold }: RuleSeed, about: boolean, because: Reasons): Relevance => {
  const relevance = rounded(value);
  const counts = relevance >= threshold;
  return new Answer(relevance, counts, about && counts, because);
};

class Answer implements Relevance {
  constructor(
    readonly relevance: number,
    readonly counts: boolean,
    readonly about: boolean,
    private readonly because: Reasons,
  ) {}

  get paths(): readonly string[] {
    return this.because();
  }
}
