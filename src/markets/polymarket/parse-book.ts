import { fieldsIn, numberOf, type Fields } from '../../platform/common/foreign-json';
import { bestLevel, quotedPrice, type BookLevel, type BookTop } from '../quote';

/** Best level of both sides of a CLOB book. */
export const topOfBook = (book: Fields): BookTop => {
  const bid = bestLevel(levelsOf(book['bids']), Math.max);
  const ask = bestLevel(levelsOf(book['asks']), Math.min);
  return { bid: bid?.price ?? null, ask: ask?.price ?? null, bid_size: bid?.size ?? null, ask_size: ask?.size ?? null };
};

/** The best level may be first or last; levels without size are skipped. */
const levelsOf = (levels: unknown): readonly BookLevel[] =>
  fieldsIn(levels).flatMap((level) => {
    const price = quotedPrice(level['price']);
    const size = numberOf(level['size']);
    return price === null || size === null || size <= 0 ? [] : [{ price, size }];
  });
