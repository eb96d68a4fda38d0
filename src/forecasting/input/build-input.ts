/**
 * Builds the input of a forecast from rows of the graph. Pure and deterministic: independent of the order of rows.
 *
 * The model's text has at most `INPUT_BYTES_MAX` bytes of UTF-8, about 12,000 tokens of three bytes (English has
 * four bytes per token, Cyrillic, Arabic and Hebrew three to four). All parts except the evidence have a fixed maximum,
 * so that question, rules, price and crowd always fit; evidence fills the rest in the order of `inOrderOfRoom`.
 * The least relevant stories are omitted first, and their number is stated.
 */
import { DAY_MS } from '../../platform/common/durations';
import { round4 } from '../../platform/common/ten-thousandths';
import { formatMillis } from '../../platform/common/utc-time';
import { contractDifferences } from '../../markets/contract-differences';
import { BYTES, MAX } from './bounds';
import { knownText } from './background';
import { baseRates, BASE_RATE_FLOOR } from './base-rates';
import { hasWinner, incoherences } from './coherence';
import { instant, line, lineOrNull, number4, paragraphs, spreadOf } from './fit';
import {
  type ForecastInput,
  type InputBackground,
  type InputConfluence,
  type InputMarket,
  type InputMove,
  type InputQuestion,
  type ItemWords,
  type Words,
} from './forecast-input';
import type { BackgroundRow, ConfluenceRow, GroupRow, InputMaterial, MoveRow, RelationshipRow } from './input-rows';
import { dailyPath, hourlyPath } from './price-path';
import { compare } from './order';
import { crowdOf } from './third-party-words';
import { withEvidence } from './with-evidence';
import { pick } from '../../platform/common/pick';

/** Builds an input with its third-party text. */
export const buildInput = (material: InputMaterial): { input: ForecastInput; words: Words } => {
  const words: Record<string, ItemWords> = {};
  const question = questionOf(material);
  const crowd = crowdOf(material.crowd, words);
  const day = formatMillis(material.frozenAt).slice(0, 10);
  const relationships = partiesFirst(material.relationships);
  const without: ForecastInput = {
    edition: 3,
    now: {
      frozen_at: formatMillis(material.frozenAt),
      days_left: daysLeft(material),
    },
    question,
    market: marketOf(material),
    path: {
      daily: dailyPath(material.prices, material.frozenAt),
      hourly: hourlyPath(material.prices, material.frozenAt),
      moves: material.moves
        .toSorted((a, b) => b.at - a.at)
        .slice(0, MAX.moves)
        .map(moveOf),
    },
    twin: twinOf(material),
    crowd,
    items: [],
    clusters: [],
    alert:
      material.alert === null
        ? null
        : {
            id: material.alert.id,
            cluster: line(material.alert.cluster, BYTES.name),
            opened_at: formatMillis(material.alert.opened_at),
            window_start: formatMillis(material.alert.window_start),
            window_end: formatMillis(material.alert.window_end),
            count: material.alert.count,
            ratio: number4(material.alert.ratio),
            families: material.alert.families,
          },
    background: material.background.map(backgroundFact),
    ontology: relationships.slice(0, MAX.ontology).map((one) => ({
      ...tieOf(one),
      basis: lineOrNull(knownText(one.basis ?? '', day, null), BYTES.name),
      since: lineOrNull(one.since, BYTES.label),
    })),
    calendar: material.calendar
      .toSorted((a, b) => compare([a.date, a.title], [b.date, b.title]))
      .slice(0, MAX.calendar)
      .map((one) => ({
        date: one.date,
        last_date: one.last_date,
        title: line(one.title, BYTES.siblingText),
        confidence: one.confidence,
        note: lineOrNull(one.note, BYTES.name),
      })),
    base_rates: {
      floor: BASE_RATE_FLOOR,
      rates: [
        ...baseRates(material.settled, {
          eventType: material.market.event_type,
          price: number4(material.market.yes_price),
        }),
        ...(material.seedRates ?? []),
      ],
    },
    before: material.before
      .toSorted((a, b) => compare([b.made_at], [a.made_at]))
      .slice(0, MAX.before)
      .map((one, index) => ({
        made_at: one.made_at,
        probability_yes: round4(one.probability_yes),
        market_yes_price: number4(one.market_yes_price),
        reasoning_end: index === 0 ? endOf(one.reasoning) : null,
      })),
    confluence: confluenceOf(material.confluence),
    left_out: {
      items: 0,
      siblings: (material.group?.siblings.length ?? 0) - (question.group?.siblings.length ?? 0),
      crowd: Math.max(0, material.crowd.length - MAX.crowd),
      ontology: Math.max(0, relationships.length - MAX.ontology),
    },
    trigger: material.trigger,
    model: material.model,
    code_version: material.codeVersion,
    code_commit: material.codeCommit,
    synthetic: material.synthetic,
  };
  return withEvidence(without, words, material);
};

/** Days to the question's own deadline, else to the exchange's end date. */
const daysLeft = ({ market, frozenAt }: InputMaterial): number | null => {
  const ends = Date.parse(market.deadline ?? market.resolves_at);
  return Number.isNaN(ends) ? null : number4((ends - frozenAt) / DAY_MS);
};

const questionOf = ({ market, group, frozenAt }: InputMaterial): InputQuestion => ({
  text: line(market.question, BYTES.question),
  label: lineOrNull(market.group_title, BYTES.label),
  ...pick(market, 'exchange', 'ticker', 'resolves_at'),
  deadline: market.deadline ?? null,
  opens_at: market.opens_at ?? null,
  closes_at: market.closes_at ?? null,
  expected_resolution_at: market.expected_resolution_at ?? null,
  theater: market.theater,
  event_type: market.event_type,
  strike: lineOrNull(
    market.strike === null || market.strike === undefined ? null : String(market.strike),
    BYTES.siblingText,
  ),
  rules: paragraphs(market.rules, BYTES.rules),
  rules_secondary: paragraphs(market.rules_secondary, BYTES.rulesSecondary),
  resolution_source: lineOrNull(market.resolution_source, BYTES.title),
  group: groupOf(group, market, frozenAt),
});

/**
 * Open siblings by deadline, then name: those nearest to the question's own, half below and half above. Coherence is
 * checked over all; decided ones are counted.
 */
const groupOf = (group: GroupRow | null, market: InputMaterial['market'], frozenAt: number): InputQuestion['group'] => {
  const settled = settledOf(group);
  if (group === null || (group.siblings.length === 0 && settled === null)) return null;
  const all = group.siblings.map((one) => ({ ...one, deadline: one.deadline ?? one.resolves_at }));
  const siblings = all
    .filter(({ deadline, status }) => !ENDED.has(status ?? '') && !(Date.parse(deadline ?? '') <= frozenAt))
    .sort((a, b) => compare([a.deadline ?? '', a.ticker], [b.deadline ?? '', b.ticker]));
  const own = {
    ticker: market.ticker,
    question: market.question,
    deadline: market.deadline ?? market.resolves_at,
    yes_price: market.yes_price,
  };
  // A sum needs all outcomes, also those that await their decision.
  const rungs = [own, ...(group.exclusive === true ? all : siblings)].map((one) => ({
    ...pick(one, 'ticker', 'question', 'deadline'),
    probability: number4(one.yes_price),
  }));
  return {
    title: lineOrNull(group.title, BYTES.siblingText),
    exclusive: group.exclusive,
    incoherent: hasWinner({ exclusive: group.exclusive, settled })
      ? []
      : incoherences(rungs, group.exclusive).slice(0, 3),
    ...(settled === null ? {} : { settled }),
    siblings: nearest(siblings, own.deadline, MAX.siblings).map((one) => ({
      ticker: one.ticker,
      text: line(one.question, BYTES.siblingText),
      label: lineOrNull(one.group_title, BYTES.label),
      deadline: one.deadline,
      yes_price: number4(one.yes_price),
      forecast: one.forecast ?? null,
    })),
  };
};

/** Statuses of markets that nobody trades any more: their prices do not change. */
const ENDED = new Set(['closed', 'disputed']);

const REASONING_END = 800;

/** The last complete sentences of a reasoning: the instructions put expected developments at its end. */
const endOf = (reasoning: string | null): string | null => {
  if (reasoning === null || reasoning.trim() === '') return null;
  const text = reasoning.replace(/\s+/g, ' ').trim();
  if (text.length <= REASONING_END) return text;
  const end = text.slice(-REASONING_END);
  const start = end.search(/(?<=[.!?] )/);
  return start === -1 ? end : end.slice(start);
};

/** The `most` rows nearest to a deadline, half of them before it if possible. */
const nearest = <T extends { readonly deadline: string | null }>(
  rows: readonly T[],
  deadline: string | null,
  most: number,
): readonly T[] => {
  const at = rows.filter((row) => (row.deadline ?? '') < (deadline ?? '')).length;
  const start = Math.max(0, Math.min(at - Math.floor(most / 2), rows.length - most));
  return rows.slice(start, start + most);
};

/** Results of a group's decided markets: the base rate of a ladder. */
const settledOf = (group: GroupRow | null): NonNullable<NonNullable<InputQuestion['group']>['settled']> | null => {
  const decided = group?.settled ?? [];
  const lastOf = (outcome: string): string | null => decided.find((one) => one.outcome === outcome)?.day ?? null;
  return decided.length === 0
    ? null
    : {
        n: decided.length,
        yes: decided.filter(({ outcome }) => outcome === 'YES').length,
        last_yes: lastOf('YES'),
        last_no: lastOf('NO'),
      };
};

const marketOf = ({ market }: InputMaterial): InputMarket => {
  const [bid, ask] = [number4(market.yes_bid), number4(market.yes_ask)];
  return {
    yes_price: number4(market.yes_price),
    yes_bid: bid,
    yes_ask: ask,
    spread: spreadOf(bid, ask),
    bid_size: number4(market.bid_size),
    ask_size: number4(market.ask_size),
    volume: number4(market.volume),
    volume_24h: number4(market.volume_24h),
    liquidity: number4(market.liquidity),
    open_interest: number4(market.open_interest),
    quoted_at: instant(market.quoted_at),
    raw_sha256: market.raw_sha256 ?? null,
  };
};

const moveOf = (move: MoveRow): InputMove => ({
  started_at: formatMillis(move.started_at),
  at: formatMillis(move.at),
  from: round4(move.from),
  to: round4(move.to),
  spoken_before: move.sources
    .map((source, index) => ({
      source: line(source, BYTES.name),
      source_type: move.source_types[index] ?? '',
      lead_minutes: Math.round((move.first_leads[index] ?? 0) / 60_000),
    }))
    .sort((a, b) => b.lead_minutes - a.lead_minutes || compare([a.source], [b.source]))
    .slice(0, MAX.spokenBefore),
});

const twinOf = ({ twin, market }: InputMaterial): ForecastInput['twin'] => {
  if (twin === null) return null;
  const { terms, fees } = contractDifferences(
    { ...twin, ends: twin.deadline ?? twin.resolves_at },
    {
      exchange: market.exchange,
      rules: market.rules ?? null,
      rules_secondary: market.rules_secondary ?? null,
      resolution_source: market.resolution_source ?? null,
      fee_rate: market.fee_rate ?? null,
      fee_exponent: market.fee_exponent ?? null,
      ends: market.deadline ?? market.resolves_at,
    },
  );
  return {
    exchange: twin.exchange,
    ticker: twin.ticker,
    text: line(twin.question, BYTES.question),
    resolves_at: twin.resolves_at,
    yes_price: number4(twin.yes_price),
    yes_bid: number4(twin.yes_bid),
    yes_ask: number4(twin.yes_ask),
    differs: [...terms, ...(fees === null ? [] : [fees])].map((one) => line(one, BYTES.title)),
  };
};

const confluenceOf = (row: ConfluenceRow | null): InputConfluence | null =>
  row === null
    ? null
    : {
        score: round4(row.score),
        weighted_score: number4(row.weighted_score),
        source_type_count: row.source_types.length,
        source_types: row.source_types.toSorted(),
        ...pick(row, 'window_hours', 'families', 'origins', 'languages'),
        parties: row.parties.toSorted(),
        score_24h_ago: number4(row.score_24h_ago),
        weighted_24h_ago: number4(row.weighted_24h_ago),
      };

const tieOf = ({ from, from_name, type, to, to_name }: RelationshipRow) => ({
  from,
  from_name: line(from_name ?? from, BYTES.name),
  type,
  to,
  to_name: line(to_name ?? to, BYTES.name),
});

const backgroundFact = (one: BackgroundRow): InputBackground => ({
  ...tieOf(one),
  basis: lineOrNull(one.basis, BYTES.siblingText),
  since: line(one.since, BYTES.label),
  until: lineOrNull(one.until, BYTES.label),
  source: lineOrNull(one.source, BYTES.siblingText),
  checked_at: one.checked_at !== null && /^\d/.test(one.checked_at) ? line(one.checked_at, BYTES.label) : null,
});

/** Relationships of parties first, then of instruments, in case not all fit. */
const partiesFirst = (rows: readonly RelationshipRow[]): RelationshipRow[] => {
  const instruments = new Set(rows.filter(({ type }) => type === 'leading_indicator_for').map(({ from }) => from));
  const keyOf = ({ from, type, to }: RelationshipRow): string[] => [instruments.has(from) ? '1' : '0', from, type, to];
  return rows.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
};
