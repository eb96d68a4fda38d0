/** One paper trade from forecast to end, with the proof that the forecast came first. Pure. */
import { html, type Html } from '../common/html';
import type { ReceiptResponse } from '../receipts/receipt.dto';
import type { FirstSight } from '../registry/outside-clock.repository';
import { renderPage } from './layout';
import { seenSentence } from './outside-words';
import type { Site } from './site';
import { receiptShown, shown } from './shown';
import { empty, provenance, tradedMarket } from './words';

/** @param sights of the forecast by clocks outside */
export const receiptPage = (
  receipt: ReceiptResponse,
  site: Site,
  sights: readonly FirstSight[] = [],
): string => {
  const json = `/api/receipt/${encodeURIComponent(receipt.trade_id)}.json`;
  const { prediction } = receipt;
  const values = receiptShown(receipt);
  const bound = (name: string): Html => shown(name, values[name]);
  return renderPage({
    title: `Receipt ${receipt.trade_id}`,
    path: `/receipts/${encodeURIComponent(receipt.trade_id)}`,
    section: '/receipts',
    json,
    scripts: ['proof.js'],
    site,
    body: html`<p class="crumbs">
        <a href="/receipts">Track record</a> › ${shown('question', tradedMarket(receipt))}
      </p>
      <h1>
        The model bought ${bound('side')} at ${bound('entry_price')}:
        ${receipt.net_pnl === null ? 'still open' : bound('net_pnl')}
      </h1>
      <p class="lede">
        Its forecast was ${bound('probability_yes')}; the market stood at ${bound('entry_mid')}. A
        trade on paper; no order was sent.
        ${receipt.population !== 'own' && 'Imported: this deployment did not register the forecast and proves nothing about when it was made.'}
      </p>
      <dl class="sums">
        <div>
          <dt>Bought</dt>
          <dd>
            ${bound('side')} at ${bound('entry_price')}<small
              >${bound('size')} contracts, ${bound('opened_at')}</small
            >
          </dd>
        </div>
        <div>
          <dt>Model</dt>
          <dd>
            ${bound('probability_yes')}<small
              >confidence ${bound('confidence')}, ${bound('direction')}</small
            >
          </dd>
        </div>
        <div>
          <dt>End</dt>
          <dd>${bound('end')}</dd>
        </div>
        <div>
          <dt><a href="/about#hit-rate">Gain</a></dt>
          <dd>${bound('net_pnl')}<small>fees ${bound('fees')}</small></dd>
        </div>
      </dl>
      <h2>What happened when</h2>
      <dl class="facts">
        <dt>Forecast made</dt>
        <dd>${bound('made_at')} <code>${prediction.made_at ?? ''}</code></dd>
        <dt>Trade opened</dt>
        <dd>${bound('opened_at')}</dd>
        <dt>Trade closed</dt>
        <dd>${bound('closed_at')}</dd>
        <dt>Market resolved</dt>
        <dd>${bound('settlement')}</dd>
        <dt>What the exchange had said before</dt>
        <dd>${bound('corrections')}</dd>
        <dt>Market price then, YES</dt>
        <dd>${bound('entry_mid')}</dd>
      </dl>
      <h2>Proof</h2>
      ${seen(receipt, site, sights)} ${proof(receipt)} ${provenance('receipts', json)}`,
  });
};

/** What clocks outside say of the moment of the forecast, which nothing in the receipt itself can say. */
const seen = (
  { prediction, settlement, registry }: ReceiptResponse,
  { demo }: Site,
  sights: readonly FirstSight[],
): Html | null =>
  registry === null || prediction.made_at === null
    ? null
    : html`<p>
        ${seenSentence(prediction.made_at, settlement?.resolved_at ?? null, sights)}
        ${demo && sights.length > 0 && 'They are part of this demo, and as invented as its markets.'}
      </p>`;

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
        <a href="/forecasts/${encodeURIComponent(bundle)}">the forecast</a> ·
        <a href="/api/replay-bundle/${encodeURIComponent(bundle)}">its bundle (JSON)</a> ·
        <a href="/api/registry/${registry.date}.json">day-file (JSON)</a> ·
        <a href="/api/registry/proof/${sha256}.json">inclusion proof (JSON)</a> ·
        <a href="/api/registry/checkpoint">checkpoint (text)</a>
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
      <pre tabindex="0"><code>${given.checkpoint}</code></pre>
    </details>`;
};
