import type { MarketKey } from '../markets/market-key';

export type ChangeKind = 'alert' | 'settlement' | 'price_move' | 'forecast' | 'quake' | 'trade' | 'instrument';

export interface Change {
  readonly kind: ChangeKind;
  /** UTC ms. */
  readonly at: number;
  readonly title: string;
  readonly detail: string | null;
  readonly path: string;
  readonly importance: number;
}

export interface AlertChange {
  readonly id: string;
  readonly cluster: string;
  readonly at: number;
  readonly count: number;
  readonly families: number;
  readonly ratio: number | null;
  readonly open: boolean;
  readonly title: string | null;
}

interface OfMarket extends MarketKey {
  readonly question: string;
  /** UTC ms. */
  readonly at: number;
}

export interface PriceMoveChange extends OfMarket {
  readonly from: number;
  readonly to: number;
}

export interface SignalChange {
  readonly id: string;
  readonly source_type: string;
  readonly title: string;
  readonly at: number;
  readonly usd: number | null;
  readonly magnitude: number | null;
  readonly explosion: boolean;
  readonly change: number | null;
}

export interface SettledChange extends OfMarket {
  readonly outcome: string | null;
  readonly status: string;
}

export interface CrossingChange extends OfMarket {
  readonly probability: number;
  readonly price: number;
}

export interface ChangeRows {
  readonly alerts: readonly AlertChange[];
  readonly priceMoves: readonly PriceMoveChange[];
  readonly signals: readonly SignalChange[];
  readonly settled: readonly SettledChange[];
  readonly crossings: readonly CrossingChange[];
}

/** Smaller trades and weaker earthquakes are in the log, but not listed as changes. */
const TRADE_USD_MIN = 25_000;
const MAGNITUDE_MIN = 5;

export const rankChanges = (rows: ChangeRows, limit: number): Change[] =>
  [
    ...rows.alerts.map(ofAlert),
    ...rows.priceMoves.map(ofPriceMove),
    ...rows.signals.flatMap(ofSignal),
    ...rows.settled.map(ofSettlement),
    ...rows.crossings.map(ofCrossing),
  ]
    .sort((a, b) => b.importance - a.importance || b.at - a.at || (a.path < b.path ? -1 : 1))
    .slice(0, limit);

/** Small probabilities are not shown as 0 %, large ones not as 100 %. */
const whole = (share: number): string => {
  if (share > 0 && share < 0.005) return '<1 %';
  return share < 1 && share > 0.995 ? '>99 %' : `${Math.round(share * 100)} %`;
};

const points = (from: number, to: number): string => {
  const moved = Math.round(Math.abs(to - from) * 100);
  return `${moved} ${moved === 1 ? 'point' : 'points'}`;
};

/** `theater:red_sea` → `Red Sea`. */
/** The theatre or entity of a surge's cluster. */
export const clusterName = (cluster: string): string => cluster.split(':')[1] ?? cluster;

export const clusterWords = (cluster: string): string =>
  clusterName(cluster)
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

const ofAlert = (alert: AlertChange): Change => ({
  kind: 'alert',
  at: alert.at,
  title: `Surge: ${clusterWords(alert.cluster)}${alert.open ? ', still open' : ''}`,
  detail: `${alert.count} reports by ${alert.families} publishers within five minutes${alert.title === null ? '' : `, the first: “${alert.title}”`}.`,
  path: `/alerts/${encodeURIComponent(alert.id)}`,
  importance: (alert.open ? 6 : 5) + Math.min(1, (alert.ratio ?? 3) / 100),
});

const ofMarket = ({ exchange, ticker, question, at }: OfMarket): Pick<Change, 'at' | 'title' | 'path'> => ({
  at,
  title: question,
  path: `/markets/${exchange}/${encodeURIComponent(ticker)}`,
});

const ofSettlement = (row: SettledChange): Change => ({
  ...ofMarket(row),
  kind: 'settlement',
  detail: row.status === 'void' ? 'The exchange declared it void.' : `Decided ${row.outcome ?? ''}.`,
  importance: 4,
});

const ofPriceMove = (row: PriceMoveChange): Change => ({
  ...ofMarket(row),
  kind: 'price_move',
  detail: `The price moved from ${whole(row.from)} to ${whole(row.to)}.`,
  importance: 3 + 5 * Math.abs(row.to - row.from),
});

const ofCrossing = (row: CrossingChange): Change => ({
  ...ofMarket(row),
  kind: 'forecast',
  detail: `The model now says ${whole(row.probability)}, ${points(row.price, row.probability)} ${row.probability > row.price ? 'above' : 'below'} the market; its last answer stood on the other side.`,
  importance: 3 + Math.abs(row.probability - row.price),
});

const ofSignal = (row: SignalChange): Change[] => {
  const change = (kind: ChangeKind, importance: number): Change[] => [
    {
      kind,
      at: row.at,
      title: row.title,
      detail: null,
      path: `/log/${encodeURIComponent(row.id)}`,
      importance,
    },
  ];
  if (row.source_type === 'seismic') {
    if (row.explosion) return change('quake', 3.5);
    return (row.magnitude ?? 0) >= MAGNITUDE_MIN ? change('quake', (row.magnitude ?? 0) / 3) : [];
  }
  if (row.source_type === 'whale')
    return (row.usd ?? 0) >= TRADE_USD_MIN ? change('trade', 2 + Math.log10((row.usd ?? 0) / TRADE_USD_MIN)) : [];
  return change('instrument', 2 + Math.min(1, 10 * Math.abs(row.change ?? 0)));
};
