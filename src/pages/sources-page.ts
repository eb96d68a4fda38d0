/** Every source with how it fares, those that fail first. Pure. */
import { html, type HtmlValue } from '../common/html';
import type { SourceResponse } from '../ingestion/sources.dto';
import { renderPage } from './layout';
import type { Site } from './site';
import { count, none, outward, spoken, table, time } from './words';

export interface SourcesPageData {
  readonly site: Site;
  readonly sources: readonly SourceResponse[];
}

const JSON_PATH = '/v1/sources';
const ORDER = ['down', 'disabled', 'stale', 'quiet', 'ok'];

export const sourcesPage = ({ site, sources }: SourcesPageData): string => {
  const working = sources.filter(({ state }) => !['down', 'disabled'].includes(state)).length;
  const ranked = [...sources].sort(
    (a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || (a.name < b.name ? -1 : 1),
  );
  return renderPage({
    title: 'Sources',
    path: '/sources',
    section: '/about',
    json: JSON_PATH,
    site,
    body: html`<h1>${working} of ${sources.length} sources are working</h1>
      <p class="lede">
        Each is asked every ten minutes, on its own: one that fails delays no other.
      </p>
      ${table(
        'Sources, those that fail first',
        ['Source', 'State', 'Kind', 'Language', { figure: 'Reports, 24 h' }, 'Last answer'],
        ranked.map((source) => [
          html`<span id="${source.id}">${outward(source.url, source.name)}</span>`,
          state(source),
          spoken(source.source_type ?? source.kind),
          source.lang ?? none('several'),
          count(source.items_24h),
          time(source.last_success_at),
        ]),
      )}
      <p class="provenance">
        <a href="/about#sources">What the states mean</a> · <a href="${JSON_PATH}">JSON</a>
      </p>`,
  });
};

const state = ({ state: name, reason }: SourceResponse): HtmlValue =>
  html`<span class="swatch state-${name}"></span
    >${spoken(name)}${reason !== null && html`<br /><small>${reason}</small>`}`;
