/** Validates input lines of `vedette relevance`: a market and an item. */
import { isSourceType, type SourceType } from '../platform/common/source-type';
import { languageOf } from '../resolver/tag-request';
import type { EvidenceItem } from './item-reading';
import type { EvidenceMarket } from './market-scope';

type RelevanceLine =
  | { readonly kind: 'request'; readonly market: EvidenceMarket; readonly item: EvidenceItem }
  | { readonly kind: 'bad'; readonly reason: string };

export const readRelevanceRequest = (line: string): RelevanceLine => {
  try {
    const { market, item } = objectOf(JSON.parse(line), 'line');
    return { kind: 'request', market: readRelevanceMarket(market), item: readRelevanceItem(item) };
  } catch (error) {
    const reason = (error as Error).message;
    return { kind: 'bad', reason: error instanceof SyntaxError ? `not JSON: ${reason}` : reason };
  }
};

/** @throws Error naming the invalid field */
export const readRelevanceMarket = (value: unknown): EvidenceMarket => {
  const row = objectOf(value, 'market');
  return {
    id: textOf(row, 'market', 'id'),
    question: textOf(row, 'market', 'question'),
    description: optionalText(row, 'market', 'description'),
  };
};

/** @throws Error naming the invalid field */
export const readRelevanceItem = (value: unknown): EvidenceItem => {
  const row = objectOf(value, 'item');
  return {
    id: textOf(row, 'item', 'id'),
    title: textOf(row, 'item', 'title'),
    summary: optionalText(row, 'item', 'summary'),
    lang: languageOf(optionalText(row, 'item', 'lang')),
    source_type: sourceTypeOf(optionalText(row, 'item', 'source_type')),
    instrument: optionalText(row, 'item', 'instrument'),
    hints: [],
    market: null,
    day: LATEST_DAY,
  };
};

/** A text without a time counts as current: relationships without an end are in force. */
const LATEST_DAY = '9999-12-31';

const objectOf = (value: unknown, name: string): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${name} must be an object`);
  return value as Readonly<Record<string, unknown>>;
};

const textOf = (row: Readonly<Record<string, unknown>>, name: string, field: string): string => {
  const value = row[field];
  if (typeof value !== 'string') throw new Error(`${name}.${field} must be a string`);
  return value;
};

const optionalText = (row: Readonly<Record<string, unknown>>, name: string, field: string): string | null => {
  const value = row[field] ?? null;
  if (value !== null && typeof value !== 'string') throw new Error(`${name}.${field} must be a string, null or absent`);
  return value;
};

const sourceTypeOf = (value: string | null): SourceType => {
  if (value === null) return 'news';
  if (!isSourceType(value)) throw new Error(`item.source_type is not a source type: "${value}"`);
  return value;
};
