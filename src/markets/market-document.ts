/** Markets in an exchange's document, each once: listed, nested in events, or alone. */
import { isFields, textOf, UnreadableError, type Fields } from '../platform/common/foreign-json';
import { mapInSlices } from '../platform/common/map-in-slices';
import { distinctMarkets, type HashOf, type Market } from './market';
import { recordedBody } from './recorded-body';

export interface MarketsPage {
  readonly markets: readonly Market[];
  /** Null at the end. */
  readonly nextCursor: string | null;
}

export interface RawMarket {
  readonly market: Fields;
  /** The enclosing event, if nested. */
  readonly event: Fields | null;
}

interface ExchangeFormat {
  readonly exchange: string;
  /** Members in which markets are, in the order of reading. */
  readonly members: readonly string[];
  /** Members of a listing, which may be empty. */
  readonly lists: readonly string[];
  readonly isMarket: (value: Fields) => boolean;
  /** The event of the markets in a member of an object. @param event around the object */
  readonly eventOf: (value: Fields, member: string, event: Fields | null) => Fields | null;
  readonly marketsOf: (raw: RawMarket) => readonly Omit<Market, 'raw_sha256'>[];
  readonly cursorOf: (body: Fields) => string | null;
}

interface MarketsReader {
  /** @throws UnreadableError when the document is an error or not about markets */
  readonly parse: (document: unknown, hashOf?: HashOf) => MarketsPage;
  /** As `parse`, in slices that yield to the event loop: a page has up to thousands of markets. */
  readonly read: (document: unknown, hashOf: HashOf) => Promise<MarketsPage>;
}

export const marketsReader = (format: ExchangeFormat): MarketsReader => {
  const hashed =
    (hashOf: HashOf) =>
    (raw: RawMarket): readonly Market[] =>
      format.marketsOf(raw).map((market) => ({ ...market, raw_sha256: hashOf(raw.market) }));
  return {
    parse: (document, hashOf = () => null) => {
      const { found, nextCursor } = listed(document, format);
      return { markets: distinctMarkets(found.flatMap(hashed(hashOf))), nextCursor };
    },
    read: async (document, hashOf) => {
      const { found, nextCursor } = listed(document, format);
      return { markets: distinctMarkets((await mapInSlices(found, hashed(hashOf))).flat()), nextCursor };
    },
  };
};

const listed = (document: unknown, format: ExchangeFormat) => {
  const { exchange, lists, cursorOf } = format;
  const body = recordedBody(document);
  if (isFields(body) && 'error' in body && !('markets' in body))
    throw new UnreadableError(`${exchange} answered with an error: ${errorText(body['error'])}`);
  const found = [...rawMarkets(body, null, 0, format)];
  const isEmpty = Array.isArray(body) ? body.length === 0 : isFields(body) && lists.some((name) => isList(body[name]));
  if (found.length === 0 && !isEmpty) throw new UnreadableError(`No ${exchange} markets in this document`);
  return { found, nextCursor: isFields(body) ? cursorOf(body) : null };
};

const isList = (value: unknown): boolean => Array.isArray(value);

const errorText = (error: unknown): string =>
  (isFields(error) ? textOf(error['message'] ?? error['code']) : textOf(error)) ?? 'no reason';

const DEPTH_MAX = 6;

function* rawMarkets(
  value: unknown,
  event: Fields | null,
  depth: number,
  format: ExchangeFormat,
): Generator<RawMarket> {
  if (depth > DEPTH_MAX) return;
  if (Array.isArray(value)) {
    for (const element of value) yield* rawMarkets(element, event, depth + 1, format);
  } else if (isFields(value)) {
    if (format.isMarket(value)) yield { market: value, event };
    else
      for (const member of format.members)
        yield* rawMarkets(value[member], format.eventOf(value, member, event), depth + 1, format);
  }
}
