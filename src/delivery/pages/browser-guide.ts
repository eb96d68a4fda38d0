/** In Neo4j Browser, `data-populate` fills the editor and draws a run sign; `data-exec` runs a Browser command. */
import { html, type Html } from '../../platform/common/html';
import { clusterWords } from '../../digest/changes';
import { BROWSER_STYLE_PATH } from '../../platform/graph/embedded-config';
import type { MarketKey } from '../../markets/market-key';
import type { CypherQuery } from '../../platform/graph/cypher-header';
import type { Alert } from '../../surge/episode';
import { pastedQuery } from './graph-browser';

export type Examples = Partial<{
  readonly country: { readonly id: string; readonly name: string } | null;
  readonly instrument: { readonly id: string; readonly name: string } | null;
  readonly market: (MarketKey & { readonly question: string }) | null;
  readonly alert: Pick<Alert, 'id' | 'cluster' | 'opened_at'> | null;
  readonly prediction:
    (Readonly<Record<'id' | 'bundle' | 'made_at', string>> & { readonly question: string | null }) | null;
  readonly source: { readonly id: string; readonly name: string | null } | null;
  readonly item: string | null;
  readonly trade: string | null;
  readonly record: string | null;
  readonly timestamp: string | null;
  readonly day: string | null;
}>;

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

export const browserGuide = (queries: readonly CypherQuery[], examples: Examples, base: string): string =>
  html`<title>Ask Vedette’s graph</title>
    <div style="padding: 0 18px">
      <p>
        Choose a question: it goes into the editor, where what stands in quotes can be changed. The sign before it runs
        it at once. A double click on a node shows what belongs to it.
      </p>
      ${subjectsOf(examples).map((subject) => section(subject, queries))}
      <h4>Colours and captions</h4>
      <p>Black is a market, orange the model, red a surge, blue a place or actor, grey a report, green the log.</p>
      <p><a data-exec="${`style ${base}${BROWSER_STYLE_PATH}`}">Load them again</a></p>
      <p><a href="${base}/" target="_blank">Vedette’s pages</a></p>
    </div>`.toString();

const subjectsOf = (examples: Examples): Subject[] => {
  const { country, instrument, market, alert, prediction, source } = examples;
  const subjects: (Subject | null | undefined)[] = [
    market && { kind: 'A market', name: market.question, values: { exchange: market.exchange, ticker: market.ticker } },
    alert && { kind: 'A surge', name: clusterWords(alert.cluster), values: { alert: alert.id } },
    prediction && {
      kind: 'A forecast',
      name: prediction.question ?? prediction.id,
      values: { prediction: prediction.id, bundle: prediction.bundle },
    },
    source && { kind: 'A source', name: source.name ?? source.id, values: { source: source.id } },
    country && { kind: 'A place or actor', name: country.name, values: { entity: country.id } },
    country &&
      instrument && {
        kind: 'A market gauge',
        name: `${instrument.name} and ${country.name}`,
        values: { instrument: instrument.id, country: country.id },
      },
  ];
  return subjects.flatMap((subject) => subject ?? []);
};

const section = ({ kind, name, values }: Subject, queries: readonly CypherQuery[]): Html =>
  html`<h4>${kind}: ${name}</h4>
    ${queries
      .filter(({ parameters }) => parameters.every((one) => one.name === 'since' || Object.hasOwn(values, one.name)))
      .map((query) => html`<p><a data-populate="${pastedQuery(query, values)}">${question(query)}</a></p>`)}`;

const question = ({ description }: CypherQuery): string => /^[^?]*\?/.exec(description)?.[0] ?? description;
