import { html, type Html, type HtmlValue } from '../../platform/common/html';
import type { Environment } from '../../platform/config/environment';
import { SOURCE_TYPES } from '../../platform/common/source-type';
import type { SourceTypeSeed } from '../../confluence/source-type-seed.provider';
import { renderPage } from './layout';
import type { Site } from './site';
import { ABOUT_SECTIONS, ABOUT_STEPS } from './about-text';
import { empty, table } from './elements';
import { fixed } from './figures';
import { properName, sourceTypeMark, spoken } from './names';

interface AboutData {
  readonly site: Site;
  readonly environment: Pick<
    Environment,
    'publisher' | 'contact' | 'confluenceWindowHours' | 'anonymousPerHour' | 'analystPerHour' | 'partnerPerHour'
  >;
  readonly seed: SourceTypeSeed;
  readonly vkey: string | null;
  /** Captures of day files by state; `offReason` is set when captures are disabled. Null when unavailable. */
  readonly captures: { readonly offReason: string | null; readonly counts: Readonly<Record<string, number>> } | null;
}

export const aboutPage = (data: AboutData): string =>
  renderPage({
    title: 'How it works',
    description:
      'What happens every ten minutes, and how each figure of the site is computed: from the first report to the graded forecast.',
    path: '/about',
    section: '/about',
    site: data.site,
    body: html`<h1>How it works</h1>
      <p class="lede">
        ${data.environment.publisher} reads what the world says of war and diplomacy, compares prediction markets with a
        model, and proves that each forecast came before its outcome.
      </p>
      <ol class="columns steps">
        ${ABOUT_STEPS.map(
          ({ title, text, path, link }) =>
            html`<li>
              <h2>${title}</h2>
              <p>${text} <a href="${path}">${link}</a></p>
            </li>`,
        )}
      </ol>
      <h2>How each figure is computed</h2>
      <div class="columns">
        ${ABOUT_SECTIONS.map(
          ({ id, title, text, more }) =>
            html`<section>
              <h3 id="${id}">${title}</h3>
              ${folded(text, more)}
            </section>`,
        )}
      </div>
      ${weights(data)} ${key(data)} ${limits(data)} ${operator(data)}`,
  });

const folded = (text: string, further = ''): Html => {
  const [sentence = '', ...rest] = text.split(/(?<=\.) (?=[A-Z])/);
  const more = [rest.join(' '), further].filter((one) => one !== '');
  return more.length === 0
    ? html`<p>${sentence}</p>`
    : html`<details>
        <summary>${sentence}</summary>
        ${more.map((text) => html`<p>${text}</p>`)}
      </details>`;
};

const weights = ({ seed, environment }: AboutData): Html =>
  html`<section>
    <h2 id="weights">Credibility weights</h2>
    <p>
      One weight for each kind of source, set by hand and never fitted. They enter the weighted score only; the score as
      specified counts kinds and nothing else. Evidence loses half of its weight every ${seed.halfLifeHours} hours; the
      window is ${environment.confluenceWindowHours} hours.
    </p>
    <details>
      <summary>The weights, and why</summary>
      ${table('Credibility weights', SOURCE_TYPES, [
        ['Kind of source', sourceTypeMark],
        [{ figure: 'Weight' }, (type) => fixed(seed.weights[type], 1)],
        ['Why', (type) => seed.reasons[type]],
      ])}
      <p>
        Media of a party to a conflict are counted as such:
        ${Object.entries(seed.partyOf).map(([category, party], index): HtmlValue => html`${index > 0 && '; '}${spoken(category)} for ${properName(party)}`)}.
      </p>
    </details>
  </section>`;

const key = ({ vkey, captures, site: { base, demo } }: AboutData): Html =>
  html`<section>
    <h2 id="key">The key of the log</h2>
    ${
      vkey === null
        ? empty(
            'The key cannot be read right now: the database is away. It does not change; compare it with a copy that you kept.',
          )
        : html`<p>
              Checkpoints of the log are signed with this key. Keep a copy: a log that changes its key has something to
              explain.
            </p>
            <pre tabindex="0"><code>${vkey}</code></pre>`
    }
    <p>${captureWords(captures, demo)}</p>
    <p>
      Check everything from outside: <code>node bin/vedette.js verify ${base}</code>, or by hand as the documentation of
      proofs says, from <a href="/api/registry/index.json">the hash chain (JSON)</a>,
      <a href="/api/registry/checkpoint">the checkpoint (text)</a> and <a href="/api/registry/vkey">the key (text)</a>.
    </p>
  </section>`;

const captureWords = (captures: AboutData['captures'], demo: boolean): HtmlValue => {
  if (demo) return 'The web archive of this demo is as invented as its markets: its copies prove nothing.';
  if (captures === null) return 'How many copies the web archive holds is not known right now.';
  if (captures.offReason !== null)
    return `The web archive is not asked to copy day-files: ${captures.offReason}. Without such copies no record carries an anchor.`;
  const states = Object.entries(captures.counts);
  return states.length === 0
    ? 'The web archive was asked for no copy of a day-file yet.'
    : `Copies of day-files in the web archive: ${states.map(([state, n]) => `${n} ${state}`).join(', ')}. Only a copy that was read back and has our hash counts.`;
};

const operator = ({ environment: { publisher, contact } }: AboutData): HtmlValue =>
  contact !== null &&
  html`<section>
    <h2 id="contact">Contact</h2>
    <p>${publisher} runs this deployment. Report a fault or a weakness to <code>${contact}</code>.</p>
  </section>`;

const limits = ({ environment: rates }: AboutData): Html =>
  html`<section>
    <h2 id="limits">Limits</h2>
    <ul>
      <li>
        Everything is read-only. Trades are on paper; no order is ever sent, and no code that could send one exists.
      </li>
      <li>
        The API answers ${rates.anonymousPerHour} requests an hour without a key, ${rates.analystPerHour} with an
        analyst’s and ${rates.partnerPerHour} with a partner’s.
      </li>
      <li>
        The number of kinds of source says how many speak of what a market asks. It does not say that they agree, that
        they are right, or what will happen.
      </li>
      <li>
        Only names of places and actors that are listed here are found. What is written otherwise is missed, and a name
        with two bearers can be taken for the wrong one:
        <a href="/methodology#resolver">how often</a>.
      </li>
      <li>
        Sources fail, are blocked or fall silent, and whole regions can be under-reported for that reason alone; the
        front page says which are.
      </li>
      <li>
        While too few markets have resolved, no claim of skill is made and the figures that would suggest one are held
        back.
      </li>
    </ul>
  </section>`;
