/** Framed by other sites: no script, no other request, one inline style whose hash is in the policy. */
import { marketPath } from '../../markets/market-key';
import { createHash } from 'node:crypto';
import { html, trusted } from '../../platform/common/html';
import type { MarketDetailResponse } from '../../markets/markets.dto';
import { modelFigure, percent, time } from './figures';
import { decisionOf, spoken } from './names';

const STYLE = [
  ':root{color-scheme:light dark}',
  'body{margin:0;padding:12px 14px;font:14px/1.45 system-ui,sans-serif;color:#1b1f24;background:#fff}',
  'h1{font-size:15px;margin:0 0 8px;overflow-wrap:anywhere}',
  'dl{display:flex;flex-wrap:wrap;gap:4px 22px;margin:0 0 8px}',
  'dt,dd time{color:#57606a;font-size:12px;font-weight:400}dd{margin:0;font-size:20px;font-weight:600}',
  'p{margin:0;color:#57606a;font-size:12px}a{color:inherit}.demo{color:#9a3412;margin-bottom:6px}',
  '@media (prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}dt,p,dd time{color:#9aa4af}.demo{color:#fdba74}}',
].join('');

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export const EMBED_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors *`;

/** @param now UTC ms @param synthetic whether market and forecast are synthetic */
export const embedPage = (market: MarketDetailResponse, base: string, now: number, synthetic: boolean): string => {
  const { question, exchange, yes_price: price, latest_prediction: forecast } = market;
  const kinds = market.confluence?.source_type_count ?? null;
  const decision = decisionOf(market);
  const address = `${base}${marketPath(market)}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${question.slice(0, 120)} · Vedette</title>
        <link rel="canonical" href="${address}" />
        ${trusted(`<style>${STYLE}</style>`)}
      </head>
      <body>
        ${synthetic && html`<p class="demo">Synthetic demo: market and forecast are invented.</p>`}
        <h1>${question}</h1>
        <dl>
          <div>
            <dt>${decision === null ? `${spoken(exchange)}, YES` : 'Outcome'}</dt>
            <dd>${decision ?? percent(price)}</dd>
          </div>
          <div>
            <dt>Model, YES</dt>
            <dd>${forecast === null ? 'no forecast' : modelFigure(forecast, now)}</dd>
          </div>
          ${
            kinds !== null &&
            html`<div>
              <dt>Kinds of source today</dt>
              <dd>${kinds}</dd>
            </div>`
          }
        </dl>
        <p>
          ${decision === null && market.quoted_at !== null && html`Price of ${time(market.quoted_at)} UTC. `}<a
            href="${address}"
            target="_blank"
            rel="noopener"
            >Evidence and proof at Vedette</a
          >
        </p>
      </body>
    </html> `.toString();
};
