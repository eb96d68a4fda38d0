import { packagePath } from '../platform/common/package-root';
import type { LanguageDetector } from './language';

/** eld/extrasmall by its file: the package names it to `import` alone, and this program is CommonJS. */
const DETECTOR = packagePath('node_modules', 'eld', 'src', 'entries', 'static.extrasmall.js');

/** Scores of the languages that are kept; below it a guess over short headlines is worth nothing. */
const SCORE_MIN = 0.1;

/**
 * By how much another language must outdo the expected one. Place names in an English sentence
 * ("25 km SW of Redoubt Volcano, Alaska") score up to 0.13 more as Norwegian, Yoruba or Tagalog; a
 * sentence that is in another language, 0.15 and more.
 */
const MARGIN = 0.15;

/**
 * Loads the statistical language detector (88 MB resident), which is why it is loaded once and only
 * where items are collected. It chooses among the languages that are asked for.
 */
export const loadLanguageDetector = async (): Promise<LanguageDetector> => {
  const { eld } = (await import(DETECTOR)) as typeof import('eld/extrasmall');
  return (text, among, expected = []) => {
    const scores: Record<string, number> = eld.detect(text).getScores();
    let best: string | null = null;
    let most = SCORE_MIN;
    for (const [language, score] of Object.entries(scores)) {
      if (score > most && (among === null || among.includes(language))) {
        best = language;
        most = score;
      }
    }
    if (best === null || expected.includes(best)) return best;
    const [believed] = [...expected].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
    return believed === undefined || most > (scores[believed] ?? 0) + MARGIN ? best : believed;
  };
};
