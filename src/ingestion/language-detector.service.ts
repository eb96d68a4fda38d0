import type { LanguageDetector } from './language';

/** Scores of the languages that are kept; below it a guess over short headlines is worth nothing. */
const SCORE_MIN = 0.1;

/**
 * Loads the statistical language detector (88 MB resident), which is why it is loaded once and only
 * where items are collected. It chooses among the languages that are asked for.
 */
export const loadLanguageDetector = async (): Promise<LanguageDetector> => {
  const { eld } = await import('eld/extrasmall');
  return (text, among) => {
    const scores: Record<string, number> = eld.detect(text).getScores();
    let best: string | null = null;
    let most = SCORE_MIN;
    for (const [language, score] of Object.entries(scores)) {
      if (score > most && (among === null || among.includes(language))) {
        best = language;
        most = score;
      }
    }
    return best;
  };
};
