import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Counted by the code that does the work. Labels are from closed lists, never from callers, so they are few. */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  readonly registry = new Registry();

  readonly ticks = this.counter('ticks_total', 'Ticks by result: ok, partial, failed, skipped.', ['result']);
  readonly tickSeconds = this.histogram(
    'tick_seconds',
    'Seconds from the start of a tick to its end.',
    [],
    [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300],
  );
  readonly tickStageSeconds = this.histogram(
    'tick_stage_seconds',
    'Seconds of one stage of a tick.',
    ['stage'],
    [0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60],
  );
  readonly lastTick = this.gauge('last_tick_timestamp_seconds', 'When the last whole tick ended, Unix time.');

  readonly sources = this.gauge('sources', 'Sources by state: ok, stale, down, disabled.', ['state']);
  readonly fetches = this.counter(
    'source_fetches_total',
    'Fetches of sources by source type and result: ok, not_modified, failed, skipped.',
    ['source_type', 'result'],
  );
  readonly items = this.counter('items_total', 'Items appended to the event log.', ['source_type']);
  readonly itemLagSeconds = this.histogram(
    'item_lag_seconds',
    'Seconds between the time of an item and its arrival in the event log.',
    ['source_type'],
    [60, 300, 600, 1_800, 3_600, 7_200, 21_600, 86_400, 604_800],
  );
  readonly alerts = this.counter('alerts_total', 'Surge alerts by change: opened, closed.', ['change']);

  readonly querySeconds = this.histogram(
    'graph_query_seconds',
    'Seconds of one query by its name.',
    ['query'],
    [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
  );
  readonly queryFailures = this.counter('graph_query_failures_total', 'Queries that failed.', ['query']);

  readonly predictions = this.counter(
    'predictions_total',
    'Answers of the model by result: predicted, skipped, failed.',
    ['model', 'result'],
  );
  readonly dollarsSpent = this.gauge(
    'spent_today_dollars',
    'US dollars spent and set aside on this UTC day, by use: model, x.',
    ['purse'],
  );
  readonly dollarsLeft = this.gauge('left_today_dollars', 'US dollars left of the limit of this UTC day.', ['purse']);
  readonly trades = this.counter('paper_trades_total', 'Paper trades by change: opened, closed.', ['change']);
  readonly settlements = this.counter('settlements_total', 'Markets settled, by outcome.', ['outcome']);
  readonly seals = this.counter('seals_total', 'Days sealed, by result: ok, failed.', ['result']);
  readonly registryDays = this.gauge('registry_days', 'Sealed days in the chain.');
  readonly captures = this.counter(
    'web_archive_captures_total',
    'Captures by state: pending (asked for), ok (read back), failed (given up).',
    ['result'],
  );
  readonly outsideClocks = this.counter(
    'outside_clock_requests_total',
    'Time-stamping authorities and witnesses asked, by kind (authority, witness) and result: held, refused, failed.',
    ['kind', 'result'],
  );
  readonly outsideClockTime = this.gauge(
    'outside_clock_timestamp_seconds',
    'The newest time that an authority or a witness stated for the log, Unix time.',
    ['kind'],
  );

  readonly webhookAttempts = this.counter(
    'webhook_attempts_total',
    'Deliveries of events to endpoints, by result: delivered, failed, given_up.',
    ['result'],
  );
  readonly webhookWaiting = this.gauge('webhook_deliveries_waiting', 'Events that wait for delivery to an endpoint.');
  readonly webhookEndpoints = this.gauge('webhook_endpoints', 'Endpoints by state: on, off.', ['state']);

  readonly requests = this.counter('http_requests_total', 'Requests answered, by route pattern and status.', [
    'route',
    'status',
  ]);
  readonly requestSeconds = this.histogram(
    'http_request_seconds',
    'Seconds from a request to its answer, by route pattern.',
    ['route'],
    [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
  );
  readonly admissions = this.counter(
    'limit_requests_total',
    'Requests counted against a limit, by policy and result: admitted, refused.',
    ['policy', 'result'],
  );
  readonly badKeys = this.counter('bad_keys_total', 'Requests with a key that is not valid.');
  readonly cachedAnswers = this.counter('answer_cache_total', 'Answers that are kept, by result: hit, miss.', [
    'result',
  ]);

  readonly memory = new Gauge({
    name: 'vedette_process_memory_bytes',
    help: 'Memory of this process by kind: rss (all of it), heap_used, external.',
    labelNames: ['kind'],
    registers: [this.registry],
    collect() {
      const { rss, heapUsed, external } = process.memoryUsage();
      this.set({ kind: 'rss' }, rss);
      this.set({ kind: 'heap_used' }, heapUsed);
      this.set({ kind: 'external' }, external);
    },
  });
  /** Reset at each scrape. */
  private readonly delay = monitorEventLoopDelay();
  readonly eventLoopDelay = new Gauge({
    name: 'vedette_event_loop_delay_seconds',
    help: 'How long work that was due had to wait, 99th percentile since the last scrape.',
    registers: [this.registry],
    collect: () => {
      this.eventLoopDelay.set(this.delay.percentile(99) / 1e9);
      this.delay.reset();
    },
  });

  constructor() {
    this.delay.enable();
  }

  onApplicationShutdown(): void {
    this.delay.disable();
  }

  private counter<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter(this.described(name, help, labelNames));
  }

  private gauge<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
    return new Gauge(this.described(name, help, labelNames));
  }

  private histogram<L extends string = never>(name: string, help: string, labels: readonly L[], buckets: number[]) {
    return new Histogram({ ...this.described(name, help, labels), buckets });
  }

  private described<L extends string>(name: string, help: string, labelNames: readonly L[]) {
    return { name: `vedette_${name}`, help, labelNames: [...labelNames], registers: [this.registry] };
  }
}
