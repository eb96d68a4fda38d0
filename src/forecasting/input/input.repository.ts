import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../../platform/common/durations';
import { SOURCE_TYPES } from '../../platform/common/source-type';
import { formatMillis } from '../../platform/common/utc-time';
import type { EvidenceItem } from '../../evidence/item-reading';
import { EvidenceRule } from '../../evidence/evidence-rule';
import { EvidenceRepository } from '../../evidence/evidence.repository';
import { isTwin } from '../../evidence/twin';
import { GraphService } from '../../platform/graph/graph.service';
import type { PricePoint } from '../../lead-time/price-moves';
import type {
  AlertRow,
  AskedMarket,
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

export interface Scope {
  /** Entities whose items bear on the market. */
  readonly entities: readonly string[];
  /** Those of the market itself. */
  readonly direct: readonly string[];
  readonly relationships: readonly RelationshipRow[];
}

/** What is known of a market whose twin is sought. */
type TwinSought = Pick<AskedMarket, 'exchange' | 'ticker' | 'question' | 'rules' | 'deadline'> & {
  readonly resolves_at?: string | null;
};

/** Most items that are looked at: the most relevant. Copies of one story are among them. */
const EVIDENCE_MAX = 300;
const CROWD_ITEMS = 200;
const MOVES_MAX = 6;
const SETTLED_MAX = 2_000;
const FORECASTS_MAX = 5;
/** A quote that is older says little of the price at an instant. */
const STALE_QUOTE_MS = 7 * DAY_MS;

const SIBLINGS_MAX = 100;
const TWINS_MAX = 500;
/** Twins differ by no more than how their exchanges write one day. */
const TWIN_DEADLINE_MS = 3 * DAY_MS;

const endOf = (row: { readonly deadline?: string | null; readonly resolves_at?: string | null }): number =>
  Date.parse(row.deadline ?? row.resolves_at ?? '');

/** Reads what the input of a forecast is built from. Instants are UTC ms. */
@Injectable()
export class InputRepository {
  constructor(
    private readonly graph: GraphService,
    private readonly evidence: EvidenceRepository,
    private readonly rule: EvidenceRule,
  ) {}

  async getScope({ exchange, ticker }: AskedMarket, now: number): Promise<Scope> {
    const [scope] = await this.graph.read<Scope>('forecasting/get-scope', {
      exchange,
      ticker,
      day: formatMillis(now).slice(0, 10),
    });
    return scope ?? { entities: [], direct: [], relationships: [] };
  }

  /** What counts as evidence for the market within a window, the most relevant first. */
  async listEvidence(market: AskedMarket, since: number, now: number): Promise<EvidenceRow[]> {
    const rows = await this.evidence.listForMarket(
      `${market.exchange}/${market.ticker}`,
      SOURCE_TYPES,
      { since, now },
      EVIDENCE_MAX,
    );
    return rows.map(evidenceRow).filter(({ family }) => !UNPUBLISHED.has(family ?? ''));
  }

  async listCrowd(market: AskedMarket, direct: readonly string[], now: number): Promise<CrowdRow[]> {
    if (direct.length === 0) return [];
    const { exchange, ticker, question, rules } = market;
    const scope = this.rule.scopeOf({ id: `${exchange}/${ticker}`, question, description: rules ?? null });
    const day = formatMillis(now).slice(0, 10);
    const rows = await this.graph.read<Omit<CrowdRow, 'summary'>>('forecasting/list-crowd', {
      direct: [...direct],
      market: `${market.exchange}/${market.ticker}`,
      week_ago: now - 7 * DAY_MS,
      now,
      limit: CROWD_ITEMS,
    });
    return rows
      .filter(({ consensus, forecasters }) => consensus !== null && forecasters !== null)
      .filter(({ source }) => ![...UNPUBLISHED].some((family) => source.startsWith(`${family}-`)))
      .map((row) => ({ ...row, summary: null, told: this.rule.relevance(scope, this.rule.read(crowdItem(row, day))) }))
      .filter(({ same_question, told }) => same_question || told.counts)
      .map(({ told, ...row }) => ({ ...row, relevance: told.relevance }));
  }

  async getGroup({ exchange, ticker }: AskedMarket, now: number): Promise<GroupRow | null> {
    const [group] = await this.graph.read<GroupRow>('forecasting/get-group', {
      exchange,
      ticker,
      now: formatMillis(now),
      limit: SIBLINGS_MAX,
    });
    return group ?? null;
  }

  /** The market of the other exchange that asks the same by about the same day, or null. */
  async getTwin(market: TwinSought): Promise<TwinRow | null> {
    const { exchange, ticker, question, rules } = market;
    const scope = this.rule.scopeOf({ id: ticker, question, description: rules ?? null });
    const rows = await this.graph.read<TwinRow & { readonly deadline: string | null }>('forecasting/list-twins', {
      exchange,
      ticker,
      limit: TWINS_MAX,
    });
    const ends = endOf(market);
    return (
      rows.find((row) => Math.abs(endOf(row) - ends) <= TWIN_DEADLINE_MS && isTwin(this.rule, row.question, scope)) ??
      null
    );
  }

  async listPrices({ exchange, ticker }: AskedMarket, now: number): Promise<PricePoint[]> {
    const since = now - PATH_DAYS * DAY_MS;
    return this.graph.read('forecasting/list-prices', { exchange, ticker, since, now });
  }

  async listMoves({ exchange, ticker }: AskedMarket, now: number): Promise<MoveRow[]> {
    return this.graph.read('forecasting/list-market-moves', {
      exchange,
      ticker,
      since: now - PATH_DAYS * DAY_MS,
      now,
      limit: MOVES_MAX,
    });
  }

  async getAlert(id: string | null): Promise<AlertRow | null> {
    if (id === null) return null;
    const [row] = await this.graph.read<{ alert: AlertRow }>('forecasting/get-alert', { id });
    return row === undefined ? null : { ...row.alert, ratio: row.alert.ratio ?? null };
  }

  async listSettled(leftMs: number, now: number): Promise<SettledRow[]> {
    return this.graph.read('forecasting/list-settled', {
      left: Math.max(0, Math.round(leftMs)),
      stale: STALE_QUOTE_MS,
      now: formatMillis(now),
      limit: SETTLED_MAX,
    });
  }

  async listForecasts({ exchange, ticker }: AskedMarket, now: number): Promise<PastForecastRow[]> {
    return this.graph.read('forecasting/list-past-forecasts', {
      exchange,
      ticker,
      now: formatMillis(now),
      limit: FORECASTS_MAX,
    });
  }
}

/** Whose terms forbid that models are evaluated on it: in no input, for inputs are published. */
const UNPUBLISHED = new Set(['metaculus']);

const crowdItem = ({ id, title }: Pick<CrowdRow, 'id' | 'title'>, day: string): EvidenceItem => ({
  id,
  title,
  summary: null,
  lang: 'en',
  sourceType: 'forecaster',
  instrument: null,
  hints: [],
  market: null,
  day,
});

const ATTRIBUTE = 'attr_';

type ListedEvidence = Awaited<ReturnType<EvidenceRepository['listForMarket']>>[number];

const evidenceRow = ({ item, story, ...link }: ListedEvidence): EvidenceRow => ({
  id: item.id,
  source_type: item.source_type,
  category: item.category,
  source: item.source,
  title: item.title,
  first_seen_at: item.first_seen_at,
  at: item.at,
  entities: item.entities,
  publisher: item.publisher ?? null,
  family: item.family,
  story,
  lang: item.lang ?? null,
  summary: item.summary ?? null,
  url: item.url ?? null,
  published_at: item.published_at ?? null,
  circular: link.circular,
  relevance: link.relevance,
  about: link.about,
  verdict: link.verdict,
  path: link.paths,
  attributes: Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => name.startsWith(ATTRIBUTE))
      .map(([name, value]) => [name.slice(ATTRIBUTE.length), value]),
  ),
});
