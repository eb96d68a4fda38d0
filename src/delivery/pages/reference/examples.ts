import type { Examples } from '../browser-guide';
import type { Operation } from './operations';

type Known = Omit<Examples, 'source'> & { readonly source: string | null };

/** Replaces path examples with existing values; other examples stay as in the description. */
export const withExamples = (operation: Operation, examples: Known): Operation => ({
  ...operation,
  parameters: operation.parameters.map((parameter) => ({
    ...parameter,
    example:
      (parameter.in === 'path' ? exampleOf(operation.path, parameter.name, examples) : null) ?? parameter.example,
  })),
});

const exampleOf = (
  path: string,
  name: string,
  { market, alert, prediction, item, source, trade, record, timestamp, day }: Known,
): string | null => {
  const byName: Readonly<Record<string, string | null | undefined>> = {
    exchange: market?.exchange,
    ticker: market?.ticker,
    trade_id: trade,
    sha256: record,
    date: day,
  };
  const byResource: Readonly<Record<string, string | null | undefined>> = {
    events: item,
    alerts: alert?.id,
    predictions: prediction?.id,
    sources: source,
    timestamps: timestamp,
    'replay-bundle': prediction?.bundle,
  };
  const resource = /\/([a-z-]+)\/\{id\}/.exec(path)?.[1] ?? '';
  return (name === 'id' ? byResource[resource] : byName[name]) ?? null;
};
