/** Folding makes spellings equal unit by unit, keeping offsets. Tables: fold-table.ts; rewrites: normalize-text.ts. */
import { ARABIC, COMPLEX, FOLD, IGNORED, KIND, SEPARATOR, ZWNJ } from './fold-table';
import { normalize } from './normalize-text';

/** Folds a name or word. Runs of separators become one, outer ones are trimmed. Idempotent. */
export const foldText = (text: string): string => {
  if (isFolded(text)) return text;
  const source = needsNormalizing(text) ? normalize(text).text : text;
  let folded = '';
  let pending = false;
  for (let at = 0; at < source.length; at++) {
    let unit = FOLD[source.charCodeAt(at)] ?? IGNORED;
    if (unit === IGNORED) continue;
    if (unit === ZWNJ) {
      if (!partsWords(source, at)) continue;
      unit = SEPARATOR;
    }
    if (unit === SEPARATOR) {
      pending = folded !== '';
      continue;
    }
    if (pending) folded += ' ';
    pending = false;
    folded += String.fromCharCode(unit);
  }
  return folded;
};

/** Most words of the lexicon are already folded; blanks may need trimming. */
const isFolded = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (FOLD[unit] !== unit || unit === SEPARATOR || unit === ZWNJ) return false;
    if (((KIND[unit] ?? 0) & COMPLEX) !== 0) return false;
  }
  return true;
};

/** Whether a zero-width non-joiner is in Arabic script, where it separates words. */
const partsWords = (text: string, at: number): boolean => ((KIND[text.charCodeAt(at - 1)] ?? 0) & ARABIC) !== 0;

const needsNormalizing = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    if (((KIND[text.charCodeAt(at)] ?? 0) & COMPLEX) !== 0) return true;
  }
  return false;
};
