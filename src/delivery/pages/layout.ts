/** Head, masthead, demo banner, footer. A page supplies title, body and the address of its JSON. */
import { html, trusted, type Html } from '../../platform/common/html';
import { formatMillis } from '../../platform/common/utc-time';
import { assetPath } from './assets.provider';
import type { Site } from './site';
import { clockTime, day } from './figures';

interface PageParts {
  readonly title: string;
  readonly description?: string;
  /** Canonical path, without parameters; absent for errors. */
  readonly path?: string;
  readonly section: string;
  readonly body: Html;
  readonly json?: string;
  /** Optional scripts of ours; the page works without them. */
  readonly scripts?: readonly string[];
  /** Structured data of schema.org (JSON-LD). */
  readonly linkedData?: Readonly<Record<string, unknown>>;
  /** For citations: when the content was made (RFC 3339, or a UTC day), and its hash. */
  readonly cite?: { readonly made: string; readonly sha256?: string };
  readonly site: Site;
}

const SECTIONS = [
  ['/', 'Today'],
  ['/markets', 'Markets'],
  ['/ontology', 'Places & actors'],
  ['/log', 'Reports'],
  ['/receipts', 'Track record'],
  ['/data', 'Data'],
  ['/about', 'How it works'],
] as const;

/** Pages without parameters, in the order of the sitemap. */
export const SITE_PATHS: readonly string[] = [
  ...SECTIONS.map(([path]) => path),
  '/alerts',
  '/sources',
  '/status',
  '/registry',
  '/verify',
  '/methodology',
  '/leaderboard',
  '/dataset/schema',
  '/docs',
];

export const DEMO_BANNER = 'Synthetic demo: every source, market, forecast and trade here is invented.';

const DESCRIPTION =
  'What is unusual in war and diplomacy today, and how prediction markets compare with a model whose forecasts were locked before the outcome.';

export const renderPage = (parts: PageParts): string => {
  const { title, section, body, json, scripts = [], site } = parts;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title === 'Vedette' ? title : `${title} · Vedette`}</title>
        <link rel="stylesheet" href="${assetPath('pages.css')}" />
        <link rel="icon" type="image/svg+xml" href="${assetPath('icon.svg')}" />
        <link rel="apple-touch-icon" href="${assetPath('touch-icon.png')}" />
        <link rel="alternate" type="application/atom+xml" title="Surge alerts" href="/v1/ontology/alerts.atom" />
        ${json !== undefined && html`<link rel="alternate" type="application/json" href="${json}" />`} ${shared(parts)}
        ${[...(site.updatedAt === null ? [] : ['times.js']), ...scripts].map((name) => html`<script type="module" src="${assetPath(name)}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        ${banner(site)}
        <header class="masthead">
          <p class="brand"><a href="/">Vedette</a></p>
          <nav aria-label="Sections">
            <ul>
              ${SECTIONS.map(([path, name]) => navigationItem(path, name, section))}
            </ul>
          </nav>
          <form method="get" action="/search" role="search" aria-label="Search the site">
            <input
              type="search"
              name="q"
              maxlength="200"
              aria-label="Search places, actors, markets, reports"
              placeholder="Search"
            />
          </form>
          ${updated(site)}
        </header>
        <main id="content" tabindex="-1">${body}${citation(parts)}</main>
        <footer>
          <p>
            Vedette watches reports of war and diplomacy and compares prediction markets with a model.
            ${site.publisher !== null && html`This deployment is run by ${site.publisher}.`}
          </p>
          <p>
            Times are UTC. Every figure says how it was computed. The model trades on paper only. Nothing here is
            advice.
          </p>
          <ul class="links">
            ${json !== undefined && html`<li><a href="${json}">This page (JSON)</a></li>`}
            <li><a href="/docs">API</a></li>
            <li><a href="/verify">Check it yourself</a></li>
            <li><a href="/methodology">How well it works</a></li>
            <li><a href="/leaderboard">Models side by side</a></li>
            <li><a href="/sources">Sources</a></li>
            <li><a href="/registry">The log of forecasts</a></li>
            <li><a href="/llms.txt">For language models (text)</a></li>
            <li><a href="/v1/ontology/alerts.atom">Alerts (Atom)</a></li>
            <li><a href="/problems">Errors explained</a></li>
          </ul>
        </footer>
      </body>
    </html> `.toString();
};

const citation = ({ title, path, cite, site }: PageParts): Html | false =>
  cite !== undefined &&
  path !== undefined &&
  html`<p class="provenance">
    Cite as: “${title}”, ${site.publisher ?? 'Vedette'}${site.demo && ' (synthetic demo)'}, ${day(cite.made)},
    ${site.base}${path}${cite.sha256 !== undefined && html`, SHA-256 <code>${cite.sha256}</code>`}
  </p>`;

const shared = (parts: PageParts): Html => {
  const { title, path, linkedData, site } = parts;
  const told = parts.description ?? DESCRIPTION;
  const description = site.demo ? `Synthetic demo. ${told}` : told;
  // The large picture shows an invented market, so it is used for the site, never for one question.
  const isOfSite = path !== undefined && SITE_PATHS.includes(path);
  return html`<meta name="description" content="${description}" /> ${
      path !== undefined &&
      html`<link rel="canonical" href="${site.base}${path}" />
        <meta property="og:url" content="${site.base}${path}" />
        <meta property="og:site_name" content="${site.demo ? 'Vedette, synthetic demo' : 'Vedette'}" />
        <meta property="og:type" content="website" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${description}" />
        <meta property="og:image" content="${site.base}${assetPath(isOfSite ? 'card.png' : 'touch-icon.png')}" />
        <meta property="og:image:alt" content="Vedette" />
        <meta name="twitter:card" content="${isOfSite ? 'summary_large_image' : 'summary'}" /> `
    }
    ${
      linkedData !== undefined &&
      html`<script type="application/ld+json">
        ${trusted(JSON.stringify(linkedData).replaceAll('<', '\\u003c'))}
      </script>`
    }`;
};

const banner = ({ demo, past }: Site): Html | false =>
  demo &&
  html`<aside class="banner" aria-label="Notice">
    ${DEMO_BANNER}${past !== null && html` Its past is being played: <b>${past}</b>. Reload to see more.`}
  </aside>`;

const updated = ({ updatedAt, nextAt }: Site): Html | false =>
  updatedAt !== null &&
  html`<p class="updated">
    <span data-instant="last">updated ${clockTime(formatMillis(updatedAt))}</span
    >${nextAt !== null && html` · <span data-instant="next">next ${clockTime(formatMillis(nextAt))}</span>`}
    <abbr>UTC</abbr>
  </p>`;

const navigationItem = (path: string, name: string, section: string): Html =>
  path === section
    ? html`<li><a href="${path}" aria-current="page">${name}</a></li>`
    : html`<li><a href="${path}">${name}</a></li>`;
