/** The id of an evaluation record, derived from time and subject, so that a new export keeps it. */
import { sha256Hex } from '../platform/common/sha256';

/**
 * `{made_at}_{ticker}_{first 8 hex of SHA-256 of "made_at|ticker"}`, with `-` for every character outside
 * `[A-Za-z0-9._-]` in the first two parts.
 */
export const sampleId = (madeAt: string, ticker: string): string =>
  `${plain(madeAt)}_${plain(ticker)}_${sha256Hex(`${madeAt}|${ticker}`).slice(0, 8)}`;

const plain = (text: string): string => text.replace(/[^A-Za-z0-9._-]/gu, '-');
