/**
 * What endpoints are told of, and which of them are told. An event is named by what happened, so that the
 * same happening, found twice or by two instances, is one event. Pure.
 */
import { sha256Hex } from '../../platform/common/sha256';
import { formatMillis } from '../../platform/common/utc-time';

export const EVENT_TYPES = [
  'alert.opened',
  'alert.updated',
  'alert.closed',
  'price.moved',
  'forecast.made',
  'market.settled',
  'day.sealed',
  'source.silent',
] as const;

type EventType = (typeof EVENT_TYPES)[number];

/** Something that happened, as the graph tells it. */
export interface Happening {
  readonly type: EventType | 'webhook.test';
  /** What happened to, with its version: `al-1`, `al-1:1778155200000`. With the type it names the event. */
  readonly subject: string;
  /** UTC ms. */
  readonly at: number;
  /** Thin: the id, addresses and the few figures that tell whether it is worth a look. */
  readonly data: Readonly<Record<string, unknown>> & { readonly id: string; readonly link: string };
  /** What filters look at; empty or null where it has none. */
  readonly entities: readonly string[];
  readonly theater: string | null;
  /** `exchange/ticker` */
  readonly markets: readonly string[];
  /** Of an alert: its volume over the baseline; null where the cluster is usually silent. */
  readonly ratio?: number | null;
}

/** Which events an endpoint wants; an empty list and null want all. */
export interface Wanted {
  readonly events: readonly string[];
  readonly entities: readonly string[];
  readonly theaters: readonly string[];
  readonly markets: readonly string[];
  readonly minRatio: number | null;
}

/**
 * Whether an endpoint wants an event: every filter that it has must agree. An event that is about no entity
 * passes no filter by entity; a ratio is asked of alerts only, and a cluster that is usually silent has any.
 */
export const wants = (wanted: Wanted, event: Happening): boolean =>
  (wanted.events.length === 0 || wanted.events.includes(event.type)) &&
  meets(wanted.entities, event.entities) &&
  meets(wanted.theaters, event.theater === null ? [] : [event.theater]) &&
  meets(wanted.markets, event.markets) &&
  (wanted.minRatio === null || event.ratio === undefined || event.ratio === null || event.ratio >= wanted.minRatio);

const meets = (wanted: readonly string[], given: readonly string[]): boolean =>
  wanted.length === 0 || given.some((one) => wanted.includes(one));

/** `msg_…`, the same for the same happening; no full stop, which separates what is signed. */
export const eventId = ({ type, subject }: Pick<Happening, 'type' | 'subject'>): string =>
  `msg_${sha256Hex(`${type}|${subject}`).slice(0, 32)}`;

/** The body that is sent, the same bytes at every attempt. */
export const bodyOf = ({ type, at, data }: Happening): string =>
  JSON.stringify({ type, timestamp: formatMillis(at), data });
