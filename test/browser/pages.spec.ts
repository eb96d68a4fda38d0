/** The pages in a real browser, on a phone, in dark colours and with the keyboard only. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { seriousFaults } from '../support/axe';
import { openBrowser } from '../support/chromium';
import { needing } from '../support/tools';
import { A_SOURCE, LOG_DAY, openPagesWorld, type PagesWorld } from '../support/pages-world';
import { listen, squeezedCells, tabStops } from '../support/page-complaints';

jest.setTimeout(240_000);

/** Letters of drawings that are smaller on the screen than 11 px, with the kind of their drawing. */
const smallLetters = async (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...new Set([...document.querySelectorAll('svg text')]
      .filter((text) => text.getBoundingClientRect().width > 0)
      .map((text) => [text, parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a])
      .filter(([, px]) => px < 10.95)
      .map(([text, px]) => text.closest('svg').getAttribute('class') + ' ' + px.toFixed(1) + ' px'))]`,
  );

/** Slugs, enums and machine times that a reader would see: in all text except code and texts of third parties. */
const rawWords = async (page: Page): Promise<string[]> => {
  const text = await page.evaluate<string>(
    `(() => {
      const copy = document.body.cloneNode(true);
      for (const one of copy.querySelectorAll('code, pre, bdi, script, datalist, .reasoning')) one.remove();
      return copy.textContent;
    })()`,
  );
  return text.match(/\b[a-z]+_[a-z_]+\b|\b\d{4}-\d\d-\d\dT[\d:.]+Z?|\b(?:DE)?ESCALATE\b/g) ?? [];
};

/** Between a phone and a desk; the first and the last are those that a page is opened and looked at in. */
const WIDTHS = [360, 600, 768, 900, 1024];
/** Links and fields that a keyboard passes before the third section of the content. */
const TAB_STOPS_MAX = 80;

needing('chromium').describe('pages in a browser', () => {
  let browser: Browser;
  let world: PagesWorld;
  let paths: readonly string[];

  beforeAll(async () => {
    world = await openPagesWorld();
    // Last, so that none is left where the world does not come up.
    browser = await openBrowser();
    paths = [
      '/',
      '/log',
      '/log/item-003',
      '/log?q=nothingatall',
      '/ontology',
      '/entities/iran',
      '/markets',
      '/markets?view=grid',
      '/markets?status=settled',
      '/markets/kalshi/A',
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
      '/docs',
      '/docs/v1-ontology-events',
      '/entities/atlantis',
      '/no/such/page',
      '/v1/markets/kalshi/NONE',
    ];
  }, 400_000);
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  const open = async (
    options: Parameters<Browser['newContext']>[0],
  ): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> => {
    const context = await browser.newContext({ baseURL: world.baseUrl, ...options });
    const page = await context.newPage();
    return { context, page, complaints: listen(page) };
  };

  it.each([
    ['light', 390, 1440],
    ['dark', 1440, 390],
  ] as const)(
    'hold together in %s at %d px, made %d px wide, and have no serious fault of accessibility',
    async (colorScheme, first, second) => {
      const { context, page, complaints } = await open({
        colorScheme,
        viewport: { width: first, height: 900 },
      });
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(world.baseUrl)) foreign.push(request.url());
      });
      const wide: string[] = [];
      const noteOverflow = async (path: string): Promise<void> => {
        const overflow = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        const width = page.viewportSize()?.width ?? 0;
        if (overflow > 0) wide.push(`${path} at ${width} px by ${overflow} px`);
      };
      const faults: string[] = [];
      const raw: string[] = [];
      const small: string[] = [];
      const squeezed: string[] = [];
      const stops: string[] = [];
      for (const path of paths) {
        await page.setViewportSize({ width: first, height: 900 });
        await page.goto(path);
        await noteOverflow(path);
        if (!/^\/(docs|dataset)/.test(path)) raw.push(...(await rawWords(page)).map((word) => `${path}: ${word}`));
        for (const width of [...WIDTHS, second]) {
          await page.setViewportSize({ width, height: 900 });
          await noteOverflow(path);
          squeezed.push(...(await squeezedCells(page)).map((cell) => `${path} at ${width} px: ${cell}`));
        }
        const before = await tabStops(page);
        if (before > TAB_STOPS_MAX) stops.push(`${path}: ${before} before the third section`);
        small.push(...(await smallLetters(page)).map((one) => `${path} ${one}`));
        faults.push(...(await seriousFaults(page)).map((fault) => `${path} ${fault}`));
      }
      await context.close();

      expect(wide).toEqual([]);
      expect(raw).toEqual([]);
      expect(small).toEqual([]);
      expect(squeezed).toEqual([]);
      expect(stops).toEqual([]);
      expect(foreign).toEqual([]);
      expect(faults).toEqual([]);
      // A browser logs a page with status 404 as an error.
      expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    },
  );

  it('are complete in print and with the reader’s own colours', async () => {
    const { context, page } = await open({});
    await page.goto('/receipts?population=import:old');
    const height = (selector: string): Promise<number> =>
      page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().height`);
    const folded = 'figure details:not([open])';
    const onScreen = await height(folded);
    await page.emulateMedia({ media: 'print' });
    const onPaper = [await height(folded), await height('nav')];
    await page.emulateMedia({ media: 'screen', forcedColors: 'active', colorScheme: 'dark' });
    const colours = await page.evaluate<string[]>(
      `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('.chart .market')).fill, getComputedStyle(document.querySelector('.chart text')).fill]`,
    );
    await context.close();

    expect(onPaper[0]).toBeGreaterThan(onScreen + 20);
    expect(onPaper[1]).toBe(0);
    expect(colours.slice(1)).not.toContain(colours[0]);
  });

  it('are read without scripts', async () => {
    const { context, page } = await open({ javaScriptEnabled: false });
    await page.goto('/ontology');
    const drawn = await page.locator('#drawing svg a').count();
    await page.goto('/log');
    const items = await page.locator('.items li').count();
    await context.close();

    expect(drawn).toBeGreaterThan(10);
    expect(items).toBe(50);
  });

  it('show changes since the last visit, which only this browser stores', async () => {
    const { context, page, complaints } = await open({});
    const link = page.getByRole('link', { name: 'My last visit' });
    await page.goto('/');
    const atFirst = [await link.count(), await page.locator('.intro').isVisible()];
    await page.evaluate(`localStorage.setItem('vedette-visits', JSON.stringify({ seen: Date.now() - 3 * 3_600_000 }))`);
    await page.reload();
    await link.click();
    await page.waitForURL(/since=\d{4}-\d\d-\d\dT\d\d(:|%3A)\d\dZ/);
    const chosen = await link.getAttribute('aria-current');
    const introduced = await page.locator('.intro').isVisible();
    await context.close();

    expect(atFirst).toEqual([0, true]);
    expect(introduced).toBe(false);
    expect(chosen).toBe('true');
    expect(complaints).toEqual([]);
  });

  it('keep the reader’s own list in this browser alone, whatever else is in its storage', async () => {
    const { context, page, complaints } = await open({});
    await page.goto('/entities/iran');
    await page.evaluate(
      `localStorage.setItem('vedette-list', JSON.stringify([{ path: 'javascript:alert(1)', name: 'x' }, 7, { path: '/markets/a/b?c' }]))`,
    );
    await page.reload();
    await page.getByRole('button', { name: 'Add to your list' }).click();
    const pressed = await page.getByRole('button', { name: 'On your list' }).getAttribute('aria-pressed');
    await page.goto('/');
    const own = page.locator('[data-own-list]');
    const listed = await own.locator('li a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const stars = await page.locator('.star').count();
    await own.getByRole('button').click();
    const left = await own.isVisible();
    await page.evaluate(`localStorage.setItem('vedette-list', '{"not":"a list"')`);
    await page.reload();
    const broken = await own.isVisible();
    await context.close();

    expect([pressed, listed, left, broken]).toEqual(['true', ['/entities/iran'], false, false]);
    expect(stars).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  it('put each market on one line where it is asked for, and the arrow keys lead from row to row', async () => {
    const { context, page } = await open({ viewport: { width: 1440, height: 900 } });
    await page.goto('/markets?density=compact');
    const heights: number[] = await page.evaluate(
      "[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height)",
    );
    expect(heights.length).toBeGreaterThan(1);
    expect(Math.max(...heights)).toBeLessThan(26);
    const focused = (): Promise<number> =>
      page.evaluate(
        "[...document.querySelectorAll('tbody tr')].findIndex((row) => row.contains(document.activeElement))",
      );
    await page.locator('tbody a').first().focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(1);
    await page.keyboard.press('End');
    expect(await focused()).toBe(heights.length - 1);
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe(heights.length - 2);
    expect(await page.getByRole('link', { name: 'With more room' }).getAttribute('href')).toBe('/markets');
    await context.close();
  });

  it('are filtered by keyboard alone', async () => {
    const { context, page } = await open({});
    await page.goto('/log');
    await page.keyboard.press('Tab');
    const first = await page.evaluate<string>('document.activeElement.textContent');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const inForm = await page.evaluate<string>('document.activeElement.name');
    await page.keyboard.type('"strait of hormuz"');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=/);
    const titles = await page.locator('.headline').allTextContents();
    await context.close();

    expect(first).toBe('Skip to content');
    expect(inForm).toBe('q');
    expect(titles.length).toBeGreaterThan(5);
    expect(titles.every((title) => title.includes('Hormuz'))).toBe(true);
  });

  it('show hostile titles as text', async () => {
    const { context, page } = await open({});
    await page.goto('/log');
    const titles = await page.locator('.headline').allTextContents();
    const name = await page.title();
    await context.close();

    expect(titles.some((title) => title.includes('<script>document.title'))).toBe(true);
    expect(name).toBe('Reports · Vedette');
  });

  it('begin the picture of a market near now on a phone, with its axis in sight', async () => {
    const { context, page } = await open({ viewport: { width: 390, height: 800 } });
    await page.goto('/markets/kalshi/A');
    await page.locator('[data-now]').scrollIntoViewIfNeeded();
    const places = await page.evaluate<{ now: number; axis: number }>(`(() => {
      const box = document.querySelector('[data-now]').getBoundingClientRect();
      const at = (selector) => document.querySelector('[data-now] ' + selector).getBoundingClientRect().left - box.left;
      return { now: at('path.now') / box.width, axis: at('.price-axis') };
    })()`);
    await context.close();

    expect(places.now).toBeCloseTo(0.8, 1);
    expect(Math.abs(places.axis)).toBeLessThan(3);
  });

  it('follow the log live', async () => {
    const { context, page, complaints } = await open({});
    await page.goto('/log');
    await page.getByRole('button', { name: 'Follow live' }).click();
    await page.getByRole('status').filter({ hasText: 'nothing new' }).waitFor();
    const pressed = await page.getByRole('button', { name: 'Follow live' }).getAttribute('aria-pressed');
    await context.close();

    expect(pressed).toBe('true');
    expect(complaints).toEqual([]);
  });

  it('explore the ontology by keyboard, within the policy of the page', async () => {
    const { context, page, complaints } = await open({});
    await page.goto('/ontology?entity=hezbollah');
    await page.getByRole('button', { name: 'Explore interactively' }).press('Enter');
    const status = page.getByRole('status');
    await status.filter({ hasText: 'Hezbollah:' }).waitFor({ timeout: 60_000 });
    await page.keyboard.press('ArrowRight');
    await status.filter({ hasNotText: 'Hezbollah:' }).waitFor();
    await page.keyboard.press('Enter');
    await status.filter({ hasText: 'entities more around' }).waitFor();
    await context.close();

    expect(complaints).toEqual([]);
  });

  it('check a proof by the functions of the command line, in the browser itself', async () => {
    const { context, page, complaints } = await open({});
    const counted: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) counted.push(request.url());
    });
    await page.goto(`/receipts/${world.tradeId}`);
    await page.getByRole('button', { name: 'Check this proof here' }).click();
    const verdict = page.locator('.verdict[data-result]');
    await verdict.waitFor();
    const said = await verdict.textContent();
    await context.close();

    expect(said).toMatch(/^✓ What this page shows is what was recorded/);
    expect(counted).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('send a call of the API reference at the first try', async () => {
    const { context, page, complaints } = await open({});
    await page.goto('/docs');
    await page.getByRole('link', { name: 'List linked items' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    const first = await page.locator('.answer pre').textContent();
    await page.getByLabel('source_type').selectOption('news');
    await page.getByLabel('limit').fill('1');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.answer a[href*="source_type=news"]').waitFor();
    const second = JSON.parse((await page.locator('.answer pre').textContent()) ?? '') as {
      source_type: string;
    }[];
    await context.close();

    expect(first).toMatch(/^\[[^]*"source_type"/);
    expect(second.map(({ source_type }) => source_type)).toEqual(['news']);
    expect(complaints).toEqual([]);
  });
});
