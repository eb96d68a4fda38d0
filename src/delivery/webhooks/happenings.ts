import { HOUR_MS } from '../../platform/common/durations';
import { marketPath, marketId, type MarketKey } from '../../markets/market-key';
import type { Alert } from '../../surge/episode';
import { centerOf } from '../../surge/alert-forms';
import { OF_NOTHING, type Happening } from './webhook-event';
import { pick } from '../../platform/common/pick';

export interface AlertChange {
  readonly alert: Pick<Alert, 'id' | 'cluster' | 'opened_at' | 'updated_at' | 'closed_at' | 'count' | 'ratio'>;
  readonly entities: readonly string[];
}

interface OfMarket extends MarketKey {
  readonly theater: string | null;
  readonly entities: readonly string[];
}

export interface MoveRow extends OfMarket {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface ForecastRow extends OfMarket {
  readonly id: string;
  readonly made_at: string;
  readonly probability_yes: number;
  readonly market_yes_price: number | null;
}

export interface SettlementRow extends OfMarket {
  readonly at: number;
  readonly status: string;
  readonly outcome: string | null;
  readonly settlement_yes_price: number | null;
  readonly resolved_at: string | null;
}

export interface DayRow {
  readonly date: string;
  readonly anchored_at: string;
  readonly combined_hash: string;
  readonly n_records: number;
}

export interface SilentRow {
  readonly id: string;
  readonly category: string | null;
  readonly down_since: number;
}

/** Time with nothing but failures after which a source counts as silent, as on the pages. */
export const SILENT_MS = 6 * HOUR_MS;

/** Several updates between two polls are one event. @param base public address without a trailing slash */
export const ofAlert = ({ alert, entities }: AlertChange, since: number, base: string): Happening[] => {
  const { id, cluster, opened_at: opened, updated_at: updated, closed_at: closed } = alert;
  const center = centerOf(cluster);
  const event = (type: Happening['type'], subject: string, at: number): Happening => ({
    type,
    subject,
    at,
    data: {
      id,
      link: `${base}/v1/ontology/alerts/${id}`,
      page: `${base}/alerts/${id}`,
      cluster,
      count: alert.count,
      ratio: alert.ratio,
    },
    entities: [...new Set([...(center === null ? [] : [center]), ...entities])],
    theater: cluster.startsWith('theater:') ? cluster.slice('theater:'.length) : null,
    markets: [],
    ratio: alert.ratio,
  });
  const isClosed = closed !== null;
  return [
    ...(opened >= since ? [event('alert.opened', id, opened)] : []),
    ...(!isClosed && updated > opened && updated >= since ? [event('alert.updated', `${id}:${updated}`, updated)] : []),
    ...(isClosed && closed >= since ? [event('alert.closed', id, closed)] : []),
  ];
};

export const ofMove = (row: MoveRow, base: string): Happening =>
  ofMarket(row, base, {
    type: 'price.moved',
    subject: `${marketId(row)}:${row.at}`,
    at: row.at,
    id: marketId(row),
    link: `${base}/v1${marketPath(row)}/moves`,
    figures: { from: row.from, to: row.to },
  });

export const ofForecast = (row: ForecastRow, base: string): Happening =>
  ofMarket(row, base, {
    type: 'forecast.made',
    subject: row.id,
    at: Date.parse(row.made_at),
    id: row.id,
    link: `${base}/v1/predictions/${encodeURIComponent(row.id)}`,
    figures: { probability_yes: row.probability_yes, market_yes_price: row.market_yes_price },
  });

export const ofSettlement = (row: SettlementRow, base: string): Happening =>
  ofMarket(row, base, {
    type: 'market.settled',
    subject: marketId(row),
    at: row.at,
    id: marketId(row),
    link: `${base}/v1${marketPath(row)}`,
    figures: {
      ...pick(row, 'status', 'outcome', 'settlement_yes_price', 'resolved_at'),
    },
  });

type MarketEvent = Pick<Happening, 'type' | 'subject' | 'at'> & {
  readonly id: string;
  readonly link: string;
  readonly figures: Readonly<Record<string, unknown>>;
};

const ofMarket = (row: OfMarket, base: string, { id, link, figures, ...event }: MarketEvent): Happening => ({
  ...event,
  data: { id, link, page: `${base}${marketPath(row)}`, exchange: row.exchange, ticker: row.ticker, ...figures },
  entities: row.entities,
  theater: row.theater,
  markets: [marketId(row)],
});

export const ofDay = (row: DayRow, base: string): Happening => ({
  type: 'day.sealed',
  subject: row.date,
  at: Date.parse(row.anchored_at),
  data: {
    id: row.date,
    link: `${base}/api/registry/${row.date}.json`,
    page: `${base}/registry`,
    combined_hash: row.combined_hash,
    n_records: row.n_records,
  },
  ...OF_NOTHING,
});

export const ofSilence = (row: SilentRow, base: string): Happening => ({
  type: 'source.silent',
  subject: `${row.id}:${row.down_since}`,
  at: row.down_since + SILENT_MS,
  data: {
    id: row.id,
    link: `${base}/v1/sources/${encodeURIComponent(row.id)}`,
    page: `${base}/sources/${encodeURIComponent(row.id)}`,
    category: row.category,
  },
  ...OF_NOTHING,
});
