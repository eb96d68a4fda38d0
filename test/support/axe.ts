/** Accessibility of a page in a real browser, by axe. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** Rules of WCAG 2.2 that axe leaves out, or calls moderate. */
const ALSO = ['target-size', 'heading-order'];

/** Faults of accessibility on the page as it is shown now that axe calls serious or critical, and those of {@link ALSO}. */
export const seriousFaults = async (page: Page): Promise<string[]> => {
  await page.evaluate(AXE);
  const violations = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], rules: ${JSON.stringify(Object.fromEntries(ALSO.map((id) => [id, { enabled: true }])))} }).then((result) => result.violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ target }) => ({ target })) })))`,
  );
  return (violations as readonly Violation[])
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || ALSO.includes(id))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ target }) => target.join(' '))
          .join(', ')}`,
    );
};
