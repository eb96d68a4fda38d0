/** Measured figures state command, day and revision, and are of this release or the one before. */
import { readFileSync } from 'node:fs';
import { packagePath } from '../../src/platform/common/package-root';

const textOf = (page: string): string => readFileSync(packagePath(page), 'utf8');

const measurements = textOf('bench/README.md');
const sections = measurements
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ name: text.split('\n')[0] ?? '', text }));
const DAY =
  /\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b/;

/** UTC days of the releases, oldest first. */
const RELEASES = [...textOf('CHANGELOG.md').matchAll(/^## \d+\.\d+\.\d+ - (\d{4}-\d\d-\d\d)$/gm)]
  .map(([, day = '']) => day)
  .sort();

/** Whether figures of a day are of code before the last release but one. */
const isTooOld = (words: string, releases: readonly string[]): boolean => {
  const day = new Date(`${words} UTC`).toISOString().slice(0, 10);
  const release = releases.findIndex((each) => each >= day);
  return release >= 0 && release < releases.length - 2;
};

describe('measured figures', () => {
  it.each(sections)('$name: state command and date', ({ text }) => {
    expect(text).toMatch(/`(?:npm run |vedette |TAMPER_ALL=1)|`test\//);
    expect(text).toMatch(DAY);
  });

  it.each(sections)('$name: state the revision', ({ text }) => {
    // The paragraph before a table is its caption.
    const blocks = text.split(/\n\s*\n(?!\|)/);
    expect(blocks.filter((block) => DAY.test(block) && !/\b[0-9a-f]{8}\b/.test(block))).toEqual([]);
  });

  it('are of the last release but one, or later', () => {
    const days = [...measurements.matchAll(new RegExp(DAY, 'g'))].map(([day]) => day);
    expect(days.length).toBeGreaterThan(20);
    expect(days.filter((day) => isTooOld(day, RELEASES))).toEqual([]);
    expect(['1 May 2026', '2 May 2026', '9 May 2026'].filter((day) => isTooOld(day, THREE))).toEqual(['1 May 2026']);
  });

  it('belong to releases that end with the version of this one', () => {
    const { version } = JSON.parse(textOf('package.json')) as { readonly version: string };
    expect(textOf('CHANGELOG.md')).toContain(`\n## ${version} - ${RELEASES.at(-1) ?? ''}\n`);
  });
});

const THREE = ['2026-05-01', '2026-05-03', '2026-05-05'];
