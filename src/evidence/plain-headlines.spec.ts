/**
 * The event that a question asks for, stated as plainly as a headline can, in ten languages: whatever else the rule has
 * learned to tell apart, it counts each of them.
 */
import { readFileSync } from 'node:fs';
import { packagePath } from '../platform/common/package-root';
import { loadEvidenceRule } from './evidence-seed.provider';

interface Asked {
  readonly question: string;
  /** By ISO 639-1 code. */
  readonly headlines: Readonly<Record<string, readonly string[]>>;
}

const asked = JSON.parse(
  readFileSync(packagePath('test', 'fixtures', 'evidence', 'plain-headlines.json'), 'utf8'),
) as readonly Asked[];

describe('the event itself in plain words', () => {
  it.each(asked.map(({ question, headlines }) => [question, headlines] as const))(
    'counts: %s',
    (question, headlines) => {
      const rule = loadEvidenceRule();
      const scope = rule.scopeOf({ id: 'polymarket/x', question, description: null });
      const item = { id: 'i', summary: null, source_type: 'news', instrument: null, hints: [], market: null } as const;
      const missed = Object.entries(headlines).flatMap(([lang, titles]) =>
        titles.filter((title) => !rule.relevance(scope, rule.read({ ...item, title, lang, day: '2026-11-27' })).counts),
      );

      expect(missed).toEqual([]);
    },
  );
});
