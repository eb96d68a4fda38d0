import { cut, oneLine } from './plain-text';

const WORDS_MAX = 300;
/** Probable keys: a known prefix, or a long run of characters. */
const KEYS = /\b(?:sk|pk|rk|key|AIza|xai|vdt)[-_A-Z][\w*.-]{6,}|[\w*+/=]{32,}/g;

/** One line of at most {@link WORDS_MAX} characters without control characters or keys. */
export const cleaned = (words: string): string => cut(oneLine(words.slice(0, 10_000)).replace(KEYS, '***'), WORDS_MAX);
