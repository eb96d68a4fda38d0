import { html, type Html } from '../../platform/common/html';
import type { ReceiptResponse } from '../../receipts/receipt.dto';
import { renderPage } from './layout';
import { seenSentence } from './outside-words';
import type { Site } from './site';
import { aheadWords, recordLine, type RecordedWhen } from './record-line';
import { receiptShown, resultWords, shown } from './shown';
import { empty, facts } from './elements';
import { count } from './figures';
import { provenance, tradedMarket } from './links';

interface ReceiptPageData {
  readonly site: Site;
  readonly receipt: ReceiptResponse;
  readonly when: RecordedWhen | null;
}

export const receiptPage = ({ site, receipt, when }: ReceiptPageData): string => {
  const json = `/api/receipt/${encodeURIComponent(receipt.trade_id)}.json`;
  const { prediction, settlement } = receipt;
  const values = receiptShown(receipt);
  const bound = (name: string): Html => shown(name, values[name]);
  return renderPage({
    title: `Receipt: ${receipt.question ?? receipt.ticker}`,
    description: `A trade on paper: ${receipt.side} at ${Math.round(receipt.entry_price * 100)} ¢, ${resultWords(receipt.net_pnl)}. With the proof that its forecast came before the outcome.`,
    path: `/receipts/${encodeURIComponent(receipt.trade_id)}`,
    section: '/receipts',
    json,
    scripts: ['proof.js'],
    cite: { made: receipt.opened_at, sha256: receipt.receipt_sha256 },
    site,
    body: html`<p class="crumbs"><a href="/receipts">Track record</a> › ${shown('question', tradedMarket(receipt))}</p>
      <h1>
        The model gave ${bound('probability')}; the market ${bound('entry_mid')}. It bought ${bound('side')} at
        ${bound('entry_price')} and ${bound('result')}.
      </h1>
      <p class="lede">
        ${prediction.made_at !== null && aheadWords(prediction.made_at, settlement)} A trade on paper: no order was
        sent.
        ${receipt.population !== 'own' && 'Imported: this deployment did not register the forecast and proves nothing about when it was made.'}
      </p>
      ${when !== null && recordLine(when)} ${proof(receipt, when, site)}
      <h2>The trade</h2>
      ${facts([
        ['Forecast made', html`${bound('made_at')} <code>${prediction.made_at ?? ''}</code>`],
        ['The model', html`${bound('direction')}, with confidence ${bound('confidence')}`],
        ['Bought', html`${bound('size')} contracts, ${bound('opened_at')}`],
        ['End', bound('end')],
        ['Closed', bound('closed_at')],
        [html`<a href="/about#hit-rate">Gain</a>`, html`${bound('net_pnl')}, after fees of ${bound('fees')}`],
        ['Market resolved', bound('settlement')],
        ['Earlier results from the exchange', bound('corrections')],
      ])}
      ${provenance('receipts', json)}`,
  });
};

const proof = (receipt: ReceiptResponse, when: RecordedWhen | null, { demo }: Site): Html => {
  const { registry, proof: given, bundle_sha256: sha256, replay_bundle_id: bundle } = receipt;
  if (when === null || registry === null || given === null || sha256 === null || bundle === null)
    return html`${empty('The forecast behind this trade is not in the log of this deployment: only the receipt itself can be checked.')}
      <div class="proof" data-trade="${receipt.trade_id}"></div>
      <p>
        <small>SHA-256 of this receipt <code>${receipt.receipt_sha256}</code></small>
      </p>`;
  return html`<p>
      The forecast is entry ${count(registry.leaf_index)} of a log of ${count(given.tree_size)}: it cannot be changed
      without everyone seeing it. ${seenSentence(when.madeAt, when.resolvedAt, when.sights)}
      ${demo && when.sights.length > 0 && 'Who saw it here is part of this demo, and as invented as its markets.'}
    </p>
    <div
      class="proof"
      data-trade="${receipt.trade_id}"
      data-bundle="${bundle}"
      data-sha256="${sha256}"
      data-date="${registry.date}"
    ></div>
    <noscript
      ><p>
        Without scripts: save the receipt and check it with
        <a href="/verify#whole">a program that does not trust this site</a>.
      </p></noscript
    >
    <p class="actions">
      <a href="/forecasts/${encodeURIComponent(bundle)}">What the model saw and wrote</a>
      <a href="/api/receipt/${encodeURIComponent(receipt.trade_id)}.json" download>Save this receipt (JSON)</a>
      <a href="/case/receipt/${encodeURIComponent(receipt.trade_id)}.html" download>Save the whole case (one file)</a>
      <a href="/verify#whole">Verify without us</a>
    </p>
    <details>
      <summary>Hashes and files</summary>
      ${facts([
        ['SHA-256 of the bundle', html`<code>${sha256}</code>`],
        ['Of this receipt', html`<code>${receipt.receipt_sha256}</code>`],
        ['Root of the log', html`<code>${given.root_hash}</code>`],
        [
          'Files',
          html`<a href="/api/replay-bundle/${encodeURIComponent(bundle)}">bundle (JSON)</a> ·
            <a href="/api/registry/${registry.date}.json">day-file (JSON)</a> ·
            <a href="/api/registry/proof/${sha256}.json">inclusion proof (JSON)</a> ·
            <a href="/api/registry/checkpoint">checkpoint (text)</a>`,
        ],
      ])}
      <pre tabindex="0"><code>${given.checkpoint}</code></pre>
    </details>`;
};
