import type { Page } from 'playwright-core';

/** Everything that a browser complains about, policy reports included. */
export const listen = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    // The browser cancels pending requests (such as its icon) when the test continues.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()}`);
  });
  return complaints;
};

/** Cells with about one word a line, although the table has more room. */
export const squeezedCells = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('td, dd')].flatMap((cell) => {
    const text = (cell.innerText ?? '').trim();
    // An address or a hash is broken wherever it must be.
    const words = text.split(/\\s+/).reduce((sum, word) => sum + Math.ceil(word.length / 12), 0);
    const range = document.createRange();
    range.selectNodeContents(cell);
    const height = range.getBoundingClientRect().height;
    const lines = Math.round(height / (parseFloat(getComputedStyle(cell).lineHeight) || 20));
    return height > 0 && words > 4 && lines >= 6 && words / lines < 1.5 ? [text.slice(0, 60) + ': ' + lines + ' lines'] : [];
  })`);

/** Number of keyboard stops before the third section of the content; 0 if there are fewer sections. */
export const tabStops = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const third = [...document.querySelectorAll('main h2')].filter((one) => one.checkVisibility())[2];
    if (third === undefined) return 0;
    const stops = document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]');
    return [...stops].filter((one) => one.checkVisibility() && (one.compareDocumentPosition(third) & 4) > 0).length;
  })()`);
