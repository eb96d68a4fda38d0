/** One paper trade from forecast to end, with the proof that the forecast came first. Pure. */
import { html, type Html, type HtmlValue } from '../common/html';
import type { ReceiptResponse } from '../receipts/receipt.dto';
import { renderPage } from './layout';
import {
  empty,
  fixed,
  none,
  percent,
  provenance,
  signedUsd,
  spoken,
  time,
  tradedMarket,
} from './words';

export const receiptPage = (receipt: ReceiptResponse, demo: boolean): string => {
  const json = `/api/receipt/${encodeURIComponent(receipt.trade_id)}.json`;
  const { prediction } = receipt;
  return renderPage({
    title: `Receipt ${receipt.trade_id}`,
    section: '/receipts',
    json,
    scripts: ['proof.js'],
    demo,
    body: html`<h1>Receipt: ${receipt.side} on ${tradedMarket(receipt)}</h1>
      <p class="lede">
        A trade on paper; no order was sent.
        ${receipt.population !== 'own' && 'Imported: this deployment did not register the forecast and proves nothing about when it was made.'}
      </p>
      <dl class="sums">
        <div>
          <dt>Bought</dt>
          <dd>
            ${receipt.side} at ${percent(receipt.entry_price, 1)}<small
              >${receipt.size} contracts, ${time(receipt.opened_at)}</small
            >
          </dd>
        </div>
        <div>
          <dt>Model</dt>
          <dd>
            ${percent(prediction.probability_yes, 1)} YES<small
              >confidence ${fixed(prediction.confidence)}, ${prediction.direction ?? none()}</small
            >
          </dd>
        </div>
        <div>
          <dt>End</dt>
          <dd>${end(receipt)}</dd>
        </div>
        <div>
          <dt><a href="/about#hit-rate">Gain</a></dt>
          <dd>
            ${receipt.net_pnl === null ? none('still open') : html`<span class="${receipt.net_pnl > 0 ? 'gain' : 'loss-figure'}">${signedUsd(receipt.net_pnl)}</span>`}<small
              >fees ${fixed((receipt.fee_usd ?? 0) + (receipt.exit_fee_usd ?? 0))} $</small
            >
          </dd>
        </div>
      </dl>
      <h2>What happened when</h2>
      <dl class="facts">
        <dt>Forecast made</dt>
        <dd>${time(prediction.made_at)} <code>${prediction.made_at ?? ''}</code></dd>
        <dt>Trade opened</dt>
        <dd>${time(receipt.opened_at)}</dd>
        <dt>Trade closed</dt>
        <dd>${time(receipt.closed_at)}</dd>
        <dt>Market resolved</dt>
        <dd>${settlement(receipt)}</dd>
        <dt>Middle price at entry</dt>
        <dd>${percent(receipt.entry_mid, 1)}</dd>
      </dl>
      <h2>Proof</h2>
      ${proof(receipt)} ${provenance('receipts', json)}`,
  });
};

const end = ({ exit_reason, exit_price, closed_at }: ReceiptResponse): HtmlValue =>
  exit_reason === null
    ? 'open'
    : html`${spoken(exit_reason)} at ${percent(exit_price, 1)}<small>${time(closed_at)}</small>`;

const settlement = ({ settlement: decided }: ReceiptResponse): HtmlValue =>
  decided === null
    ? 'not yet'
    : html`${time(decided.resolved_at)}:
      ${decided.outcome ?? spoken(decided.status)}${decided.settlement_yes_price !== null && html` at ${fixed(decided.settlement_yes_price)}`}`;

const proof = (receipt: ReceiptResponse): Html => {
  const { registry, proof: given, bundle_sha256: sha256, replay_bundle_id: bundle } = receipt;
  const own = html`<dt>Of this receipt</dt>
    <dd><code>${receipt.receipt_sha256}</code></dd>`;
  if (registry === null || given === null || sha256 === null || bundle === null)
    return html`${empty('The forecast behind this trade is not in the log of this deployment: only the receipt itself can be checked.')}
      <dl class="facts">${own}</dl>
      <div class="proof" data-trade="${receipt.trade_id}"></div>`;
  return html`<p>
      The forecast and everything that the model was shown are frozen in one bundle, whose hash
      stands in the log at position ${registry.leaf_index}, in the file of ${registry.date}, below a
      signed root of ${given.tree_size} records.
    </p>
    <dl class="facts">
      <dt>SHA-256 of the bundle</dt>
      <dd><code>${sha256}</code></dd>
      ${own}
      <dt>Root of the log</dt>
      <dd><code>${given.root_hash}</code></dd>
      <dt>Files</dt>
      <dd>
        <a href="/api/replay-bundle/${encodeURIComponent(bundle)}">bundle</a> ·
        <a href="/api/registry/${registry.date}.json">day-file</a> ·
        <a href="/api/registry/proof/${sha256}.json">inclusion proof</a> ·
        <a href="/api/registry/checkpoint">checkpoint</a>
      </dd>
    </dl>
    <div
      class="proof"
      data-trade="${receipt.trade_id}"
      data-bundle="${bundle}"
      data-sha256="${sha256}"
      data-date="${registry.date}"
    ></div>
    <noscript
      ><p>
        Without scripts: fetch the bundle, take the SHA-256 of its <code>bundle</code> member and
        compare. The documentation of proofs has the commands.
      </p></noscript
    >
    <details>
      <summary>Signed checkpoint</summary>
      <pre><code>${given.checkpoint}</code></pre>
    </details>`;
};
