import { SampleFiles } from '../../src/demo/sample-files.service';
import type { SampleSettlement } from '../../src/demo/replay-markets';
import type { SampleAnswer } from '../../src/demo/replay-model';
import { firstDate, shiftDates, type SampleWorld } from '../../src/demo/sample-world';

type Json = Record<string, unknown>;

/** Each market of Kalshi that is open at the first start is there this many times. */
const COPIES = 8;
const PRICE_EVERY_MS = 20_000;
const STORY_EVERY_MS = 12_000;
const SETTLEMENT_EVERY_MS = 15_000;
/** How much life there is before and after the first start. */
const BEFORE_MS = 300_000;
const AFTER_MS = 7_200_000;
const FAR = '2030-01-01T00:00:00.000Z';
/** Fewer than one in twenty, which a verifier accepts as everyday loss. */
const VOID_EVERY = 25;

/**
 * The samples, in which more happens in an hour than in the demo's month: every feed has a new story each
 * twelve seconds, every price swings each twenty, one market after the other settles, and the model is
 * always sure of itself. All in the formats of the upstreams, by the samples' own time.
 */
export class LivelySamples extends SampleFiles {
  /** Sample time, ms, at which the service first starts. */
  private readonly start: number;
  private readonly markets: { polymarket: Json[]; kalshi: Json[] };

  constructor() {
    super();
    const world = this.world();
    this.start = Date.parse(world.epoch) + world.history_days * 86_400_000;
    this.markets = {
      polymarket: openMarkets(super.json('polymarket-markets', 'markets.json'), this.start),
      kalshi: copiesOf(super.json('kalshi-markets', 'markets.json'), this.start),
    };
  }

  override world(): SampleWorld {
    return { ...super.world(), faults: {} };
  }

  override json<T>(...path: string[]): T {
    const [folder, name = ''] = path;
    const history = path.includes('prices-history') || path.includes('candlesticks');
    if (folder === 'polymarket-markets')
      return (history ? { history: this.prices() } : { markets: this.markets.polymarket }) as T;
    if (folder === 'kalshi-markets')
      return (history ? { candlesticks: this.candles() } : { markets: this.markets.kalshi }) as T;
    return super.json(folder ?? '', ...[name, ...path.slice(2)].filter((part) => part !== ''));
  }

  override bytes(...path: string[]): Buffer {
    const bytes = super.bytes(...path);
    return path[0] === 'feed' ? this.lively(bytes) : bytes;
  }

  override settlements(): SampleSettlement[] {
    return this.tickers().map(({ exchange, ticker }, index) => ({
      exchange,
      ticker,
      settles_at: new Date(this.start + (index + 8) * SETTLEMENT_EVERY_MS).toISOString(),
      outcome: index % VOID_EVERY === 4 ? 'VOID' : index % 2 === 0 ? 'YES' : 'NO',
    }));
  }

  override answers(): SampleAnswer[] {
    return this.tickers().map(({ ticker }, index) => ({
      ticker,
      at: super.world().epoch,
      fault: null,
      lean: index % 2 === 0 ? 2.2 : -2.2,
      confidence: 0.9,
      grounds: ['The reports of the last day agree with each other. '.repeat(12)],
    }));
  }

  /** Names of the stories that feeds have published from the first start until an instant (sample time). */
  storiesUntil(until: number): string[] {
    return this.names('feed').flatMap((name) => {
      const text = this.bytes('feed', name).toString('latin1');
      return piecesOf(text)
        .filter((piece) => (firstDate(piece) ?? Infinity) <= until)
        .map((piece) => nameOf(piece));
    });
  }

  /** Kalshi's and Polymarket's in turn: both settle all the time. */
  private tickers(): { exchange: 'polymarket' | 'kalshi'; ticker: string }[] {
    const kalshi = this.markets.kalshi.map(({ ticker }) => String(ticker));
    const polymarket = this.markets.polymarket.map(({ conditionId }) => String(conditionId));
    const every = Math.ceil(kalshi.length / Math.max(1, polymarket.length));
    return kalshi.flatMap((ticker, index) => {
      const other = index % every === 0 ? polymarket[index / every] : undefined;
      return [
        { exchange: 'kalshi' as const, ticker },
        ...(other === undefined ? [] : [{ exchange: 'polymarket' as const, ticker: other }]),
      ];
    });
  }

  private prices(): { t: number; p: number }[] {
    const count = (BEFORE_MS + AFTER_MS) / PRICE_EVERY_MS;
    return Array.from({ length: count }, (_, n) => ({
      t: (this.start - BEFORE_MS + n * PRICE_EVERY_MS) / 1_000,
      p: n % 2 === 0 ? 0.44 : 0.56,
    }));
  }

  private candles(): Json[] {
    return this.prices().map(({ t, p }) => ({
      end_period_ts: t,
      price: { close_dollars: p.toFixed(4) },
    }));
  }

  private lively(bytes: Buffer): Buffer {
    const text = bytes.toString('latin1');
    const samples = piecesOf(text);
    const count = (BEFORE_MS + AFTER_MS) / STORY_EVERY_MS;
    const stories = Array.from({ length: count }, (_, n) => {
      const sample = samples[n % samples.length] ?? '';
      const at = this.start - BEFORE_MS + n * STORY_EVERY_MS;
      const renamed = sample.replaceAll(nameOf(sample), `${nameOf(sample)}-${n}`);
      return shiftDates(renamed, at - (firstDate(sample) ?? at));
    });
    const [first = ''] = samples;
    const last = samples.at(-1) ?? '';
    const head = text.slice(0, text.indexOf(first));
    const tail = text.slice(text.lastIndexOf(last) + last.length);
    return Buffer.from(head + stories.reverse().join('\n') + tail, 'latin1');
  }
}

const piecesOf = (text: string): string[] =>
  [...text.matchAll(/<(item|entry)[ >][\s\S]*?<\/\1>/g)].map(([piece]) => piece);

const nameOf = (piece: string): string => /\/story\/([\w-]+)/.exec(piece)?.[1] ?? '';

/** The markets that have not ended by then, with a far deadline: they settle at the times of the samples. */
const openMarkets = ({ markets }: { markets: Json[] }, start: number): Json[] =>
  markets.filter(({ endDate }) => Date.parse(String(endDate)) > start).map((market) => ({ ...market, endDate: FAR }));

const copiesOf = ({ markets }: { markets: Json[] }, start: number): Json[] =>
  markets
    .filter(({ close_time }) => Date.parse(String(close_time)) > start)
    .flatMap((market) =>
      Array.from({ length: COPIES }, (_, n) => ({
        ...market,
        ticker: `${String(market['ticker'])}-C${n}`,
        event_ticker: `${String(market['event_ticker'])}-C${n}`,
        title: String(market['title']).replace('?', ` by day ${100 + n}?`),
        close_time: FAR,
        expected_expiration_time: FAR,
        expiration_time: FAR,
      })),
    );
