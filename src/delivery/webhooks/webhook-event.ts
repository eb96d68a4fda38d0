/** Ids are derived from the subject, so that an event found twice, or by two instances, has one id. */
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

export interface Happening {
  readonly type: EventType | 'webhook.test';
  /** The subject with its version: `al-1`, `al-1:1778155200000`. Together with the type it identifies the event. */
  readonly subject: string;
  readonly at: number;
  /** Minimal: id, addresses, and a few figures to decide on a closer look. */
  readonly data: Readonly<Record<string, unknown>> & { readonly id: string; readonly link: string };
  /** Values for filters; empty or null if not applicable. */
  readonly entities: readonly string[];
  readonly theater: string | null;
  /** `exchange/ticker` */
  readonly markets: readonly string[];
  /** For alerts: volume over baseline; null if the cluster is usually silent. */
  readonly ratio?: number | null;
}

/** Values for the filters of an event about no entity, place or market. */
export const OF_NOTHING = { entities: [], theater: null, markets: [] } as const;

export interface Wanted {
  readonly events: readonly string[];
  readonly entities: readonly string[];
  readonly theaters: readonly string[];
  readonly markets: readonly string[];
  readonly min_ratio?: number | null;
}

/** Events without an entity fail filters by entity; a usually silent cluster always passes the ratio. */
export const wants = (wanted: Wanted, event: Happening): boolean =>
  (wanted.events.length === 0 || wanted.events.includes(event.type)) &&
  meets(wanted.entities, event.entities) &&
  meets(wanted.theaters, event.theater === null ? [] : [event.theater]) &&
  meets(wanted.markets, event.markets) &&
  (event.ratio ?? Infinity) >= (wanted.min_ratio ?? 0);

const meets = (wanted: readonly string[], given: readonly string[]): boolean =>
  wanted.length === 0 || given.some((one) => wanted.includes(one));

/** `msg_…`, deterministic; without a full stop, which is the separator in signatures. */
export const eventId = ({ type, subject }: Pick<Happening, 'type' | 'subject'>): string =>
  `msg_${sha256Hex(`${type}|${subject}`).slice(0, 32)}`;

export const bodyOf = ({ type, at, data }: Happening): string =>
  JSON.stringify({ type, timestamp: formatMillis(at), data });
