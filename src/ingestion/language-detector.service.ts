import { packagePath } from '../platform/common/package-root';
import type { LanguageDetector } from './language';

/** eld/extrasmall by its file: the package exports it for `import` only, and this program is CommonJS. */
const DETECTOR = packagePath('node_modules', 'eld', 'src', 'entries', 'static.extrasmall.js');

/** Lower scores are unreliable for short headlines. */
const SCORE_MIN = 0.1;

/**
 * Margin by which another language must beat the expected one. Place names in an English sentence ("25 km SW of Redoubt
 * Volcano, Alaska") score up to 0.13 more as Norwegian, Yoruba or Tagalog; sentences in another language 0.15 and more.
 */
const MARGIN = 0.15;

/** Loads the statistical language detector (88 MB resident) on demand. It chooses among the requested languages. */
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
