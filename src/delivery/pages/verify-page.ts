import { html, type Html, type HtmlValue } from '../../platform/common/html';
import type { ProvenDocuments } from '../../registry/proofs/proven-documents';
import { renderPage } from './layout';
import type { Site } from './site';
import { recordShown, shown } from './shown';
import { empty, facts, folded, section } from './elements';
import { count, day } from './figures';

export interface VerifyPageData {
  readonly site: Site;
  readonly asked: string | null;
  /** The record of that id or hash; null if not found or nothing was requested. */
  readonly found: ProvenDocuments | null;
  readonly log: {
    readonly vkey: string;
    readonly treeSize: number;
    /** Last sealed day, or null before the first. */
    readonly sealedDate: string | null;
  } | null;
}

/** The id or hash in pasted text, which may be an address that ends in one. */
export const askedName = (given: unknown): string | null => {
  if (typeof given !== 'string') return null;
  const last = given.trim().split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  const name = last.replace(/\.json$/, '');
  return name === '' ? null : name.slice(0, 128);
};

export const verifyPage = (data: VerifyPageData): string =>
  renderPage({
    title: 'Check it yourself',
    section: '/about',
    scripts: ['proof.js'],
    path: '/verify',
    description:
      'Look up any forecast, trade or record of this log and check it in your browser, without believing the site.',
    site: data.site,
    body: html`<h1>Check it yourself</h1>
      <p class="lede">
        Nothing that this site says of its forecasts has to be believed. Each is recorded when it is made, in a log that
        only grows and that nobody, its operator included, can rewrite without being found out by a reader who was here
        before.
      </p>
      ${lookUp(data)} ${data.asked !== null && result(data)} ${savedReceipt()} ${wholeLog(data)} ${whatItTells()}`,
  });

const lookUp = ({ asked }: VerifyPageData): Html =>
  html`<form class="filters" method="get" action="/verify" role="search" aria-label="Find a record">
    <label class="wide"
      >Id, SHA-256 or address of a forecast, trade or other record; or a day<input
        name="q"
        value="${asked ?? ''}"
        maxlength="300"
        autocomplete="off"
        spellcheck="false"
        placeholder="rb-0f3c9a1b2c3d4e5f6071829300112233"
    /></label>
    <div class="actions"><button class="primary" type="submit">Find its record</button></div>
  </form>`;

const result = ({ asked, found }: VerifyPageData): HtmlValue => {
  const [one] = found?.documents ?? [];
  if (found === null || one === undefined)
    return empty(
      html`No record of this log has the id or hash <code>${asked}</code>. A forecast, trade or receipt that claims to
        be of this log and has no record here was not recorded here.`,
    );
  const { record, leafIndex } = one;
  const document = JSON.parse(one.text) as Readonly<Record<string, unknown>>;
  const { kind, leaf_index, made_at, sha256, document: text, ...short } = recordShown(record, leafIndex, document);
  return html`<article data-proven>
    <h2>Record ${shown('leaf_index', leaf_index)}: ${shown('kind', kind)}</h2>
    ${Object.entries(short).map(([name, value]) => html`<p>${shown(name, value)}</p>`)}
    ${facts([
      ['Recorded', html`${shown('made_at', made_at)} by the clock of this deployment`],
      ['SHA-256 of the document', html`<code>${shown('sha256', sha256)}</code>`],
      [
        'Files',
        html`<a href="/api/registry/document/${record.sha256}.json">document (JSON)</a> ·
          <a href="/api/registry/proof/${record.sha256}.json">inclusion proof (JSON)</a> ·
          <a href="/api/registry/${record.made_at.slice(0, 10)}.json">day-file (JSON)</a>
          ${related(record.kind, record.id, document)}`,
      ],
    ])}
    <div class="proof" data-document="${record.sha256}"></div>
    ${folded('The document in full', html`<pre tabindex="0"><code>${shown('document', text)}</code></pre>`)}
  </article>`;
};

const related = (kind: string, id: string, document: Readonly<Record<string, unknown>>): HtmlValue => {
  const trade = kind === 'trade' ? id : kind === 'exit' ? document['trade_id'] : null;
  if (typeof trade === 'string')
    return html` · <a href="/receipts/${encodeURIComponent(trade)}">receipt of its trade</a>`;
  return (
    kind === 'bundle' &&
    html` ·
      <a href="/forecasts/${encodeURIComponent(id)}">what the model saw and wrote</a> ·
      <a href="/api/replay-bundle/${encodeURIComponent(id)}">with the words of its sources (JSON)</a>`
  );
};

const savedReceipt = (): Html =>
  section(
    'receipt',
    'A receipt that you saved',
    html`<p>
        A receipt contains the records of its trade, their documents and their proofs. Choose it, or drop it here: it is
        checked in your browser and sent nowhere.
      </p>
      <div class="receipt-file"></div>
      <noscript>
        ${empty('Without scripts this page cannot open the file; the commands below do the same.')}
      </noscript>`,
  );

const wholeLog = ({ site: { base }, log }: VerifyPageData): Html =>
  html`<section aria-labelledby="whole">
    <h2 id="whole">The whole log</h2>
    <p>
      ${log === null ? 'The state of the log is not known right now.' : html`${count(log.treeSize)} records now${log.sealedDate !== null && html`, days closed up to ${day(log.sealedDate)}`}.`}
      With a copy of the program, from a place that you trust, the first command reads everything that is public here
      and recomputes it. The second reads the log and its main figures, in one file that you can read in an evening,
      with Python and openssl only.
    </p>
    <pre tabindex="0"><code>node bin/vedette.js verify ${base}
python3 tools/verify.py ${base}</code></pre>
    <p>One receipt, without any network:</p>
    <pre tabindex="0"><code>node bin/vedette.js verify --receipt FILE --vkey KEY</code></pre>
    ${
      log !== null &&
      html`<p>
          Signatures are made with this key. Keep a copy: only a key that reached you some other way tells whose log
          this is.
        </p>
        <pre tabindex="0"><code>${log.vkey}</code></pre>`
    }
  </section>`;

const whatItTells = (): Html =>
  html`<section aria-labelledby="tells">
    <h2 id="tells">What a check tells you, and what it cannot</h2>
    <div class="columns">
      <div>
        <h3>Checked</h3>
        <ul>
          <li>
            That a forecast is the one that was recorded: its probability, what the model was shown, the price of that
            moment, the reasoning.
          </li>
          <li>
            That its record stands in the log that the key signed, in its place, and cannot be taken out or moved.
          </li>
          <li>
            That every figure (gain, score, track record, dataset) follows from the records, and that no forecast that
            went wrong is missing from them.
          </li>
          <li>That each day’s list of markets says for every market whether it was forecast, and why not.</li>
        </ul>
      </div>
      <div>
        <h3>Not told by the log alone</h3>
        <ul>
          <li>
            When a record was made, by any clock but this deployment’s. Time stamps, witnesses and copies in the web
            archive tell, where there are any.
          </li>
          <li>What the exchanges decided. <code>--exchanges</code> asks Polymarket and Kalshi themselves.</li>
          <li>
            That no other log was shown to somebody else, or that this one was not made anew before you first came. Each
            check remembers what it saw, so that the next one can tell.
          </li>
          <li>Whether a forecast was any good. Only many outcomes show that.</li>
        </ul>
      </div>
    </div>
    <p>
      The button here is code from the same server. It finds a mistake or a page that was changed on its way; against a
      dishonest operator use a copy of the program that you have from elsewhere.
    </p>
  </section>`;
