/** One surge alert: what was counted against what is usual, and the reports that raised it. Pure. */
import { html } from '../common/html';
import { formatMillis } from '../common/utc-time';
import { clusterWords } from '../digest/changes';
import { itemList } from './items-list';
import { renderPage } from './layout';
import type { Site } from './site';
import type { AlertWithReports } from './pages.repository';
import { clockTime, counted, day, fixed } from './words';

export interface AlertPageData extends AlertWithReports {
  readonly site: Site;
}

export const alertPage = ({ site, alert, items }: AlertPageData): string => {
  const opened = formatMillis(alert.opened_at);
  const place = clusterWords(alert.cluster);
  const json = '/v1/ontology/alerts';
  return renderPage({
    title: `Surge: ${place}, ${day(opened)}`,
    path: `/alerts/${encodeURIComponent(alert.id)}`,
    section: '/',
    json,
    site,
    body: html`<p class="crumbs"><a href="/">Today</a> › Surge alerts</p>
      <h1>Surge: ${place}, ${day(opened)}</h1>
      <p class="lede">
        ${counted(alert.count, 'report')} by ${counted(alert.families, 'publisher')} within five
        minutes from ${clockTime(formatMillis(alert.window_start))} UTC, where
        ${fixed(alert.baseline)} are usual.
        ${alert.closed_at === undefined || alert.closed_at === null ? 'It is still open.' : html`It closed at ${clockTime(formatMillis(alert.closed_at))}.`}
      </p>
      <h2>The reports that raised it, the first one first</h2>
      ${itemList(
        items.map((item) => ({ ...item, at: formatMillis(item.at) })),
        site.names,
      )}
      <p class="provenance">
        <a href="/about#surge">How surges are found</a> · <a href="${json}">All alerts (JSON)</a> ·
        <a href="/v1/ontology/alerts.atom">Atom</a>
      </p>`,
  });
};
