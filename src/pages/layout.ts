/**
 * The frame of every page: head, masthead with the navigation, the demo's banner, footer. A page is a
 * title, a body and the address of the same facts as JSON; everything else is here.
 */
import { html, type Html } from '../common/html';
import { assetPath } from './assets.provider';

export interface PageParts {
  readonly title: string;
  /** Path of the section in the navigation that the page belongs to. */
  readonly section: string;
  readonly body: Html;
  /** Address of the same facts as JSON. */
  readonly json?: string;
  /** Scripts of ours that the page gains by; it reads without them. */
  readonly scripts?: readonly string[];
  /** Whether everything shown is invented. */
  readonly demo: boolean;
}

const SECTIONS = [
  ['/', 'Today'],
  ['/markets', 'Markets'],
  ['/ontology', 'Places & actors'],
  ['/log', 'Reports'],
  ['/receipts', 'Track record'],
  ['/dataset/schema', 'Data'],
  ['/about', 'How it works'],
] as const;

export const DEMO_BANNER =
  'Synthetic demo: every source, market, forecast and trade on this site is invented. Nothing here is news.';

/** A whole document. */
export const renderPage = ({ title, section, body, json, scripts = [], demo }: PageParts): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title === 'Vedette' ? title : `${title} · Vedette`}</title>
        <link rel="stylesheet" href="${assetPath('pages.css')}" />
        <link rel="icon" type="image/svg+xml" href="${assetPath('icon.svg')}" />
        <link
          rel="alternate"
          type="application/atom+xml"
          title="Surge alerts"
          href="/v1/ontology/alerts.atom"
        />
        ${json !== undefined && html`<link rel="alternate" type="application/json" href="${json}" />`}
        ${scripts.map((name) => html`<script type="module" src="${assetPath(name)}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        ${demo && html`<aside class="banner" aria-label="Notice">${DEMO_BANNER}</aside>`}
        <header class="masthead">
          <p class="brand"><a href="/">Vedette</a></p>
          <nav aria-label="Sections">
            <ul>
              ${SECTIONS.map(([path, name]) => navigationItem(path, name, section))}
            </ul>
          </nav>
        </header>
        <main id="content" tabindex="-1">${body}</main>
        <footer>
          <p>
            Times are UTC. Every figure says how it was computed. The model trades on paper only.
            Nothing here is advice.
          </p>
          <ul class="links">
            ${json !== undefined && html`<li><a href="${json}">This page (JSON)</a></li>`}
            <li><a href="/docs">API</a></li>
            <li><a href="/methodology">How well it works</a></li>
            <li><a href="/llms.txt">For language models (text)</a></li>
            <li><a href="/v1/ontology/alerts.atom">Alerts (Atom)</a></li>
            <li><a href="/problems">Errors explained</a></li>
          </ul>
        </footer>
      </body>
    </html> `.toString();

const navigationItem = (path: string, name: string, section: string): Html =>
  path === section
    ? html`<li><a href="${path}" aria-current="page">${name}</a></li>`
    : html`<li><a href="${path}">${name}</a></li>`;
