/** The pages as sent: their contents, their security headers, and their links, none of which is broken. */
import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { load } from 'cheerio';
import { LOG_DAY, A_SOURCE, HOSTILE_TITLES, openPagesWorld, type PagesWorld } from '../support/pages-world';
import { readAnswerLines } from '../../src/leaderboard/answer-lines';
import { counted } from '../../src/delivery/pages/figures';

jest.setTimeout(120_000);

const HTML = 'text/html; charset=utf-8';

const LINKS_OF_A_KIND = 10;

/** The folder of an address and the names of its parameters: such links are made by one line of code. */
const kindOf = (address: string): string => address.replace(/\/[^/?]*(?=$|\?)/, '/').replace(/=[^&]*/g, '');

describe('pages', () => {
  let world: PagesWorld;
  let paths: readonly string[];

  beforeAll(async () => {
    world = await openPagesWorld();
    paths = [
      '/',
      `/day/${LOG_DAY}`,
      '/log',
      '/log/item-000',
      '/ontology',
      '/ontology?entity=hezbollah&depth=2&to=brent',
      '/entities/iran',
      '/markets',
      '/markets?view=grid',
      '/markets?status=settled',
      '/search',
      '/search?q=iran',
      '/data',
      '/registry',
      `/registry/${LOG_DAY}`,
      '/sources',
      `/sources/${A_SOURCE}`,
      '/status',
      `/forecasts/${world.bundleId}`,
      '/alerts',
      `/alerts/${world.alertId}`,
      '/markets/kalshi/A',
      '/markets/kalshi/B',
      '/markets/kalshi/C',
      '/receipts',
      '/receipts?population=import:old',
      `/receipts/${world.tradeId}`,
      '/methodology',
      '/leaderboard',
      '/about',
      '/verify',
      `/verify?q=${world.tradeId}`,
      '/verify?q=%3Cb%3Ebold%3C/b%3E',
      '/dataset/schema',
      '/problems',
      '/problems/rate-limited',
    ];
  }, 300_000);
  afterAll(() => world.close());

  /** Pages and their files, read once for all tests, because they do not change meanwhile. */
  const kept = new Map<string, Promise<Received>>();
  const received = (path: string): Promise<Received> => {
    const answer = kept.get(path) ?? receive(`${world.baseUrl}${path}`);
    kept.set(path, answer);
    return answer;
  };
  const text = async (path: string): Promise<string> => (await received(path)).body;

  it('are documents of their own that load nothing from elsewhere', async () => {
    for (const path of paths) {
      const { status, headers, body } = await received(path);

      expect([path, status, headers['content-type']]).toEqual([path, 200, HTML]);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect([path, headers['referrer-policy']]).toEqual([path, 'no-referrer']);
      const loaded = [...body.matchAll(/<(?:script|link rel="(?:stylesheet|icon)"|img)[^>]*(?:src|href)="([^"]*)"/g)];
      expect(loaded.length).toBeGreaterThan(1);
      expect(loaded.filter(([, address]) => !address?.startsWith('/assets/'))).toEqual([]);
      expect(body).toContain('Synthetic demo');
    }
  });

  it('weigh less than 100 kB with everything that they load, compressed', async () => {
    for (const path of paths) {
      const body = await text(path);
      const loaded = new Set(
        [...body.matchAll(/"(\/assets\/[^"]+\.(?:js|css|svg))"/g)].map(([, address]) => address ?? ''),
      );
      const all = await Promise.all(
        [path, ...loaded].filter((address) => !address.endsWith('cytoscape.js')).map(received),
      );

      expect(all.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(100_000);
    }
  });

  it.each([
    ['/', 700],
    ['/markets/kalshi/B', 600],
    ['/receipts', 900],
    ['/about', 900],
    ['/methodology', 900],
    ['/registry', 900],
  ])('%s states it in at most %d words before anything is opened', async (path, most) => {
    const $ = load(await text(path));
    $('details > :not(summary), script, style, svg, noscript, .unseen, [hidden]').remove();
    const words = $('main')
      .text()
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word));

    expect(words.length).toBeLessThanOrEqual(most);
  });

  it('have one number under one name', async () => {
    const twice: string[] = [];
    for (const path of paths) {
      const $ = load(await text(path));
      const told = new Map<string, string>();
      $('main dl > dt, main dl > div > dt').each((_, dt) => {
        const label = $(dt).text().trim().toLowerCase();
        const [value] = /-?[\d.,\u202f]+/.exec($(dt).next('dd').clone().find('small').remove().end().text()) ?? [];
        if (value === undefined || $(dt).closest('article, li, details').length > 0) return;
        if (told.has(label) && told.get(label) !== value)
          twice.push(`${path}: ${label} ${told.get(label)} and ${value}`);
        told.set(label, value);
      });
    }

    expect(twice).toEqual([]);
  });

  it('state the figures of the track record for the model, in the same words', async () => {
    const [, words = ''] = /<h1>([^<]*)<\/h1>/.exec(await text('/receipts')) ?? [];

    expect(words).toMatch(/^(Too early to tell|No edge over the price|The model did better)/);
    for (const path of ['/', '/markets/kalshi/C', '/leaderboard', '/methodology'])
      expect((await text(path)).replace(/\s+/g, ' ')).toContain(words);
  });

  it('lead from a reason to the report that it cites, where the model was shown one', async () => {
    const page = await text(`/forecasts/${world.bundleId}`);

    expect(page).toContain('<a href="#report-1">[1]</a>, and nobody else [99]');
    expect(page.match(/<li id="report-1"/g)).toHaveLength(1);
  });

  it('are kept as one file each: a receipt, a forecast, an alert', async () => {
    for (const path of [`receipt/${world.tradeId}`, `forecast/${world.bundleId}`, `alert/${world.alertId}`]) {
      const answer = await world.get(`/case/${path}.html`);

      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="vedette-/);
      expect(await answer.text()).toContain('<pre id="case">{');
    }
    for (const path of ['receipt/t-none.html', 'day/2019-01-01.html', 'day/foo.html', 'story/a.html', 'receipt/x'])
      expect([path, (await world.get(`/case/${path}`)).status]).toEqual([path, 404]);
  });

  it('keep each day under its date, as text and as a feed too, and no day that has not begun', async () => {
    const before = await world.get('/day/2026-07-01');
    const plain = await world.get(`/day/${LOG_DAY}.md`);
    const feed = await world.get('/days.atom');

    // The log of this world begins on the day of its forecasts.
    expect(before.status).toBe(404);
    expect(await before.text()).toContain('Nobody watched on 1 Jul 2026: the first day is 1 Aug 2026.');
    expect(await text(`/day/${LOG_DAY}`)).not.toContain('The day before');
    expect(await text('/')).not.toContain('Yesterday');
    expect(plain.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await plain.text()).not.toContain('<script>');
    expect(feed.headers.get('content-type')).toContain('application/atom+xml');
    expect(await feed.text()).not.toContain('<entry>');
    for (const path of ['/day/2026-02-30', '/day/yesterday', '/day/2999-01-01'])
      expect((await world.get(path)).status).toBe(404);
  });

  it('link only to existing pages, and mark other formats', async () => {
    const known = new Map<string, string>();
    // Whether these are there was asked by the first test.
    const read = new Set(paths);
    for (const path of paths)
      for (const [, address = '', words = ''] of (await text(path)).matchAll(
        /<a\s[^>]*?href="([^"]*)"[^>]*>([^]*?)<\/a/g,
      ))
        if (address.startsWith('/') || address.startsWith('?'))
          known.set(address.replaceAll('&amp;', '&').split('#')[0] ?? '', words.replace(/<[^>]*>/g, ''));
    const broken: string[] = [];
    const silent: string[] = [];
    const ofKind = new Map<string, number>();
    for (const [address, words] of known) {
      const kind = kindOf(address);
      const before = ofKind.get(kind) ?? 0;
      if (read.has(address) || before === LINKS_OF_A_KIND) continue;
      ofKind.set(kind, before + 1);
      const answer = await world.get(address);
      await answer.arrayBuffer();
      if (answer.status !== 200) broken.push(`${answer.status} ${address}`);
      const said = /json|csv|atom|svg|\(text\)|parquet/i.test(words);
      if (answer.headers.get('content-type') !== HTML && !said) silent.push(`${address}: ${words}`);
    }

    expect(known.size).toBeGreaterThan(100);
    expect(broken).toEqual([]);
    expect(silent).toEqual([]);
  });

  it('weigh at most 20 kB themselves, and hold no style and no script of their own', async () => {
    for (const path of paths) {
      const { body, bytes } = await received(path);

      expect([path, bytes <= 20_000]).toEqual([path, true]);
      expect([path, /\sstyle=|<style|\son[a-z]+="/.test(body)]).toEqual([path, false]);
      const inline = [...body.matchAll(/<script(?![^>]*src=)[^>]*>/g)].map(([tag]) => tag);
      expect([path, inline.filter((tag) => !tag.includes('application/ld+json'))]).toEqual([path, []]);
    }
  });

  it('have for every chart an accessible sentence, a caption and its source', async () => {
    const bare: string[] = [];
    for (const path of paths) {
      const body = await text(path);
      const charts = [...body.matchAll(/<svg\s+class="chart[^>]*?role="(?:img|group)"[^>]*>/g)];
      for (const [tag] of charts)
        if (!/aria-label="[^"]{12,}\. [^"]{4,}"/.test(tag)) bare.push(`${path}: ${tag.slice(0, 90)}`);
      if (charts.length > 0 && !/class="provenance"|<figcaption/.test(body)) bare.push(`${path}: no source`);
      for (const [figure] of body.matchAll(/<figure[^]*?<\/figure>/g))
        if (!figure.includes('<figcaption') && !figure.startsWith('<figure class="maps"'))
          bare.push(`${path}: ${figure.slice(0, 60)}`);
    }

    expect(bare).toEqual([]);
  });

  it('describe calls of the API whose examples answer in this very deployment', async () => {
    const index = await text('/docs');
    const operations = [...index.matchAll(/href="(\/docs\/[^"]+)"/g)].map(([, path = '']) => path);
    const failed: string[] = [];
    for (const path of operations) {
      const [, address = ''] = /<p><a href="([^"]+)">Open /.exec(await text(path)) ?? [];
      const answer = await world.get(address.replaceAll('&amp;', '&'));
      await answer.arrayBuffer();
      if (answer.status !== 200) failed.push(path);
    }

    expect(operations.length).toBeGreaterThan(60);
    // Addresses that a small log lacks: sealed days, tiles, earlier sizes, time stamps, answers and files by hash.
    expect(
      failed.filter((path) => !/-tile-|-consistency-|timestamps-id|-date-|dataset-files|-answer-/.test(path)),
    ).toEqual([]);
  });

  it('have for every figure of a model the age of its answer', async () => {
    const ageless: string[] = [];
    let figures = 0;
    for (const path of paths) {
      const body = await text(path);
      for (const { index } of body.matchAll(/class="model-word[^"]*"[^>]*>(?:\s|<b>)*(?:&lt;|&gt;)?\d/g)) {
        figures += 1;
        const from = Math.max(
          ...['<tr', '<li', '<p', '<dd', '<h1'].map((tag) =>
            Math.max(body.lastIndexOf(`${tag}>`, index), body.lastIndexOf(`${tag} `, index)),
          ),
        );
        const until = body.slice(index).search(/<\/(?:tr|li|p|dd|h1)>/);
        if (!body.slice(from, index + until).includes('class="said"'))
          ageless.push(`${path}: ${body.slice(index, index + 80)}`);
      }
    }

    expect(figures).toBeGreaterThan(50);
    expect(ageless).toEqual([]);
  });

  it('link every figure to an explanation that is there', async () => {
    const about = await text('/about');
    const anchors = new Set<string>();
    for (const path of paths)
      for (const [, anchor = ''] of (await text(path)).matchAll(/href="\/about#([^"]*)"/g)) anchors.add(anchor);

    expect(anchors.size).toBeGreaterThan(10);
    expect([...anchors].filter((anchor) => !about.includes(`id="${anchor}"`))).toEqual([]);
  });

  it('state when a forecast was recorded, its input, and its reasoning', async () => {
    const page = (await text(`/forecasts/${world.bundleId}`)).replace(/\s+/g, ' ');

    expect(page.replace(/<[^>]+>/g, '')).toContain('The model said 60 % YES; the market said 41 %');
    expect(page).toContain('It bought YES at 42 ¢ on paper and still holds it');
    expect(page).toContain('forecast recorded: 1 Aug 2026, 12:00');
    expect(page).toContain('and nobody else [99].');
    expect(page).toMatch(/It is entry \d+ of a log of \d+, which can only grow\. Only our own clock/);
    expect((await world.get('/forecasts/rb-none')).status).toBe(404);
  });

  it('explain why model and market differ, in parts that add up to the gap, with the fate of such answers', async () => {
    const page = (await text('/markets/kalshi/C')).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

    expect(page).toMatch(
      /Market 41 % \. The model said 60 % (?:just now|\d+ \w+ ago) \(about 6 in 10\), when the market stood at 41 %/,
    );
    expect(page).toContain('Why do they differ by 19 points?');
    expect(page).toContain('The question: its answer to the question alone, against the price then \u221221');
    expect(page).toContain('The evidence: its answer with the reports, against without them +35');
    expect(page).toContain('The price: its answer with the price, against without it +5');
    expect(page).toContain('Time: the price has moved since the answer 0');
    expect(page).toMatch(
      /(?:Where|No market for which) the model said 60 to 70 %.*On everything: .*Too early to tell: \d+ of 100 markets/,
    );
    expect(page).toMatch(/Due before it closes .* Not heard from yet/);
  });

  it('state how a market resolves, its ladder, and related open markets', async () => {
    const page = await text('/markets/kalshi/C');
    const words = page.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
    const like = page.slice(page.indexOf('id="like"'), page.indexOf('id="share"'));

    expect(words).toContain('at the end of 31 Aug 2026 in New York');
    expect(words).toMatch(/Rules of Kalshi: This resolves YES[^…]{100,240}… Read from Two agencies\./);
    expect(words).toMatch(/The whole rules .*End of the rules\./);
    expect(words).toMatch(/When will it happen\? .*Will C happen before September\? \(this one\).*Will D happen/);
    expect(like).toContain('/markets/kalshi/B"');
    expect(like).not.toMatch(/\/markets\/kalshi\/[ACD]"/);
    expect(words).toContain('(about 6 in 10)');
  });

  it('list changes since an instant that a reader chooses, by default midnight', async () => {
    const heading = async (query: string): Promise<string> =>
      /<h2 id="changes">([^]*?)<\/h2>/.exec(await text(`/${query}`))?.[1]?.replace(/<[^>]+>|\s+/g, ' ') ?? '';

    expect(await heading('')).toContain('since midnight UTC');
    expect(await heading('?since=7d')).toContain('in the last 7 days');
    expect(await heading('?since=2026-07-31T06:30Z')).toMatch(/since\s+31 Jul 2026, 06:30\s+UTC/);
    // Longer ago than the page looks back.
    expect(await heading('?since=2020-01-01T00:00Z')).toMatch(/since\s+2 Jul 2026, 12:00/);
    for (const wrong of ['?since=yesterday', '?since=2026-02-31T99:00Z', '?since=toString'])
      expect(await heading(wrong)).toContain('since midnight UTC');
  });

  it('order open markets by their columns, and mark the direction', async () => {
    const sorted = async (path: string): Promise<string> =>
      /<th[^>]*aria-sort="(\w+)"[^>]*>\s*<a[^>]*>([^<]*)/
        .exec(await text(path))
        ?.slice(1)
        .join(' ') ?? '';

    expect(await sorted('/markets')).toBe('descending Gap');
    expect(await sorted('/markets?sort=closes')).toBe('ascending Closes in');
    expect(await text('/markets?theater=iran')).toContain('href="/markets?theater=iran&amp;sort=move"');
  });

  it('count the markets that a filter leaves, of all', async () => {
    const heading = async (path: string): Promise<string> => /<h1>([^<;]*)/.exec(await text(path))?.[1] ?? '';
    const rows = async (query: string): Promise<number> =>
      (await (await world.get(`/markets.csv${query}`)).text()).trim().split('\r\n').length - 1;
    const total = await rows('');
    const told: number[] = [];
    for (const query of ['', '?exchange=polymarket', '?exchange=kalshi', '?theater=gaza', '?min_score=1']) {
      const left = await rows(query);
      told.push(left);
      expect([query, await heading(`/markets${query}`)]).toEqual([
        query,
        `${left < total ? `${left} of ` : ''}${total} open markets`,
      ]);
    }
    expect(new Set(told).size).toBeGreaterThan(1);
  });

  it('state for decided markets the answers of the day before, and no later ones', async () => {
    const page = (await text('/markets?status=settled')).replace(/\s+/g, ' ');
    const csv = await (await world.get('/markets.csv?status=settled')).text();

    expect((await text('/markets/kalshi/A')).replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')).toContain(
      'A day before, the market stood at 30 %; the model had said nothing.',
    );
    expect(page).toContain('1 market is settled');
    expect(page).toMatch(/data-name="Market a day before">30 %<.*no forecast by then/);
    expect(csv.split('\r\n')[0]).toMatch(/,price_day_before,model_day_before,model_made_at,change_since_model$/);
    expect(csv.split('\r\n')[1]).toMatch(/^kalshi,A,.*,0\.3,,2026-08-01T12:00:00\.000006Z,0$/);
  });

  it('give links a description with figures and their day, and no picture of another market', async () => {
    const head = (body: string): string => body.slice(0, body.indexOf('<body'));
    const market = head(await text('/markets/kalshi/C'));
    const front = head(await text('/'));

    expect(market).toContain('content="Synthetic demo. Market 41\u00A0%, our model 60\u00A0% on 1 Aug 2026.');
    expect(market).toContain('name="twitter:card" content="summary"');
    expect(market).not.toContain('card.png');
    expect(front).toContain('name="twitter:card" content="summary_large_image"');
    expect(front).toContain('/card.png"');
  });

  it('state for one source its items and its state, without those of others', async () => {
    const page = (await text(`/sources/${A_SOURCE}`)).replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');

    expect(page).toContain('Harbour Wire');
    expect(page).toMatch(/News in English\. \d+ reports in the last 24 hours/);
    expect(page).toContain('Report 6 of ships in the Strait of Hormuz');
    expect(page).not.toContain('Report 7 of ships');
    expect((await world.get('/sources/none')).status).toBe(404);
  });

  it('state for a place its languages, and since when its relationships hold', async () => {
    const page = await text('/entities/iran');

    expect(page.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')).toMatch(
      /By language, of its newest 60 reports, since 30 Jul 2026, \d\d:\d\d: English 98 %, Hebrew 2 %\./,
    );
    expect(page).toContain('class="chart span-bar"');
  });

  it('list first the place with the most items of the last day, and the questions about it', async () => {
    const overview = (await text('/ontology')).replace(/\s+/g, ' ');
    const asked = (await text('/ontology?entity=Hezbollah&depth=2&to=Brent%20crude')).replace(/\s+/g, ' ');

    expect(overview).toMatch(/<h1>Iran is named most today<\/h1> <p class="lede">\d+ reports in 24 hours/);
    expect(overview.indexOf('id="where"')).toBeLessThan(overview.indexOf('id="ties"'));
    expect(asked).toContain('<h1>How Hezbollah is tied to Brent crude</h1>');
    expect(asked.indexOf('id="ties"')).toBeLessThan(asked.indexOf('id="where"'));
  });

  it('show a surge completely: who spoke first, who repeats, and its markets', async () => {
    const page = (await text(`/alerts/${world.alertId}`)).replace(/\s+/g, ' ');
    const listed = await text('/alerts?active=false');

    expect(page).toContain('A usual day brings 115');
    expect(page).toContain('The same reports also count for Israel');
    expect(page).toContain('Reports of the surge, added up, and who made them');
    expect(listed).toContain(`/alerts/${world.alertId}`);
    expect(await text('/alerts?active=true')).not.toContain(`/alerts/${world.alertId}`);
  });

  it('show hostile text as text', async () => {
    const log = await text('/log');

    expect(log).toContain('&lt;script&gt;document.title');
    for (const path of paths) {
      const body = await text(path);
      expect(body).not.toContain('<script>document');
      expect(body).not.toMatch(/<img\s/);
      expect(body).not.toContain('href="javascript:');
      expect(body).not.toContain('<b>bold');
    }
    expect(await text('/markets/kalshi/B')).toContain('&lt;script&gt;document.title');
    expect(HOSTILE_TITLES).toHaveLength(5);
  });

  it('have the same bytes for the same data, and 304 for clients that have them', async () => {
    for (const path of paths) {
      const tag = (await received(path)).headers.etag ?? '';
      const again = await world.get(path, { 'if-none-match': tag });

      expect([path, again.status]).toEqual([path, 304]);
    }
  });

  it('prevent a name of another script from reversing its neighbours', async () => {
    expect(await text('/log/item-006')).toMatch(/<a href="\/sources\/[^"]+"><bdi>[^<]+<\/bdi><\/a>/);
  });

  it('link from a report to its source where that still exists, and mark where not', async () => {
    const [read, gone] = [await text('/log/item-006'), await text('/log/item-000')];

    expect(read).toContain(`href="/sources/${A_SOURCE}"`);
    expect(gone).not.toContain('href="/sources/');
    expect(gone).toContain('(no longer read)');
  });

  it('accept a form with empty fields and foreign parameters, and state the fault of others', async () => {
    const filtered = await world.get('/log?q=&entity=iran&entity=&source_type=news&theater=&utm_source=x');
    const wrong = await world.get('/log?source_type=gossip&since=yesterday', {
      accept: 'text/html',
    });
    const words = await wrong.text();

    const named = await Promise.all(
      ['Iran', 'Atlantis'].map((name) => world.get(`/log?entity=${name}`, { accept: 'text/html' })),
    );

    expect(named.map(({ status }) => status)).toEqual([200, 400]);
    expect(await named[1]?.text()).toContain('is not a place or actor that we track');
    expect(filtered.status).toBe(200);
    expect(await filtered.text()).toContain('Permanent link to this selection');
    expect(wrong.status).toBe(400);
    expect(wrong.headers.get('content-type')).toBe(HTML);
    expect(words).toContain('source_type');
    expect(words).toContain('since');
  });

  it('count the entries of a day of the log as its file does', async () => {
    const file = (await (await world.get(`/api/registry/${LOG_DAY}.json`)).json()) as {
      records: unknown[];
    };
    const refused = await Promise.all(
      ['2026-02-30', '1999-01-01'].map(async (day) => (await world.get(`/registry/${day}`)).status),
    );

    expect(await text(`/registry/${LOG_DAY}`)).toContain(`${file.records.length} entr`);
    expect(refused).toEqual([404, 404]);
  });

  it('lead from the field that looks records up to a day of the log', async () => {
    const answer = await world.get(`/verify?q=${LOG_DAY}`);
    await answer.arrayBuffer();

    expect([answer.status, new URL(answer.url).pathname]).toEqual([200, `/registry/${LOG_DAY}`]);
  });

  it('state the size of the dataset, with an example line of answers that can be graded', async () => {
    const page = await text('/data');
    const manifest = (await (await world.get('/api/dataset/manifest.json')).json()) as {
      counts: { n_records: number };
    };
    const lines = (await (await world.get('/api/dataset/records.jsonl')).text()).trim().split('\n');
    const markets = new Set(
      lines.map((line) => {
        const { question } = JSON.parse(line) as { question: { exchange: string; ticker: string } };
        return `${question.exchange} ${question.ticker}`;
      }),
    );
    const [, line = ''] = /<code>(\{&quot;exchange[^<]*)</.exec(page) ?? [];
    const answers = readAnswerLines(line.replaceAll('&quot;', '"'));

    expect(page).toContain(
      `<h1>${counted(manifest.counts.n_records, 'forecast')} of ${counted(markets.size, 'market')}, with their outcomes</h1>`,
    );
    expect(answers.faults).toEqual([]);
    expect(answers.answers.map(({ exchange, ticker }) => markets.has(`${exchange} ${ticker}`))).toEqual([true]);
  });

  it('state how each number of the track record came about', async () => {
    const analysis = (await (await world.get('/api/track-record/analysis.json')).json()) as {
      population: string;
      populations: Record<'population' | 'n_registered' | 'n_resolved' | 'n_open' | 'n_void', unknown>[];
    };
    const own = analysis.populations.find(({ population }) => population === analysis.population);
    const said = (await text('/receipts')).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

    expect(said).toContain(
      `${String(own?.n_resolved)} have an outcome, ${String(own?.n_open)} are open, ${String(own?.n_void)} void`,
    );
  });

  it('answer in words where nothing is', async () => {
    for (const path of ['/log/none', '/entities/atlantis', '/markets/kalshi/none', '/receipts/t-none']) {
      const answer = await world.get(path);

      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).toContain('Nothing has this identifier');
    }
    const page = await world.get('/entities/atlantis', { accept: 'text/html' });

    expect(await page.text()).toContain('<h1>We do not track this place or actor</h1>');
  });

  it('list the kinds of source and theatres of the last day, each as a filter', async () => {
    const [all, some] = [await text('/log'), await text('/log?source_type=news')];
    const count = Number(/source_type=news">News<\/a> (\d+)/.exec(all)?.[1]);
    const day = Number(/<h1>(\d+) reports/.exec(all)?.[1]);

    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(day);
    expect(some).not.toContain('Kinds of source, 24 h');
  });

  it('walk the log page by page without losing or repeating an item', async () => {
    const seen: string[] = [];
    let path: string | null = '/log?limit=25';
    while (path !== null) {
      const body = await text(path);
      seen.push(...[...body.matchAll(/<li id="i-([^"]+)"/g)].map(([, id]) => id ?? ''));
      path = /rel="next"\s+href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? null;
    }

    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });

  it('serve their files for ever under the hash of their content, and nothing else', async () => {
    const address = /\/assets\/[0-9a-f]+\/pages\.css/.exec(await text('/'))?.[0] ?? '';
    const file = await world.get(address);
    const other = await world.get(address.replace(/[0-9a-f]{12}/, '000000000000'));
    const outside = await world.get('/assets/..%2Fpages.module.ts');

    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(file.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect([other.status, outside.status]).toEqual([404, 404]);
  });
});

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** On the wire. */
  readonly bytes: number;
}

/** What a browser that takes brotli is sent. */
const receive = async (url: string): Promise<Received> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const { statusCode: status = 0, headers } = response;
      buffer(response).then((sent) => {
        const body = headers['content-encoding'] === 'br' ? brotliDecompressSync(sent) : sent;
        resolve({ status, headers, body: body.toString(), bytes: sent.length });
      }, reject);
    }).on('error', reject);
  });
