/** One HTML file without network or script, a function of its JSON: checkers can render it again. */
import { createHash } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '../../platform/common/durations';
import { clusterWords } from '../../digest/changes';
import { fieldsIn, fieldsOf, numberOf, textOf } from '../../platform/common/foreign-json';
import { html, trusted, type Html, type HtmlValue } from '../../platform/common/html';
import { sha256Hex } from '../../platform/common/sha256';
import type { ReceiptResponse } from '../../receipts/receipt.dto';
import { caseJson, type CaseContent, type CaseKind } from '../../verification/case';
import { saidIn } from '../pages/forecast-page';
import { DEMO_BANNER } from '../pages/layout';
import { cents, forecastShown, receiptShown, shareText } from '../pages/shown';
import { facts, folded, table } from '../pages/elements';
import { counted, day, none, time } from '../pages/figures';
import { outward } from '../pages/links';
import { spoken } from '../pages/names';

const STYLE = [
  ':root{color-scheme:light dark}',
  'body{max-width:50rem;margin:0 auto;padding:1.5rem;font:16px/1.5 system-ui,sans-serif;color:#1b1f24;background:#fff}',
  'h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.1rem;margin-top:2rem}a{color:inherit}',
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1rem}dt{color:#57606a}dd{margin:0}',
  'table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid #d0d7de}',
  '.scroll{overflow-x:auto}.unseen{position:absolute;clip-path:inset(50%)}.demo{color:#9a3412;font-weight:600}',
  'pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8125rem}code{overflow-wrap:anywhere}',
  '@media (prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}dt{color:#9aa4af}th,td{border-color:#30363d}.demo{color:#fdba74}}',
].join('');

export const CASE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface Told {
  readonly title: string;
  readonly made: string;
  readonly sha256: string | null;
  readonly body: Html;
}

type Records = readonly { readonly record: unknown; readonly document: unknown }[];

export const casePage = (content: CaseContent): string => {
  const told = TOLD[content.kind](content);
  const records = recordsIn(content);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${told.title.slice(0, 120)} · a case by Vedette</title>
        ${trusted(`<style>${STYLE}</style>`)}
      </head>
      <body>
        ${content.synthetic && html`<p class="demo">${DEMO_BANNER}</p>`}
        <h1>${told.title}</h1>
        ${told.body}
        <h2>What is proven</h2>
        ${proven(content, records)} ${evidence(content)}
        <h2>What is not in this file</h2>
        <p>${NOT_HERE[content.kind]} Whether the log was continued as it stands here, only the log tells.</p>
        <h2>How to check it</h2>
        <p>
          Compare the key of the log with a copy from somewhere that you trust, not with this file. Then, with Vedette
          from elsewhere, or with one file of Python that shares no code with it:
        </p>
        <pre>
node bin/vedette.js verify --case FILE --vkey KEY
python3 tools/verify.py --case FILE --vkey KEY</pre>
        <p>
          Both print what they verified: trust that, and not what this page shows.
          ${
            content.tlog_proof !== null &&
            html`Programs that know nothing of Vedette read the record beside the C2SP forms below: its leaf is the JSON
            of the record, keys sorted, without white space.`
          }
        </p>
        ${facts([
          ['Key, as this deployment states it', html`<code>${content.vkey}</code>`],
          ['Address', outward(content.url, content.url)],
          ['Written', html`${time(content.written_at)} by ${content.release}`],
        ])}
        <h2>How to cite it</h2>
        <p>
          “${told.title}”, Vedette${content.synthetic && ' (synthetic demo)'}, ${day(told.made)},
          ${content.url}${told.sha256 !== null && html`, SHA-256 <code>${told.sha256}</code>`}
        </p>
        <pre>${bibtex(content, told)}</pre>
        ${
          content.tlog_proof !== null &&
          folded(
            'For other programs: C2SP tlog-proof and tlog-policy',
            html`<pre id="tlog-proof">${content.tlog_proof}</pre>
              <pre id="tlog-policy">${content.policy}</pre>`,
          )
        }
        ${folded('Everything above as JSON, which both programs read', html`<pre id="case">${trusted(caseJson(content))}</pre>`)}
      </body>
    </html> `.toString();
};

const recordsIn = ({ receipt, records }: CaseContent): Records =>
  receipt === null ? records : (receipt as ReceiptResponse).records;

const documentOf = (content: CaseContent, kind: string): Readonly<Record<string, unknown>> | null => {
  const found = recordsIn(content).find(({ record }) => fieldsOf(record)['kind'] === kind);
  return found === undefined ? null : fieldsOf(found.document);
};

const ofReceipt = (content: CaseContent): Told => {
  const receipt = content.receipt as ReceiptResponse;
  const values = receiptShown(receipt);
  const bundle = documentOf(content, 'bundle');
  return {
    title: `A trade on paper: ${receipt.question ?? receipt.ticker}`,
    made: receipt.opened_at,
    sha256: receipt.receipt_sha256,
    body: html`<p>
        The model gave ${values['probability']}; the market ${values['entry_mid']}. It bought ${values['side']} at
        ${values['entry_price']} and ${values['result']}. No order was sent.
      </p>
      ${facts([
        ['Market', `${spoken(receipt.exchange)}, ${receipt.ticker}`],
        ['Forecast made', values['made_at']],
        ['Bought', html`${values['size']} contracts, ${values['opened_at']}`],
        ['End', values['end']],
        ['Closed', values['closed_at']],
        ['Gain', html`${values['net_pnl']}, after fees of ${values['fees']}`],
        ['Market resolved', values['settlement']],
      ])}
      ${bundle !== null && reasoning(bundle)}`,
  };
};

const ofForecast = (content: CaseContent): Told => {
  const bundle = documentOf(content, 'bundle') ?? {};
  const question = fieldsOf(fieldsOf(bundle['input'])['question']);
  const decided = documentOf(content, 'correction') ?? documentOf(content, 'settlement');
  const made = textOf(bundle['made_at']) ?? '';
  const values = forecastShown(saidIn(bundle, made));
  return {
    title: `A forecast: ${textOf(question['text']) ?? ''}`,
    made,
    sha256: hashOf(content, 'bundle'),
    body: html`${facts([
      ['Market', `${spoken(textOf(question['exchange']) ?? '')}, ${textOf(question['ticker']) ?? ''}`],
      ['Recorded', values['made_at']],
      ['Answer', html`${values['probability_yes']}, ${values['direction']}`],
      ['Its confidence', values['confidence']],
      ['The market then', values['market_yes_price']],
      ['Model', values['model']],
      [
        'Outcome',
        decided === null
          ? 'not recorded when this file was written'
          : html`${textOf(decided['outcome']) ?? spoken(textOf(decided['status']) ?? '')},
            ${time(textOf(decided['resolved_at']))}`,
      ],
    ])}
    ${reasoning(bundle)}`,
  };
};

const reasoning = (bundle: Readonly<Record<string, unknown>>): Html =>
  html`<h2>What the model wrote</h2>
    <p>${textOf(fieldsOf(bundle['prediction'])['reasoning']) ?? none()}</p>`;

const ofAlert = (content: CaseContent): Told => {
  const alert = fieldsOf(content.facts);
  const opened = textOf(alert['opened_at']) ?? '';
  const usual = (numberOf(alert['usual_per_minute']) ?? 0) * (DAY_MS / MINUTE_MS);
  return {
    title: `A surge of reports: ${clusterWords(textOf(alert['cluster']) ?? content.name)}`,
    made: opened,
    sha256: null,
    body: html`${facts([
        ['Opened', time(opened)],
        ['Closed', time(textOf(alert['closed_at']))],
        ['Reports', counted(content.evidence.length, 'report')],
        ['Usual', `${usual < 1 ? 'less than one' : Math.round(usual)} a day`],
      ])}
      <h2>Markets that it concerned</h2>
      ${table('Markets that it concerned', fieldsIn(alert['markets']), [
        ['Market', (market) => textOf(market['question'])],
        ['Price before', (market) => price(numberOf(market['price_before']))],
        ['Price after', (market) => price(numberOf(market['price_after']))],
      ])}
      <h2>Forecasts that it caused</h2>
      ${table('Forecasts that it caused', fieldsIn(alert['forecasts']), [
        ['Forecast', (one) => html`<code>${textOf(one['id'])}</code>`],
        ['Made', (one) => time(textOf(one['made_at']))],
        ['Model', (one) => `${shareText(numberOf(one['probability_yes']))} YES`],
        ['Market then', (one) => price(numberOf(one['market_yes_price']))],
      ])}`,
  };
};

const price = (value: number | null): HtmlValue => (value === null ? none() : cents(value));

const ofDay = (content: CaseContent): Told => ({
  title: `The day: ${day(content.name)}`,
  made: content.name,
  sha256: sha256Hex(content.day_file ?? ''),
  body: html`<pre>${textOf(fieldsOf(content.facts)['text'])}</pre>`,
});

const TOLD: Readonly<Record<CaseKind, (content: CaseContent) => Told>> = {
  receipt: ofReceipt,
  forecast: ofForecast,
  alert: ofAlert,
  day: ofDay,
};

const NOT_HERE: Readonly<Record<CaseKind, string>> = {
  receipt:
    'The articles themselves; the policy by which the trade was opened; other forecasts and trades; what the exchange says today.',
  forecast: 'The articles themselves; other forecasts, good or bad; what the exchange says today.',
  alert: 'The articles themselves; how usual counts were reached; reports that came after it closed.',
  day: 'The documents behind the records of the day; the articles; other days.',
};

const hashOf = (content: CaseContent, kind: string): string | null => {
  const found = recordsIn(content).map(({ record }) => fieldsOf(record));
  return textOf(found.find((record) => record['kind'] === kind)?.['sha256']);
};

const proven = (content: CaseContent, records: Records): Html => {
  if (records.length === 0)
    return html`<p>An alert is in no record of the log, and this one caused no forecast: nothing here is proven.</p>`;
  const clocks = content.clocks.map(({ statement }) => fieldsOf(statement));
  return html`<p>
      ${counted(records.length, 'record')} of a log that can only grow, each with the path from it to a head that the
      key signed.
      ${
        clocks.length === 0
          ? 'No clock outside has stated such a head: when they were written is the word of this deployment.'
          : html`Clocks outside had seen
            ${content.kind === 'day' ? 'the sealing of the day' : content.kind === 'alert' ? 'the first of them' : 'the forecast'}:
            ${clocks.map(
              (clock, index) =>
                html`${index > 0 && ', '}${textOf(clock['witness']) ?? textOf(clock['authority'])} by
                ${time(textOf(clock['time']))}`,
            )}.`
      }
    </p>
    ${table(
      'Records',
      records.map(({ record }) => fieldsOf(record)),
      [
        ['Kind', (record) => spoken(textOf(record['kind']) ?? '')],
        ['Written', (record) => time(textOf(record['made_at']))],
        ['SHA-256 of its document', (record) => html`<code>${textOf(record['sha256'])}</code>`],
      ],
    )}`;
};

const evidence = ({ evidence: reports, kind }: CaseContent): Html | false =>
  reports.length > 0 &&
  html`<h2>${kind === 'alert' ? 'The reports' : 'What the model was shown'}</h2>
    ${table('Reports, without their text', reports, [
      ['Published', ({ at }) => time(at)],
      ['Report', ({ url, title }) => outward(url, title ?? 'its words were withdrawn')],
      ['Publisher', ({ publisher }) => publisher],
      [
        'SHA-256 of its words',
        ({ content_sha256: hash }) => (hash === null ? none() : html`<code>${hash.slice(0, 16)}…</code>`),
      ],
    ])}`;

const bibtex = ({ kind, name, url, written_at: written, synthetic }: CaseContent, { title, made }: Told): string =>
  [
    `@misc{vedette-${kind}-${name.replace(/[^A-Za-z0-9-]/g, '-')},`,
    `  title = {${title.replace(/[{}\\%$#&_~^]/g, ' ')}},`,
    `  author = {{Vedette${synthetic ? ' (synthetic demo)' : ''}}},`,
    `  year = {${made.slice(0, 4)}},`,
    `  url = {${url}},`,
    `  note = {Written ${written.slice(0, 10)}}`,
    '}',
  ].join('\n');
