import { CALIBRATION_MARKETS_MIN } from '../../grading/combination-rules';
import { html, trusted, type Html, type HtmlValue } from '../../platform/common/html';
import { fieldsIn, fieldsOf, numberOf, textOf, type Fields } from '../../platform/common/foreign-json';
import { SOURCE_TYPES } from '../../platform/common/source-type';
import { renderPage } from './layout';
import { seenSentence } from './outside-words';
import type { ForecastOutcome } from './market-pages.repository';
import { shownReports, type ShownReport } from './shown-reports';
import { aheadWords, copiedAt, recordLine, type RecordedWhen } from './record-line';
import { cents, forecastShown, resultWords, shareText, shown } from './shown';
import type { Site } from './site';
import { empty, facts, folded, section, table } from './elements';
import { count, counted, day, none, sum, time } from './figures';
import { graphLink, marketLink, outward } from './links';
import { foreign, kindName, languageName, sourceTypeMark } from './names';

interface ForecastPageData extends RecordedWhen {
  readonly site: Site;
  readonly record: { readonly id: string; readonly sha256: string; readonly made_at: string };
  readonly leafIndex: number;
  readonly treeSize: number;
  readonly bundle: unknown;
  /** Third-party text by key; null for a bundle that contains it. */
  readonly words: Readonly<Record<string, unknown>> | null;
  readonly outcome: ForecastOutcome;
  /** Citation number of each report in the reasons, by key. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly copiesOff: string | null;
  readonly answer: string | null;
  readonly browser: string | null;
}

export const forecastPage = (data: ForecastPageData): string => {
  const { site, record, outcome } = data;
  const bundle = fieldsOf(data.bundle);
  const input = fieldsOf(bundle['input']);
  const question = fieldsOf(input['question']);
  const text = textOf(question['text']) ?? '';
  const exchange = textOf(question['exchange']) ?? '';
  const ticker = textOf(question['ticker']) ?? '';
  const said = saidIn(bundle, record.made_at);
  const json = `/api/replay-bundle/${encodeURIComponent(record.id)}`;
  const bound = (name: string): Html => shown(name, forecastShown(said)[name]);
  const date = record.made_at.slice(0, 10);
  return renderPage({
    title: `Forecast: ${text}`,
    description: `The model said ${shareText(said.probability_yes)} YES${said.market_yes_price === null ? '' : `, the market ${shareText(said.market_yes_price)}`}. ${text}`,
    path: `/forecasts/${encodeURIComponent(record.id)}`,
    section: '/receipts',
    json,
    scripts: ['proof.js'],
    cite: { made: record.made_at, sha256: record.sha256 },
    site,
    body: html`<p class="crumbs"><a href="/receipts">Track record</a> › ${marketLink({ exchange, ticker }, text)}</p>
      <article data-proven>
        <h1>
          The model said
          ${bound('probability_yes')}${said.market_yes_price !== null && html`; the market said ${bound('market_yes_price')}`}
        </h1>
        <p class="lede">${aheadWords(record.made_at, outcome.settlement)}${tradeWords(data)}</p>
        ${recordLine(data)}
        <p>
          It is entry ${count(data.leafIndex)} of a log of ${count(data.treeSize)}, which can only grow.
          ${seenSentence(data.madeAt, data.resolvedAt, data.sights)} ${copyWords(data)}
          ${site.demo && (data.sights.length > 0 || data.copy !== null) && 'Who saw it here is part of this demo, and as invented as its markets.'}
        </p>
        <div class="proof" data-bundle="${record.id}" data-sha256="${record.sha256}" data-date="${date}"></div>
        <h2 id="wrote">What it wrote</h2>
        ${facts([
          ['Recorded', bound('made_at')],
          ['Answer', html`${bound('probability_yes')}, ${bound('direction')}`],
          ['Its confidence', bound('confidence')],
          ['The market then', bound('market_yes_price')],
          ['Model', html`${bound('model')}, ${versionOf(input)}${site.demo && '; the demo invented its answer'}`],
          draws(bundle),
          ['Calibrated', calibrated(fieldsOf(bundle['combined']))],
        ])}
        <p class="reasoning">${shown('reasoning', withCitations(said.reasoning, [...data.numbers.values()]))}</p>
        ${unsupportedWords(bundle)}
      </article>
      ${section('saw', 'What the model saw', seen(input, data))}
      <h2 id="files">Verify without us</h2>
      <ul>
        <li>
          <a href="/case/forecast/${encodeURIComponent(record.id)}.html" download
            >the whole case as one file: records, proofs, evidence, how to check it</a
          >
        </li>
        <li>
          <a href="${json}">the bundle: all that the model was shown, and its answer (JSON)</a>
        </li>
        <li>
          <a href="/api/registry/proof/${record.sha256}.json">the proof that it is in the log (JSON)</a>
        </li>
        ${data.answer !== null && html`<li><a href="${data.answer}">what the exchange said of the price (JSON)</a></li>`}
        <li><a href="/api/registry/${date}.json">all entries of ${day(date)} (JSON)</a></li>
        ${data.browser !== null && html`<li>${graphLink(data.browser)}</li>`}
        <li><a href="/verify#whole">programs that check it without this site</a></li>
      </ul>
      <p>
        <small>SHA-256 of the bundle <code>${record.sha256}</code></small>
      </p>`,
  });
};

/** Links each `[3]` to the report of that number, if it is on the page. */
const withCitations = (reasoning: string, numbers: readonly number[]): HtmlValue =>
  reasoning
    .split(/(\[\d{1,3}\])/)
    .map((part) =>
      numbers.includes(Number(/^\[(\d+)\]$/.exec(part)?.[1]))
        ? html`<a href="#report-${part.slice(1, -1)}">${part}</a>`
        : part,
    );

const unsupportedWords = (bundle: Fields): HtmlValue => {
  const listed = Array.isArray(bundle['unsupported']) ? bundle['unsupported'] : [];
  const words = listed.flatMap((one) => textOf(one) ?? []);
  return (
    words.length > 0 &&
    html`<p>
      <small>Named here and nowhere in what the model saw: ${words.join(', ')}. Nothing of it was checked.</small>
    </p>`
  );
};

type Said = Parameters<typeof forecastShown>[0];

export const saidIn = (bundle: Fields, madeAt: string): Said => {
  const prediction = fieldsOf(bundle['prediction']);
  const market = fieldsOf(fieldsOf(bundle['input'])['market']);
  return {
    made_at: madeAt,
    probability_yes: numberOf(prediction['probability_yes']) ?? 0,
    confidence: numberOf(prediction['confidence']) ?? 0,
    direction: textOf(prediction['direction']) ?? '',
    model: textOf(prediction['model']) ?? '',
    market_yes_price: numberOf(market['yes_price']),
    reasoning: textOf(prediction['reasoning']) ?? '',
  };
};

const tradeWords = ({ outcome: { trade } }: ForecastPageData): HtmlValue =>
  trade !== null &&
  html` It bought ${trade.side} at ${cents(trade.entry_price)} on paper and ${resultWords(trade.net_pnl ?? null)}:
    <a href="/receipts/${encodeURIComponent(trade.trade_id)}">the receipt</a>.`;

const copyWords = ({ site, copy, copiesOff, sealedAt }: ForecastPageData): HtmlValue => {
  if (copy !== null) return html`${outward(copy, 'A copy in the web archive ↗')} of ${time(copiedAt(copy))} holds it.`;
  const so = sealedAt === null ? 'Its day is not sealed yet.' : '';
  if (copiesOff !== null) return `${so} No copies in the web archive are asked for here (${copiesOff}).`;
  if (site.demo) return so;
  return `${so} No copy in the web archive has been read back yet.`;
};

const versionOf = (input: Fields): string => {
  const model = fieldsOf(input['model']);
  const cutoff = textOf(model['training_cutoff']);
  return `version ${textOf(model['version']) ?? 'not stated'}; training data ${cutoff === null ? 'of unknown end: its maker does not state it' : `until ${day(cutoff)}`}`;
};

const draws = (bundle: Fields): readonly [string, HtmlValue] => {
  const given = fieldsIn(bundle['draws']).flatMap((one) => numberOf(one['probability_yes']) ?? []);
  const shrunk = numberOf(fieldsOf(bundle['combined'])['shrunk']);
  return [
    `Asked ${given.length} times`,
    given.length > 1 &&
      `${given.map(shareText).join(', ')}; the answer is their median${shrunk === null ? '' : `; drawn towards even odds together they say ${shareText(shrunk)}`}`,
  ];
};

/** The answer calibrated by this model's earlier results; older bundles lack it. */
const calibrated = (combined: Fields): HtmlValue => {
  const markets = numberOf(combined['markets']);
  const value = numberOf(combined['calibrated']);
  if (markets === null) return false;
  const by = `${counted(markets, 'market')} of this model had been decided before that day`;
  return value === null ? `not yet: ${by}, of ${CALIBRATION_MARKETS_MIN} that it takes` : `${shareText(value)}: ${by}`;
};

interface SeenReport extends ShownReport {
  readonly number: number | null;
}

const seen = (input: Fields, data: ForecastPageData): Html => {
  const reports: SeenReport[] = shownReports(input, data.words).map((one) => ({
    ...one,
    number: data.numbers.get(one.key) ?? null,
  }));
  const languages = [...new Set(reports.flatMap(({ lang }) => lang ?? []))].map(languageName);
  const others: readonly (readonly [number, string, string?])[] = [
    [fieldsIn(input['crowd']).length, 'question of a forecasting site', 'questions of forecasting sites'],
    [
      sum(fieldsIn(input['clusters']).map(({ stories }) => numberOf(stories) ?? 0)),
      'further story on the same acts, only counted',
      'further stories on the same acts, only counted',
    ],
    [fieldsIn(input['background']).length, 'dated fact of the background', 'dated facts of the background'],
    [fieldsIn(input['ontology']).length, 'stated relationship'],
    [fieldsIn(input['calendar']).length, 'date of the calendar', 'dates of the calendar'],
    [fieldsIn(input['before']).length, 'earlier forecast of its own', 'earlier forecasts of its own'],
  ];
  const beside = others.flatMap(([n, one, many]) => (n === 0 ? [] : [counted(n, one, many)]));
  return html`<p>
      ${counted(reports.length, 'report')}${languages.length > 0 && ` in ${languages.join(', ')}`}.
      ${beside.length > 0 && `Also ${beside.join(', ')}.`} The price and its path, and the rules of the exchange.
    </p>
    ${
      reports.length === 0
        ? empty('No report bore on the question at that time.')
        : html`${byKind(reports)}
            <details open>
              <summary>The reports</summary>
              ${reportList(reports.slice(0, REPORTS_SHOWN), data.site)}
            </details>
            ${reports.length > REPORTS_SHOWN && folded(counted(reports.length - REPORTS_SHOWN, 'further report'), reportList(reports.slice(REPORTS_SHOWN), data.site))}`
    }`;
};

const REPORTS_SHOWN = 16;

const byKind = (reports: readonly SeenReport[]): Html =>
  table(
    'Reports that the model was shown, by kind of source',
    SOURCE_TYPES.map((type) => ({ type, own: reports.filter((one) => one.type === type) })).filter(
      ({ own }) => own.length > 0,
    ),
    [
      ['Kind of source', ({ type }) => kindName(type)],
      [{ figure: 'Reports' }, ({ own }) => count(own.length)],
      [{ figure: 'Cover the whole question' }, ({ own }) => count(own.filter(({ about }) => about).length)],
    ],
  );

const reportList = (reports: readonly SeenReport[], site: Site): Html =>
  html`<ul class="items">
    ${reports.map((one) => reportRow(one, site))}
  </ul>`;

const reportRow = ({ key, title, lang, type, source, at, url, number }: SeenReport, site: Site): Html =>
  html`<li ${number === null ? '' : trusted(`id="report-${number}"`)}>
    <p class="headline">
      ${number !== null && `[${number}] `}${title === null ? none('its words were withdrawn') : html`<a href="/log/${encodeURIComponent(key)}">${foreign(title, lang)}</a>`}
    </p>
    <p class="meta">
      ${sourceTypeMark(type)}<span>${outward(url, site.names.source(source))}</span>${time(at)}${lang !== null && html`<span>${languageName(lang)}</span>`}
    </p>
  </li>`;
