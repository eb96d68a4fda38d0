import { Injectable } from '@nestjs/common';
import { present } from '../../platform/common/assert';
import { DAY_MS } from '../../platform/common/durations';
import { SOURCE_TYPES } from '../../platform/common/source-type';
import { formatMillis } from '../../platform/common/utc-time';
import type { EvidenceItem } from '../../evidence/item-reading';
import { EvidenceRule } from '../../evidence/evidence-rule';
import { EvidenceRepository, type EvidenceRow as ListedEvidence } from '../../evidence/evidence.repository';
import { readTitle, type TitleReading } from '../../evidence/report-groups';
import { isTwin } from '../../evidence/twin';
import { GraphService } from '../../platform/graph/graph.service';
import type { PricePoint } from '../../lead-time/price-moves';
import type {
  AlertRow,
  AskedMarket,
  BackgroundRow,
  CrowdRow,
  EvidenceRow,
  GroupRow,
  MoveRow,
  PastForecastRow,
  RelationshipRow,
  SettledRow,
  TwinRow,
} from './input-rows';
import { PATH_DAYS } from './price-path';
import { marketId, marketKeys, type MarketKey } from '../../markets/market-key';
import { pick } from '../../platform/common/pick';

export interface Scope {
  /** Entities whose items are relevant to the market. */
  readonly entities: readonly string[];
  readonly direct: readonly string[];
  readonly relationships: readonly RelationshipRow[];
}

/** Maximum number of items read, most relevant first, including copies of one story. */
const EVIDENCE_MAX = 300;
const CROWD_ITEMS = 200;
const MOVES_MAX = 6;
const SETTLED_MAX = 2_000;
const FORECASTS_MAX = 5;
/** Older quotes do not represent the price. */
const STALE_QUOTE_MS = 7 * DAY_MS;

const SIBLINGS_MAX = 100;
const TWINS_MAX = 500;
/** Maximum difference of deadlines of equivalent markets, because exchanges write the same day differently. */
const TWIN_DEADLINE_MS = 3 * DAY_MS;

const endOf = (row: { readonly deadline?: string | null; readonly resolves_at?: string | null }): number =>
  Date.parse(row.deadline ?? row.resolves_at ?? '');

/** A settled market, independent of another's remaining time. */
interface SettledMarket extends MarketKey {
  readonly event: string;
  readonly event_type: string | null;
  readonly outcome: 'YES' | 'NO';
  readonly resolves_at: string;
  readonly resolved_at: string;
  readonly tracked_since: number | null;
}

interface EventRow {
  /** Indexes of the requested markets that belong to this event. */
  readonly asked: readonly number[];
  readonly title: GroupRow['title'];
  readonly exclusive: GroupRow['exclusive'];
  readonly members: GroupRow['siblings'];
  readonly settled: NonNullable<GroupRow['settled']>;
}

/**
 * Reads the rows for inputs of several markets in one query each; results are in the order of the markets. Instants are
 * UTC ms.
 */
@Injectable()
export class InputRepository {
  constructor(
    private readonly graph: GraphService,
    private readonly evidence: EvidenceRepository,
    private readonly rule: EvidenceRule,
  ) {}

  async scopes(markets: readonly AskedMarket[], now: number): Promise<Scope[]> {
    const day = formatMillis(now).slice(0, 10);
    return this.graph.read<Scope>('forecasting/list-scopes', { markets: marketKeys(markets), day });
  }

  /** Dated relationships of the entities of each market, as of an instant. */
  backgrounds(markets: readonly AskedMarket[], now: number): Promise<BackgroundRow[][]> {
    return this.each('forecasting/list-background', 'background', markets, { day: formatMillis(now).slice(0, 10) });
  }

  /** Evidence of markets since an instant, most relevant first. */
  async evidenceOf(
    asked: readonly { readonly market: AskedMarket; readonly since: number }[],
    now: number,
  ): Promise<EvidenceRow[][]> {
    const day = formatMillis(now).slice(0, 10);
    const lists = await this.evidence.listForMarkets(
      asked.map(({ market, since }) => ({ market: marketId(market), since })),
      SOURCE_TYPES,
      now,
      EVIDENCE_MAX,
    );
    const read = new Map<string, TitleReading>();
    const told = ({ id, title, lang }: ListedEvidence['item']): TitleReading => {
      const known = read.get(id) ?? readTitle(this.rule, title, lang ?? null, day);
      read.set(id, known);
      return known;
    };
    return lists.map((rows) =>
      rows
        .filter(({ item }) => !UNPUBLISHED.has(item.family))
        .map((row) => ({ ...evidenceRow(row), told: told(row.item) })),
    );
  }

  async crowds(
    asked: readonly { readonly market: AskedMarket; readonly direct: readonly string[] }[],
    now: number,
  ): Promise<CrowdRow[][]> {
    const rows = await this.graph.read<{ crowd: Omit<CrowdRow, 'summary'>[] }>('forecasting/list-crowd', {
      asked: asked.map(({ market, direct }) => ({ market: marketId(market), direct: [...direct] })),
      week_ago: now - 7 * DAY_MS,
      now,
      limit: CROWD_ITEMS,
    });
    return rows.map(({ crowd }, index) => this.crowdOf(present(asked[index], 'market').market, crowd, now));
  }

  /** Questions of forecasting sites that are equivalent or relevant to the market, by the judge, else by the rule. */
  private crowdOf(market: AskedMarket, crowd: readonly Omit<CrowdRow, 'summary'>[], now: number): CrowdRow[] {
    const { question, rules } = market;
    const scope = this.rule.scopeOf({ id: marketId(market), question, description: rules ?? null });
    const day = formatMillis(now).slice(0, 10);
    return crowd
      .filter(({ consensus, forecasters }) => consensus !== null && forecasters !== null)
      .filter(({ source }) => ![...UNPUBLISHED].some((family) => source.startsWith(`${family}-`)))
      .map((row) => ({ ...row, summary: null, told: this.rule.relevance(scope, this.rule.read(crowdItem(row, day))) }))
      .filter(
        ({ same_question, judged, told }) => same_question || (typeof judged === 'number' ? judged > 0 : told.counts),
      )
      .map(({ told, ...row }) => ({ ...row, relevance: told.relevance }));
  }

  /** The event of each market with its other markets, or null. */
  async groups(markets: readonly AskedMarket[], now: number): Promise<(GroupRow | null)[]> {
    const events = await this.graph.read<EventRow>('forecasting/list-groups', {
      markets: marketKeys(markets),
      now: formatMillis(now),
      // Plus the market itself.
      limit: SIBLINGS_MAX + 1,
    });
    return markets.map(({ ticker }, index) => {
      const event = events.find(({ asked }) => asked.includes(index));
      if (event === undefined) return null;
      const { title, exclusive, members, settled } = event;
      const siblings = members.filter((one) => one.ticker !== ticker).slice(0, SIBLINGS_MAX);
      return { title, exclusive, siblings, settled };
    });
  }

  /** The equivalent market of the other exchange with about the same deadline, or null. */
  async twins(markets: readonly AskedMarket[]): Promise<(TwinRow | null)[]> {
    const rows = await this.each<TwinRow[]>('forecasting/list-twins', 'twins', markets, { limit: TWINS_MAX });
    return rows.map((twins, index) => {
      const market = present(markets[index], 'market');
      const { ticker, question, rules } = market;
      const scope = this.rule.scopeOf({ id: ticker, question, description: rules ?? null });
      const ends = endOf(market);
      return (
        twins.find(
          (row) => Math.abs(endOf(row) - ends) <= TWIN_DEADLINE_MS && isTwin(this.rule, row.question, scope),
        ) ?? null
      );
    });
  }

  prices(markets: readonly AskedMarket[], now: number): Promise<PricePoint[][]> {
    return this.each('forecasting/list-prices', 'prices', markets, { since: now - PATH_DAYS * DAY_MS, now });
  }

  moves(markets: readonly AskedMarket[], now: number): Promise<MoveRow[][]> {
    const span = { since: now - PATH_DAYS * DAY_MS, now };
    return this.each('forecasting/list-market-moves', 'moves', markets, { ...span, limit: MOVES_MAX });
  }

  async getAlert(id: string | null): Promise<AlertRow | null> {
    if (id === null) return null;
    const [row] = await this.graph.read<{ alert: AlertRow }>('forecasting/get-alert', { id });
    return row === undefined ? null : { ...row.alert, ratio: row.alert.ratio ?? null };
  }

  /** Settled markets at the same remaining time; empty for a market without an end. */
  async settledAt(lefts: readonly number[], now: number): Promise<SettledRow[][]> {
    const settled = await this.graph.read<SettledMarket>('forecasting/list-settled', {
      now: formatMillis(now),
      limit: SETTLED_MAX,
    });
    const lists = lefts.map((left) => (Number.isNaN(left) ? [] : settled.map((one) => asOf(one, Math.max(0, left)))));
    const open = lists.flat().filter(({ open_then }) => open_then);
    const instants = open.map(({ exchange, ticker, then }) => ({ exchange, ticker, at: then }));
    const rows = await this.graph.read<{ nth: number; price: number }>('forecasting/list-prices-at', {
      instants,
      stale: STALE_QUOTE_MS,
    });
    const prices = new Map(rows.map(({ nth, price }) => [open[nth], price]));
    return lists.map((list) =>
      list.map((one) => ({
        ...pick(one, 'event', 'event_type', 'outcome', 'open_then'),
        price_then: prices.get(one) ?? null,
      })),
    );
  }

  forecasts(markets: readonly AskedMarket[], now: number): Promise<PastForecastRow[][]> {
    const span = { now: formatMillis(now), limit: FORECASTS_MAX };
    return this.each('forecasting/list-past-forecasts', 'forecasts', markets, span);
  }

  /** The column of a query that has a row for each market, in their order. */
  private async each<T>(
    query: string,
    column: string,
    markets: readonly AskedMarket[],
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<T[]> {
    const rows = await this.graph.read<Readonly<Record<string, T>>>(query, {
      markets: marketKeys(markets),
      ...parameters,
    });
    return rows.map((row) => row[column] as T);
  }
}

/** A settled market when it had `left` ms remaining. */
const asOf = (market: SettledMarket, left: number) => {
  const then = Date.parse(market.resolves_at) - Math.round(left);
  const { tracked_since: since } = market;
  return { ...market, then, open_then: Date.parse(market.resolved_at) > then && since !== null && since <= then };
};

/** Sites whose terms forbid model evaluation: excluded from inputs, because inputs are published. */
const UNPUBLISHED = new Set(['metaculus']);

const crowdItem = ({ id, title }: Pick<CrowdRow, 'id' | 'title'>, day: string): EvidenceItem => ({
  id,
  title,
  summary: null,
  lang: 'en',
  source_type: 'forecaster',
  instrument: null,
  hints: [],
  market: null,
  day,
});

const ATTRIBUTE = 'attr_';

const evidenceRow = ({ item, story, ...link }: ListedEvidence): Omit<EvidenceRow, 'told'> => ({
  ...pick(item, 'id', 'source_type', 'category', 'source', 'title', 'first_seen_at', 'at', 'entities'),
  publisher: item.publisher ?? null,
  family: item.family,
  story,
  lang: item.lang ?? null,
  summary: item.summary ?? null,
  url: item.url ?? null,
  published_at: item.published_at ?? null,
  ...pick(link, 'circular', 'relevance', 'about', 'verdict'),
  path: link.paths,
  attributes: Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => name.startsWith(ATTRIBUTE))
      .map(([name, value]) => [name.slice(ATTRIBUTE.length), value]),
  ),
});
