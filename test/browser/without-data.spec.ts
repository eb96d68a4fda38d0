/** The pages on an empty database, and while there is none. */
import { seriousFaults } from '../support/axe';
import { startTestApp } from '../support/app-harness';
import { openBrowser } from '../support/chromium';
import { listen } from '../support/page-complaints';
import { needing } from '../support/tools';

describe('pages while the database is away', () => {
  it('state it, and those that need no data still answer', async () => {
    const app = await startTestApp({
      connection: {
        uri: 'bolt://127.0.0.1:9',
        username: 'neo4j',
        password: 'seeded-secret-4127',
        database: 'neo4j',
        browserUrl: null,
      },
      environment: { contact: 'desk@example.org', publisher: 'The Desk' },
    });
    const asked = ['/', '/log', '/ontology', '/markets', '/receipts', '/entities/iran'];
    const away = await Promise.all(asked.map((path) => app.get(path, { accept: 'text/html' })));
    const texts = await Promise.all(away.map((answer) => answer.text()));
    const still = await Promise.all(['/about', '/dataset/schema'].map((path) => app.get(path)));
    const [about] = await Promise.all(still.map((answer) => answer.text()));
    await app.close();

    expect(about?.replace(/<[^>]+>|\s+/g, ' ').replace(/\s+/g, ' ')).toContain(
      'The Desk runs this deployment. Report a fault or a weakness to desk@example.org .',
    );
    expect(away.map(({ status }) => status)).toEqual(asked.map(() => 503));
    expect(away.every(({ headers }) => headers.get('retry-after') === '5')).toBe(true);
    for (const text of texts) {
      expect(text).toContain('still answer');
      expect(text).not.toMatch(/127\.0\.0\.1|seeded|bolt:/);
    }
    expect(still.map(({ status }) => status)).toEqual([200, 200]);
  });
});

needing('chromium').describe('pages where there is nothing', () => {
  it('state it on an empty database, and stay accessible', async () => {
    const app = await startTestApp();
    const browser = await openBrowser();
    const page = await browser.newPage({ baseURL: app.baseUrl });
    const complaints = listen(page);
    const wordless: string[] = [];
    for (const path of ['/', '/log', '/ontology', '/markets', '/receipts', '/methodology']) {
      await page.goto(path);
      if ((await page.locator('.empty').count()) === 0)
        wordless.push(`${path}: ${await page.locator('main').innerText()}`);
    }
    await browser.close();
    await app.close();

    expect(wordless).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

needing('chromium').describe('pages that refuse', () => {
  const AWAY = {
    uri: 'bolt://127.0.0.1:9',
    username: 'neo4j',
    password: 'not-read',
    database: 'neo4j',
    browserUrl: null,
  };

  it.each([
    [503, { connection: AWAY }],
    [429, { environment: { pagesPerMinute: 1 } }],
  ])('with %d are accessible and fit a phone, light and dark', async (status, options) => {
    const app = await startTestApp(options);
    const browser = await openBrowser();
    const page = await browser.newPage({ baseURL: app.baseUrl, viewport: { width: 390, height: 844 } });
    let answered: number | undefined;
    for (let tries = 0; tries < 30 && answered !== status; tries++)
      answered = (await page.goto(`/log?q=word${tries}`))?.status();
    const found: unknown[] = [answered];
    if (status === 429) {
      const before = await page.locator('[data-countdown]').textContent();
      await page.locator('[data-countdown]', { hasNotText: before ?? '' }).waitFor();
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      found.push([overflow, await seriousFaults(page)]);
    }
    await browser.close();
    await app.close();

    expect(found).toEqual([status, [0, []], [0, []]]);
  });
});
