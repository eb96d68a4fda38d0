/** Derives rows, grades, trades and counts from a log's documents, to compare with published ones. Pure. */
import { evaluationRecord, type EvaluationRecord, type SettledPrediction } from '../dataset/evaluation-record';
import type { PopulationCountsResponse } from '../dataset/dataset.dto';
import type { GradedOutcome } from '../grading/brier';
import { gradedState } from '../settlement/outcome';
import type { TradeFact } from '../track-record/graded-trades';
import type { GradedRow } from '../grading/graded-rows';
import type { LoggedDocument } from './documents';
import { marketOfBundle, type History } from './history';
import { intelSummaryOf } from './bundle-rules';
import type { Members } from './received-json';
import type { TradeHistory } from './trade-rules';

type PopulationClaims = Omit<PopulationCountsResponse, 'population' | 'graded_at_ms'>;

/** In order of `made_at`. */
export const bundlesInOrder = (history: History): readonly LoggedDocument[] =>
  [...history.bundles.values()].sort((left, right) => (left.record.made_at < right.record.made_at ? -1 : 1));

/** State by the current settlement of the market. */
export const stateOf = (settlement: Members | null): 'open' | 'resolved' | 'void' =>
  settlement === null
    ? 'open'
    : gradedState({
        status: settlement.text('status') as 'settled' | 'void',
        settlement_yes_price: settlement.numberOrNull('settlement_yes_price'),
      });

export const countsOf = (history: History): PopulationClaims => {
  const counts = { resolved: 0, open: 0, void: 0, records: 0 };
  for (const bundle of history.bundles.values()) {
    const settlement = history.settlementOf(marketOfBundle(bundle));
    counts[stateOf(settlement)] += 1;
    if (settlement !== null && settlement.object['settlement_yes_price'] !== null) counts.records += 1;
  }
  return {
    n_registered: history.bundles.size,
    n_resolved: counts.resolved,
    n_open: counts.open,
    n_void: counts.void,
    n_records: counts.records,
    n_refused: 0,
  };
};

export interface DueRow {
  readonly record: EvaluationRecord;
  readonly bundle: LoggedDocument;
}

/** Expected rows of the dataset in order, without anchors, which are not in any document. */
export const rowsOf = (history: History): readonly DueRow[] =>
  bundlesInOrder(history).flatMap((bundle): DueRow[] => {
    const settlement = history.settlementOf(marketOfBundle(bundle));
    if (settlement === null || settlement.object['settlement_yes_price'] === null) return [];
    return [{ bundle, record: rowOf(bundle, settlement) }];
  });

export const rowOf = (bundle: LoggedDocument, settlement: Members): EvaluationRecord =>
  evaluationRecord(settledPrediction(bundle, settlement), null);

export const settledPrediction = (bundle: LoggedDocument, settlement: Members): SettledPrediction => {
  const input = bundle.members.at('input');
  const [question, market] = [input.at('question'), input.at('market')];
  const prediction = bundle.members.at('prediction');
  const summary = intelSummaryOf(input);
  return {
    id: bundle.record.id,
    ...(question.object as unknown as Pick<
      SettledPrediction,
      'exchange' | 'ticker' | 'theater' | 'event_type' | 'resolves_at'
    >),
    question: question.text('text'),
    ...(prediction.object as unknown as Pick<
      SettledPrediction,
      'model' | 'side' | 'probability_yes' | 'confidence' | 'direction' | 'reasoning'
    >),
    made_at: bundle.record.made_at,
    market_yes_price: market.numberOrNull('yes_price'),
    market_yes_bid: market.numberOrNull('yes_bid'),
    market_yes_ask: market.numberOrNull('yes_ask'),
    spread: market.numberOrNull('spread'),
    replay_bundle_id: bundle.record.id,
    bundle_sha256: bundle.record.sha256,
    intel_num_items: summary.num_items,
    intel_by_source_type: JSON.stringify(summary.by_source_type),
    intel_languages: summary.languages,
    resolved_at: settlement.text('resolved_at'),
    settlement_yes_price: settlement.number('settlement_yes_price'),
  };
};

/** Graded forecasts: decided, made before the resolution, resolved at or after `since`. */
export const gradedRowsOf = (history: History, since: string): readonly GradedRow[] =>
  bundlesInOrder(history).flatMap((bundle): GradedRow[] => {
    const market = marketOfBundle(bundle);
    const settlement = history.settlementOf(market);
    if (settlement === null || stateOf(settlement) !== 'resolved') return [];
    const resolvedAt = settlement.text('resolved_at');
    if (resolvedAt < since || bundle.record.made_at >= resolvedAt) return [];
    return [
      {
        market,
        family: history.events.get(market) ?? null,
        probability_yes: bundle.members.at('prediction').number('probability_yes'),
        market_yes_price: bundle.members.at('input').at('market').numberOrNull('yes_price'),
        outcome: settlement.text('outcome') as GradedOutcome,
        made_at: bundle.record.made_at,
        resolved_at: resolvedAt,
        closes_at: closesAtOf(bundle.members.at('input').at('question')),
      },
    ];
  });

/** Bundles of the first version lack the end of trading. */
const closesAtOf = (question: Members): string | null =>
  'closes_at' in question.object ? question.textOrNull('closes_at') : null;

/** Trades with a minimum confidence that were open at any time since an instant. */
export const tradeFactsOf = (history: History, since: string, minConfidence: number): readonly TradeFact[] =>
  [...history.trades.values()]
    .filter(({ bundle }) => bundle.members.at('prediction').number('confidence') >= minConfidence)
    .map((trade) => factOf(history, trade))
    .filter(({ trade }) => trade.status === 'open' || (trade.closed_at ?? '') >= since)
    .sort(({ trade: left }, { trade: right }) => (left.opened_at < right.opened_at ? -1 : 1));

const factOf = (history: History, { document, bundle, exits }: TradeHistory): TradeFact => {
  const trade = document.members;
  const exit = exits.at(-1)?.members ?? null;
  const market = `${trade.text('exchange')}/${trade.text('ticker')}`;
  return {
    trade: {
      trade_id: document.record.id,
      exchange: trade.text('exchange'),
      ticker: trade.text('ticker'),
      side: trade.text('side') as 'YES' | 'NO',
      status: exit === null ? 'open' : 'closed',
      opened_at: trade.text('opened_at'),
      entry_price: trade.number('price'),
      entry_mid: trade.numberOrNull('entry_mid'),
      probability_yes: bundle.members.at('prediction').number('probability_yes'),
      closed_at: exit?.text('closed_at') ?? null,
      exit_price: exit?.number('price') ?? null,
      exit_reason: (exit?.text('reason') ?? null) as TradeFact['trade']['exit_reason'] & string,
      net_pnl: exit?.number('net_pnl') ?? null,
    },
    family: history.events.get(market) ?? null,
    void: history.settlementOf(market)?.object['status'] === 'void',
  };
};

/** Whether the forecasts are about invented markets, as each bundle of a demo states. */
export const isSynthetic = (history: History): boolean =>
  [...history.bundles.values()].some(({ members }) => members.at('input').object['synthetic'] === true);
