// Screenshots of every page of a running deployment, wide and narrow, light and dark:
//   npm run screenshots -- http://127.0.0.1:8080 [folder] [widths, as 390,1440]
// Uses the Chromium of CHROMIUM_PATH, else /usr/bin/chromium. For manual review: fails only if a page does not respond.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [base = 'http://127.0.0.1:8080', folder = join('.vedette', 'screenshots'), widths = '390,1440'] =
  process.argv.slice(2);
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) {
  console.error(`No Chromium at ${executablePath}: install it, or name one by CHROMIUM_PATH`);
  process.exit(1);
}
mkdirSync(folder, { recursive: true });

/** Every page of the service, from its controllers: `markets/:exchange/:ticker`. */
const routes = () => {
  const controllers = join(import.meta.dirname, '..', 'src', 'delivery', 'pages');
  return readdirSync(controllers)
    .filter((name) => name.endsWith('.controller.ts'))
    .flatMap((name) => [...readFileSync(join(controllers, name), 'utf8').matchAll(/@PageRoute\('([^']*)'/g)])
    .map(([, path]) => path);
};

const json = async (path) => (await fetch(`${base}${path}`)).json();
const [markets, events, receipts, alerts, forecasts, sealed] = await Promise.all([
  json('/v1/markets?limit=100'),
  json('/v1/ontology/events?limit=1'),
  json('/api/receipts?limit=1&status=closed'),
  json('/v1/ontology/alerts?limit=1'),
  json('/v1/predictions?limit=1'),
  json('/api/registry/index.json'),
]);
// A market with as many features as possible.
const [market] = [...markets].sort(
  (a, b) =>
    Number(b.latest_prediction !== null) - Number(a.latest_prediction !== null) ||
    (b.confluence?.score ?? 0) - (a.confluence?.score ?? 0),
);

/** The day of the log with the most records. */
const day = sealed.toSorted((a, b) => b.n_records - a.n_records)[0]?.date;

/** Example of each parameterized page, name and path; undefined if the deployment has none yet. */
const EXAMPLES = {
  'log/:id': ['item', events[0] && `log/${encodeURIComponent(events[0].id)}`],
  'entities/:id': ['entity', 'entities/iran'],
  'alerts/:id': ['alert', alerts[0] && `alerts/${encodeURIComponent(alerts[0].id)}`],
  'markets/:exchange/:ticker': ['market', market && `markets/${market.exchange}/${encodeURIComponent(market.ticker)}`],
  'forecasts/:bundle': ['forecast', forecasts[0] && `forecasts/${encodeURIComponent(forecasts[0].id)}`],
  'receipts/:trade_id': ['receipt', receipts[0] && `receipts/${receipts[0].trade_id}`],
  'registry/:date': ['log-day', day && `registry/${day}`],
  'day/:name': ['day', day && `day/${day}`],
  'sources/:id': ['source', events[0] && `sources/${encodeURIComponent(events[0].source)}`],
  // Empty without a search text.
  search: ['search', 'search?q=iran'],
  ontology: ['ontology', 'ontology?entity=iran&to=brent'],
  verify: ['verify', receipts[0] ? `verify?q=${receipts[0].trade_id}` : 'verify'],
};
const pages = [...routes(), 'status', 'docs', 'problems'].map((route) => {
  if (route.includes(':') && EXAMPLES[route] === undefined)
    throw new Error(`No example of the page ${route}: name one in EXAMPLES`);
  return EXAMPLES[route] ?? [route === '' ? 'front' : route.replaceAll('/', '-'), route];
});

const browser = await chromium.launch({
  executablePath,
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
  ],
});
try {
  for (const colorScheme of ['light', 'dark'])
    for (const width of widths.split(',').map(Number)) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      for (const [name, path] of pages) {
        if (path === undefined) continue;
        const answer = await page.goto(`${base}/${path}`);
        if (!answer?.ok()) throw new Error(`/${path} answered ${answer?.status()}`);
        const file = join(folder, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({
          path: file,
          fullPage: name !== 'dataset-schema' && name !== 'log' && name !== 'docs',
        });
        console.log(file);
      }
      await context.close();
    }
} finally {
  await browser.close();
}
