/** Calls of the reference with values that this deployment has, so that each answers at the first try. Pure. */
import type { Examples } from '../browser-guide';
import type { Operation } from './operations';

/** What an example may be taken from; the source is one that is read. */
type Known = Omit<Examples, 'source'> & { readonly source: string | null };

/** An operation with the examples of its path that are there now; the others stay as its description has them. */
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
