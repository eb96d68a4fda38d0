/** Neo4j Browser as served by the embedded server: the files that it loads from here after it has connected. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '../support/chromium';
import { openEmbedded } from '../support/neo4j-process';
import { openPagesWorld, type PagesWorld } from '../support/pages-world';
import { needing } from '../support/tools';

jest.setTimeout(300_000);

needing('chromium').describe('Neo4j Browser', () => {
  let world: PagesWorld;

  beforeAll(async () => {
    world = await openPagesWorld();
  }, 300_000);
  afterAll(() => world.close());

  it('shows the guide, takes the style, and puts a question into its editor', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vedette-test-browser-'));
    const server = await openEmbedded(folder, { pages: world.baseUrl });
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(server.connection.browserUrl ?? '');
      await page.locator('input[type=password]').fill(server.connection.password);
      await page.keyboard.press('Enter');
      const questions = page.locator('[data-populate]');
      await questions.first().waitFor({ timeout: 60_000 });
      await page.getByText('caption: "{question}"').first().waitFor();
      // Beside the sign in front of it, which runs the question at once.
      await questions
        .filter({ hasText: 'What is the evidence for this market?' })
        .click({ position: { x: 150, y: 8 } });
      await page
        .locator('.view-lines', { hasText: /What.is.the.evidence/ })
        .first()
        .waitFor();

      expect(await questions.count()).toBeGreaterThan(8);
    } finally {
      await browser.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
