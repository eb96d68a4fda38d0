/** One tick's summary for operators. Reports are parsed leniently: the last may be from another version. */
import { fieldsIn, fieldsOf, listOf, numberOf, textOf } from '../platform/common/foreign-json';
import type { StageName, TickFigures } from './stages.service';
import type { TickSummaryResponse } from './status.dto';
import { cut, oneLine } from '../platform/common/plain-text';

/** The summary without its paragraph. */
type TickSummary = Omit<TickSummaryResponse, 'paragraph'>;

/** Parsed figures: any may be missing or of another type. */
type Unread<T> = T extends readonly unknown[]
  ? unknown
  : T extends object
    ? { readonly [K in keyof T]?: Unread<T[K]> }
    : unknown;

/** Maximum entries of a list. */
const ENTRIES_MAX = 50;
const WORDS_MAX = 300;

/** @param report a TickReport, maybe from JSON; null when it is not one */
export const summariseTick = (report: unknown): TickSummary | null => {
  const tick = fieldsOf(report);
  const outcome = textOf(tick['outcome']);
  const started = textOf(tick['started_at']);
  if (outcome === null || started === null) return null;
  const stages = fieldsIn(tick['stages']);
  const figures = <N extends StageName>(name: N): Unread<TickFigures[N]> =>
    fieldsOf(stages.find(({ stage }) => stage === name)?.['figures']) as Unread<TickFigures[N]>;
  const ingestion = figures('ingestion');
  const [markets, surge, settlement, forecasting] = [
    figures('markets'),
    figures('surge'),
    figures('settlement'),
    figures('forecasting'),
  ];
  return {
    outcome,
    started_at: started,
    duration_seconds: Math.round(count(tick['duration_ms']) / 100) / 10,
    undone: stages
      .filter(({ state }) => state !== 'done')
      .map(({ stage, state, reason }) => ({ stage: words(stage), state: words(state), reason: wordsOrNull(reason) })),
    sources_changed: fieldsIn(ingestion.changed)
      .slice(0, ENTRIES_MAX)
      .map(({ source, from, to, reason }) => ({
        source: words(source),
        from: words(from),
        to: words(to),
        reason: wordsOrNull(reason),
      })),
    exchange_failures: [...listOf(markets.failures), ...listOf(settlement.failures)].slice(0, ENTRIES_MAX).map(words),
    items: { new: count(ingestion.items?.new), edited: count(ingestion.items?.edited) },
    warnings: fieldsIn(ingestion.warnings)
      .slice(0, ENTRIES_MAX)
      .map(({ source, warning }) => ({ source: words(source), warning: words(warning) })),
    markets: {
      discovered: count(markets.discovered),
      quoted: count(markets.quoted),
      changed: count(markets.changed),
      settled: count(settlement.final),
    },
    alerts: { opened: count(surge.opened), updated: count(surge.updated), closed: count(surge.closed) },
    forecasts: {
      asked: count(forecasting.asked),
      predicted: count(forecasting.predicted),
      skipped: count(forecasting.skipped),
      traded: count(forecasting.traded),
      off_reason: wordsOrNull(forecasting.offReason),
      reasons: listOf(forecasting.reasons).slice(0, ENTRIES_MAX).map(words),
      spent_usd: count(forecasting.spentUsd),
      limit_usd: count(forecasting.limitUsd),
    },
  };
};

const count = (value: unknown): number => numberOf(value) ?? 0;

const wordsOrNull = (value: unknown): string | null => {
  const text = textOf(value);
  return text === null ? null : cut(oneLine(text), WORDS_MAX);
};

const words = (value: unknown): string => wordsOrNull(value) ?? '';

/** The summary as one paragraph; zero figures are omitted. */
export const tickParagraph = (tick: TickSummary): string => {
  const { items, markets, alerts, forecasts } = tick;
  const changes = tick.sources_changed.map(
    ({ source, from, to, reason }) => `${source} ${from} → ${to}${reason === null ? '' : ` (${reason})`}`,
  );
  const warned = tick.warnings.map(({ source, warning }) => `${source}: ${warning}`);
  return [
    `Tick ${tick.outcome} in ${tick.duration_seconds.toFixed(1)} s`,
    `${items.new} items new, ${items.edited} edited`,
    `${markets.discovered} markets new, ${markets.changed} of ${markets.quoted} prices changed, ${markets.settled} settled`,
    `${alerts.opened} alerts opened, ${alerts.updated} updated, ${alerts.closed} closed`,
    forecasts.off_reason === null
      ? `${forecasts.predicted} forecasts of ${forecasts.asked} calls, ${forecasts.skipped} skipped`
      : `no forecasts: ${forecasts.off_reason}`,
    ...(forecasts.spent_usd > 0
      ? [`${forecasts.spent_usd.toFixed(2)} of ${forecasts.limit_usd.toFixed(2)} USD of the day spent`]
      : []),
    ...told('Without a forecast', forecasts.reasons),
    ...told('Sources', changes),
    ...told('Exchanges', tick.exchange_failures),
    ...told('Warnings', warned),
    ...told('Not done', undoneOf(tick)),
  ].join('. ');
};

/** Stages by their reason, which several may share. */
const undoneOf = ({ undone }: TickSummary): string[] =>
  [...new Set(undone.map(({ reason }) => reason))].map((why) => {
    const stages = undone.filter(({ reason }) => reason === why).map(({ stage }) => stage);
    return `${stages.join(', ')}${why === null ? '' : `: ${why}`}`;
  });

/** Maximum entries of a list in the paragraph. */
const NAMED_MAX = 8;

const told = (what: string, entries: readonly string[]): readonly string[] => {
  if (entries.length === 0) return [];
  const more = entries.length > NAMED_MAX ? ` and ${entries.length - NAMED_MAX} more` : '';
  return [`${what}: ${entries.slice(0, NAMED_MAX).join('; ')}${more}`];
};
