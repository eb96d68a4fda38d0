import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../../platform/common/durations';
import { formatMillis } from '../../platform/common/utc-time';
import { GraphService } from '../../platform/graph/graph.service';
import type { EndpointSettings } from './endpoint-settings';
import {
  ofAlert,
  ofDay,
  ofForecast,
  ofMove,
  ofSettlement,
  ofSilence,
  SILENT_MS,
  type AlertChange,
  type DayRow,
  type ForecastRow,
  type MoveRow,
  type SettlementRow,
  type SilentRow,
} from './happenings';
import type { Happening } from './webhook-event';

export interface Endpoint extends EndpointSettings {
  readonly id: string;
  readonly origin: 'command' | 'environment';
  readonly state: 'on' | 'off';
  readonly created_at: number;
  /** Events up to this instant have been queued. */
  readonly read_to: number;
  readonly failing_since?: number;
  readonly last_delivered_at?: number;
  readonly off_reason?: string;
  readonly off_at?: number;
}

export interface EndpointRow {
  readonly endpoint: Endpoint;
  readonly waiting: number;
  readonly delivered: number;
  readonly failed: number;
}

export interface QueuedDelivery {
  readonly key: string;
  readonly endpoint: string;
  readonly event: string;
  readonly type: string;
  readonly body: string;
  /** UTC ms of the event. */
  readonly at: number;
}

export interface StoredDelivery extends QueuedDelivery {
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly created_at: number;
  readonly next_at: number;
  readonly last_at?: number;
  readonly last_status?: number;
  readonly last_error?: string;
}

export interface ClaimedDelivery {
  readonly delivery: QueuedDelivery & { readonly attempts: number };
  readonly url: string;
}

export interface Outcome {
  readonly key: string;
  readonly holder: string;
  readonly now: number;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly next_at: number;
  readonly status: number | null;
  readonly words: string | null;
  readonly off: string | null;
}

/** Rows per page, and maximum pages. */
const LOOK_MAX = 1_000;
const PAGES_MAX = 100;
/** Changes of alerts older than this cause no events. */
const ALERT_AGE_MAX_MS = 14 * DAY_MS;

@Injectable()
export class WebhookRepository {
  constructor(private readonly graph: GraphService) {}

  async endpoints(): Promise<EndpointRow[]> {
    return this.graph.read('webhooks/list-endpoints');
  }

  async save(id: string, given: EndpointSettings, origin: Endpoint['origin'], now: number): Promise<Endpoint> {
    const settings = { ...given, origin };
    const [row] = await this.graph.write<{ endpoint: Endpoint }>('webhooks/save-endpoint', { id, settings, now });
    if (row === undefined) throw new Error('An endpoint that was saved is not there');
    return row.endpoint;
  }

  async remove(id: string): Promise<boolean> {
    const [row] = await this.graph.write<{ removed: number }>('webhooks/remove-endpoint', { id });
    return row?.removed === 1;
  }

  async enable(id: string, now: number): Promise<Endpoint | null> {
    const [row] = await this.graph.write<{ endpoint: Endpoint }>('webhooks/enable-endpoint', { id, now });
    return row?.endpoint ?? null;
  }

  async deliveries(endpoint: string, limit: number): Promise<StoredDelivery[]> {
    const rows = await this.graph.read<{ delivery: StoredDelivery }>('webhooks/list-deliveries', { endpoint, limit });
    return rows.map(({ delivery }) => delivery);
  }

  /** Events since an instant. @param since, now UTC ms */
  async happenings(since: number, now: number, base: string): Promise<Happening[]> {
    const limit = LOOK_MAX;
    return this.graph.readTransaction(async (transaction) => {
      const read =
        <Row>(query: string, more: object = {}) =>
        (from: number) =>
          transaction.run<Row>(query, { since: from, limit, ...more });
      const alerts = await eachPage(
        since,
        read<AlertChange>('webhooks/list-alerts', { from: since - ALERT_AGE_MAX_MS }),
        ({ alert }) => alert.updated_at,
      );
      const moves = await eachPage(since, read<MoveRow>('webhooks/list-moves'), ({ at }) => at);
      const forecasts = await eachPage(
        since,
        (from) => transaction.run<ForecastRow>('webhooks/list-forecasts', { since: formatMillis(from), limit }),
        ({ made_at: at }) => Date.parse(at),
      );
      const settlements = await eachPage(since, read<SettlementRow>('webhooks/list-settlements'), ({ at }) => at);
      const days = await transaction.run<DayRow>('webhooks/list-days', { since: formatMillis(since), limit });
      const overdue = { since, now, silent: SILENT_MS };
      const silent = await transaction.run<SilentRow>('webhooks/list-silent-sources', overdue);
      return [
        ...alerts.flatMap((row) => ofAlert(row, since, base)),
        ...moves.map((row) => ofMove(row, base)),
        ...forecasts.map((row) => ofForecast(row, base)),
        ...settlements.map((row) => ofSettlement(row, base)),
        ...days.map((row) => ofDay(row, base)),
        ...silent.map((row) => ofSilence(row, base)),
      ];
    });
  }

  /** Queues each entry once, even with several instances; returns the number of new entries. */
  async queue(
    deliveries: readonly QueuedDelivery[],
    endpoints: readonly string[],
    readTo: number,
    now: number,
  ): Promise<number> {
    const sorted = [...deliveries].sort((a, b) => (a.key < b.key ? -1 : 1));
    const [row] = await this.graph.write<{ added: number }>('webhooks/add-deliveries', {
      deliveries: sorted,
      endpoints,
      read_to: readTo,
      now,
    });
    return row?.added ?? 0;
  }

  async claim(
    holder: string,
    now: number,
    limits: { readonly busy: readonly string[]; readonly each: number; readonly lease: number },
  ): Promise<ClaimedDelivery[]> {
    const { busy, each, lease } = limits;
    return this.graph.writeTransaction(async (transaction) => {
      const locked = await transaction.run<{ key: string }>('webhooks/lock-due', { now, busy, each, holder });
      if (locked.length === 0) return [];
      const keys = locked.map(({ key }) => key);
      return transaction.run<ClaimedDelivery>('webhooks/claim', { keys, holder, now, lease });
    });
  }

  /** Stores an outcome; returns whether it disabled the endpoint. */
  async note(outcome: Outcome): Promise<boolean> {
    const [row] = await this.graph.write<{ off: boolean }>('webhooks/note-outcome', { ...outcome });
    return row?.off ?? false;
  }

  async prune(before: number): Promise<number> {
    const [row] = await this.graph.write<{ removed: number }>('webhooks/prune-deliveries', { before, limit: LOOK_MAX });
    return row?.removed ?? 0;
  }
}

/** All rows from an instant on, oldest first, read in pages; rows may repeat. */
const eachPage = async <Row>(
  since: number,
  read: (from: number) => Promise<Row[]>,
  instantOf: (row: Row) => number,
): Promise<Row[]> => {
  const all: Row[] = [];
  let from = since;
  for (let page = 0; page < PAGES_MAX; page++) {
    const rows = await read(from);
    all.push(...rows);
    const last = rows.at(-1);
    if (rows.length < LOOK_MAX || last === undefined) break;
    // More rows than a page within one millisecond: the rest of them is skipped.
    from = Math.max(from + 1, instantOf(last));
  }
  return all;
};
