import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { renderPage } from './layout';
import type { Site } from './site';
import { empty, facts, notice, table } from './elements';
import { count, counted, none, time } from './figures';
import { marketLink, seeAlso } from './links';
import { foreign, spoken } from './names';
import type { StatusResponse, TickSummaryResponse } from '../../pipeline/status.dto';

const JSON_PATH = '/v1/status';

export const statusPage = (site: Site, status: StatusResponse): string => {
  const { last_tick: tick, data_folder: folder } = status;
  return renderPage({
    title: 'Status',
    description: sentence(tick),
    path: '/status',
    section: '/about',
    json: JSON_PATH,
    site,
    body: html`<p class="crumbs"><a href="/sources">Sources</a> › Status</p>
      <h1>${sentence(tick)}</h1>
      <p class="lede">
        Every ten minutes the sources and both exchanges are asked, reports are tied to what they are about, and markets
        are scored, settled and forecast.
      </p>
      ${folder !== undefined && notice(folder)} ${diskNotice(status.disk)}
      ${status.clock !== undefined && notice(`${status.clock} Until it is set, sources and exchanges are asked, and nothing that they say is stored.`)}
      ${list(
        'Not asked for a while',
        (status.paused_upstreams ?? []).map(
          ({ name, until }) => html`<code>${name}</code> failed repeatedly; it is asked again at ${time(until)}.`,
        ),
      )}
      ${list('Upstreams that change', status.upstream_warnings ?? [])}
      ${tick === null ? empty('The first update is on its way; it takes a minute or two.') : lastUpdate(tick, status, site)}
      ${spending(status.spending)}
      <p>
        For the operator: <code>node bin/vedette.js check</code> asks each upstream once and says what it costs;
        <code>docs/operate.md</code> and <code>docs/build.md</code> of the program say how to run it and how to add a
        feed.
      </p>
      ${seeAlso(['/sources', 'How each source fares'], [JSON_PATH, 'JSON'])}`,
  });
};

const sentence = (tick: TickSummaryResponse | null): string => {
  if (tick === null) return 'Nothing was updated yet';
  const took = `The last update took ${tick.duration_seconds < 10 ? tick.duration_seconds.toFixed(1) : Math.round(tick.duration_seconds)} seconds`;
  if (tick.outcome !== 'completed') return `${took} and was stopped early`;
  const failed = tick.undone.length + tick.exchange_failures.length;
  return `${took}${failed === 0 ? '' : `; ${counted(failed, 'part')} of it failed`}`;
};

const lastUpdate = (tick: TickSummaryResponse, status: StatusResponse, site: Site): Html => {
  const { items, markets, alerts, forecasts, undone } = tick;
  const rows: readonly (readonly [string, HtmlValue])[] = [
    ['Began', time(tick.started_at)],
    ['Next', status.next_tick_at === null ? none('this process asks nobody') : time(status.next_tick_at)],
    ['Reports', `${counted(items.new, 'new one')}, ${count(items.edited)} changed by their source`],
    [
      'Markets',
      `${counted(markets.discovered, 'new one')}; ${count(markets.changed)} of ${counted(markets.quoted, 'price')} changed; ${count(markets.settled)} decided`,
    ],
    ['Surges', `${count(alerts.opened)} opened, ${count(alerts.closed)} over`],
    [
      'Forecasts',
      forecasts.off_reason === null
        ? `${counted(forecasts.predicted, 'forecast')} from ${counted(forecasts.asked, 'question')} to the model; ${counted(forecasts.traded, 'trade')} on paper`
        : `none: ${forecasts.off_reason}`,
    ],
    ['Waiting longest for a forecast', waiting(status)],
    ['Free disk', status.disk === null ? none('not measured') : `${status.disk.free_gb} GB`],
  ];
  return html`${facts(rows)}
  ${
    undone.length > 0 &&
    html`<h2>Not done</h2>
      ${table('Parts of the update that were not done', undone, [
        ['Part', ({ stage }) => spoken(stage)],
        ['State', ({ state }) => spoken(state)],
        ['Why', ({ reason }) => reason ?? none('not said')],
      ])}`
  }
  ${list('Models without a forecast', forecasts.reasons)}
  ${list('Exchanges that did not answer', tick.exchange_failures)}
  ${
    tick.sources_changed.length > 0 &&
    html`<h2>Sources that changed</h2>
      ${table('Sources whose state changed', tick.sources_changed, [
        ['Source', ({ source }) => html`<a href="/sources#${source}">${site.names.source(source)}</a>`],
        ['From', ({ from }) => spoken(from)],
        ['To', ({ to }) => spoken(to)],
        ['Why', ({ reason }) => reason],
      ])}`
  }
  ${list(
    'What sources sent that was not believed',
    tick.warnings.map(({ source, warning }) => `${site.names.source(source)}: ${warning}`),
  )}`;
};

const SCARCE_DAYS = 14;

const diskNotice = (disk: StatusResponse['disk']): Html | false =>
  disk !== null &&
  disk.days_left !== null &&
  disk.days_left < SCARCE_DAYS &&
  html`<p class="notice">
    The disk has room for ${counted(disk.days_left, 'day')} at the present pace (${disk.free_gb} GB free). Lower
    <code>RETENTION_DAYS</code> or give it more.
  </p>`;

const USES: Readonly<Record<string, string>> = {
  recorded: 'recorded forecasts',
  arm: 'answers without prices or evidence',
  shadow: 'other models',
  judge: 'the judge of evidence',
  posts: 'posts on X',
};

const dollars = (usd: number): string => `$${usd.toFixed(2)}`;

const spending = (purses: StatusResponse['spending']): Html | false => {
  const rows = purses.flatMap(({ uses }) => uses);
  return (
    rows.length > 0 &&
    html`<h2>Money today</h2>
      <p>
        ${purses.map(
          ({ purse, spent_usd, limit_usd, month_usd }) =>
            html`${dollars(spent_usd)} of ${dollars(limit_usd)} for ${purse === 'x' ? 'X' : 'models'},
            ${dollars(month_usd)} this month. `,
        )}
      </p>
      ${table('What was paid for today, UTC', rows, [
        ['For', ({ use }) => USES[use] ?? use],
        ['Requests', ({ requests }) => count(requests)],
        ['Cost', ({ usd }) => dollars(usd)],
        ['Tokens read', (one) => count(one.tokens_in)],
        ['Tokens written', (one) => count(one.tokens_out)],
      ])}`
  );
};

const waiting = ({ longest_wait: wait }: StatusResponse): HtmlValue =>
  wait === null
    ? none('no market is open')
    : html`${marketLink(wait, foreign(wait.question, null))}, for
      ${wait.hours < 48 ? counted(Math.round(wait.hours), 'hour') : counted(Math.round(wait.hours / 24), 'day')}`;

const list = (name: string, sentences: readonly HtmlValue[]): Html | false =>
  sentences.length > 0 &&
  html`<h2>${name}</h2>
    <ul>
      ${sentences.map((one) => html`<li>${one}</li>`)}
    </ul>`;
