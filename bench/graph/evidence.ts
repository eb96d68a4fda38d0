/**
 * Cost of evidence during ingestion: the same items stored with and without comparison to 500 open markets, alternating
 * on the same databases, through the code path of a tick.
 *
 * Questions and titles have real parties and acts, as the rule expects: a third of the items are relevant to a market.
 */
import { EventLogService } from '../../src/event-log/event-log.service';
import type { NewItem } from '../../src/event-log/item';
import { EvidenceRepository } from '../../src/evidence/evidence.repository';
import { loadEvidenceRule } from '../../src/evidence/evidence-seed.provider';
import { EvidenceService } from '../../src/evidence/evidence.service';
import { StoryRepository } from '../../src/ingestion/story.repository';
import { StoryService } from '../../src/ingestion/story.service';
import { generateItems, MARKET_COUNT, NOW } from '../support/generated-world';
import { rounded } from '../support/quantiles';
import type { BenchStore } from './store';

export interface EvidenceFigures {
  /** Items per second without and with evidence. */
  readonly without: number;
  readonly with: number;
  /** The second divided by the first. */
  readonly share: number;
  /** Milliseconds to compare an item with the markets in this process. */
  readonly judgeMs: number;
  /** Relationships written per item. */
  readonly linksAnItem: number;
}

const WARM = { parts: 3, items: 5_000 };
const MEASURED = { parts: 4, items: 5_000 };
/** Items per batch, as from several sources of a tick. */
const BATCH = 1_000;

const PARTIES =
  'Iran,Israel,the US,Russia,Ukraine,China,Taiwan,Hezbollah,Hamas,the Houthis,Syria,Lebanon,Turkey,Saudi Arabia,Yemen,Sudan,North Korea,India,Pakistan,Venezuela'.split(
    ',',
  );
const ACTS = ['strike', 'sign a ceasefire with', 'hold talks with', 'impose sanctions on', 'invade'];
const TOLD = ['strikes', 'agrees to a ceasefire with', 'meets envoys of', 'sanctions', 'says of'];

/** @param stores alternating, so that load on the machine affects all equally */
export const measureEvidence = async (stores: readonly BenchStore[]): Promise<Record<string, EvidenceFigures>> => {
  const meters = stores.map((store) => new Meter(store));
  for (const meter of meters) await meter.begin();
  for (let part = 0; part < WARM.parts; part += 1)
    for (const meter of meters) for (const judged of [false, true]) await meter.store(WARM.items, judged, false);
  for (let part = 0; part < MEASURED.parts; part += 1)
    for (const meter of meters)
      // Alternates, because the first one has cold caches.
      for (const judged of [part % 2 === 0, part % 2 === 1]) await meter.store(MEASURED.items, judged, true);
  return Object.fromEntries(meters.map((meter) => [meter.size, meter.figures()]));
};

class Meter {
  readonly size: number;
  private readonly log: EventLogService;
  private readonly stories: StoryService;
  private readonly evidence: EvidenceService;
  private readonly ms = { with: 0, without: 0 };
  private readonly items = { with: 0, without: 0 };
  private judgeMs = 0;
  private links = 0;
  private next = 0;

  constructor(private readonly bench: BenchStore) {
    this.size = bench.size;
    this.log = new EventLogService(bench.graph);
    this.stories = new StoryService(new StoryRepository(bench.graph));
    this.evidence = new EvidenceService(new EvidenceRepository(bench.graph), loadEvidenceRule());
  }

  async begin(): Promise<void> {
    const rows = Array.from({ length: MARKET_COUNT }, (_, n) => {
      const [one, other] = pairOf(n);
      return `{t: 'M${n}', q: 'Will ${one} ${ACTS[n % ACTS.length]} ${other} by ${1 + (n % 28)} July 2026?'}`;
    });
    await this.bench.graph.statement(
      `UNWIND [${rows.join(',')}] AS r MATCH (m:Market {exchange: 'kalshi', ticker: r.t}) SET m.question = r.q, m.status = 'open'`,
    );
    await this.evidence.refresh(NOW);
  }

  async store(size: number, judge: boolean, measured: boolean): Promise<void> {
    const items = this.newItems(size);
    const linksBefore = await this.linkCount();
    const begun = performance.now();
    for (let start = 0; start < items.length; start += BATCH) {
      const told = await this.stories.assign(items.slice(start, start + BATCH));
      if (!judge) {
        await this.log.append(told);
        continue;
      }
      await this.log.append(told, async (given) => {
        const asked = performance.now();
        const write = await this.evidence.linking(given);
        if (measured) this.judgeMs += performance.now() - asked;
        return write;
      });
    }
    if (!measured) return;
    const kind = judge ? 'with' : 'without';
    this.ms[kind] += performance.now() - begun;
    this.items[kind] += items.length;
    if (judge) this.links += (await this.linkCount()) - linksBefore;
  }

  private async linkCount(): Promise<number> {
    const [row] = await this.bench.graph.statement('MATCH ()-[e:EVIDENCE]->() RETURN count(e) AS n', 'READ');
    return Number(row?.['n']);
  }

  figures(): EvidenceFigures {
    const rate = (kind: 'with' | 'without'): number => (this.items[kind] * 1_000) / this.ms[kind];
    return {
      without: Math.round(rate('without')),
      with: Math.round(rate('with')),
      share: rounded(rate('with') / rate('without')),
      judgeMs: rounded(this.judgeMs / this.items.with),
      linksAnItem: rounded(this.links / this.items.with),
    };
  }

  /** New items of the last hour. */
  private newItems(size: number): NewItem[] {
    const from = (this.next += size) - size;
    return generateItems(from, from + size, 'ev').map((item, n): NewItem => {
      const at = NOW - ((item.at * 7) % 3_600_000);
      const [one, other] = pairOf(n * 31);
      const named = n % 3 === 0 ? `${one} ${TOLD[n % TOLD.length]} ${other}: ` : '';
      const title = `${named}${item.title}`;
      return { ...item, title, lang: n % 3 === 0 ? 'en' : item.lang, at, publishedAt: at, firstSeenAt: NOW };
    });
  }
}

/** Two different parties. */
const pairOf = (n: number): readonly [string, string] => {
  const one = n % PARTIES.length;
  const other = (one + 1 + (Math.floor(n / PARTIES.length) % (PARTIES.length - 1))) % PARTIES.length;
  return [PARTIES[one] ?? '', PARTIES[other] ?? ''];
};
