// Screenshots of every page of a running deployment, wide and narrow, light and dark:
//   npm run screenshots -- http://127.0.0.1:8080 [folder]
// Uses the Chromium of CHROMIUM_PATH, else /usr/bin/chromium. Pictures are for looking at: nothing fails
// here but a page that does not answer.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [base = 'http://127.0.0.1:8080', folder = join('.vedette', 'screenshots')] =
  process.argv.slice(2);
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) {
  console.error(`No Chromium at ${executablePath}: install it, or name one by CHROMIUM_PATH`);
  process.exit(1);
}
mkdirSync(folder, { recursive: true });

const json = async (path) => (await fetch(`${base}${path}`)).json();
const [markets, events, receipts] = await Promise.all([
  json('/v1/markets?limit=100'),
  json('/v1/ontology/events?limit=1'),
  json('/api/receipts?limit=1&status=closed'),
]);
// A market that shows what there is to show.
const [market] = [...markets].sort(
  (a, b) =>
    Number(b.latest_prediction !== null) - Number(a.latest_prediction !== null) ||
    (b.confluence?.score ?? 0) - (a.confluence?.score ?? 0),
);

const pages = {
  front: '/',
  log: '/log',
  item: events[0] && `/log/${encodeURIComponent(events[0].id)}`,
  ontology: '/ontology?entity=iran&to=brent',
  entity: '/entities/iran',
  markets: '/markets',
  market: market && `/markets/${market.exchange}/${encodeURIComponent(market.ticker)}`,
  receipts: '/receipts',
  receipt: receipts[0] && `/receipts/${receipts[0].trade_id}`,
  methodology: '/methodology',
  about: '/about',
  schema: '/dataset/schema',
};

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
    for (const width of [390, 1440]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(pages)) {
        if (path === undefined) continue;
        const answer = await page.goto(`${base}${path}`);
        if (!answer?.ok()) throw new Error(`${path} answered ${answer?.status()}`);
        const file = join(folder, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({
          path: file,
          clip: undefined,
          fullPage: name !== 'schema' && name !== 'log',
        });
        console.log(file);
      }
      await context.close();
    }
} finally {
  await browser.close();
}
