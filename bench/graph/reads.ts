/** Cost of graph queries at each size. */
import { ManualClock } from '../../test/support/manual-clock';
import { DAY_MS } from '../../src/platform/common/durations';
import { Metrics } from '../../src/platform/common/metrics.service';
import { SOURCE_TYPES } from '../../src/platform/common/source-type';
import { ConfluenceRepository } from '../../src/confluence/confluence.repository';
import { EvidenceRepository } from '../../src/evidence/evidence.repository';
import { EvidenceService } from '../../src/evidence/evidence.service';
import { loadEvidenceRule } from '../../src/evidence/evidence-seed.provider';
import { ConfluenceService } from '../../src/confluence/confluence.service';
import { readSourceTypeSeed } from '../../src/confluence/source-type-seed.provider';
import { DigestRepository } from '../../src/digest/digest.repository';
import { DigestService } from '../../src/digest/digest.service';
import { chooseWalk, eventFilter, walkParameters, walkStart, type EventFilter } from '../../src/event-log/event-filter';
import { ItemRepository, SCAN_MAX } from '../../src/event-log/item.repository';
import type { GraphService } from '../../src/platform/graph/graph.service';
import { SourceCatalogue } from '../../src/ingestion/source-catalogue.service';
import { SourceHealthService } from '../../src/ingestion/source-health.service';
import { SourceRepository } from '../../src/ingestion/source.repository';
import { AlertRepository } from '../../src/surge/alert.repository';
import { SurgeService } from '../../src/surge/surge.service';
import { BUSIEST, NOW, RARE, SECOND } from '../support/generated-world';
import type { BenchStore } from './store';
import { quantiles } from '../support/quantiles';

export interface Figures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Database hits of one call; null for several queries. */
  readonly hits: number | null;
}

export interface Case {
  readonly name: string;
  readonly work: (round: number) => Promise<unknown>;
  readonly hits?: () => Promise<number>;
}

const PAGE = 50;
const SETTINGS = { confluenceWindowHours: 24, pollIntervalSeconds: 600 };

/** Pages of the event log: each filter, its first page and a distant one. */
export const pageCases = async ({ graph }: BenchStore): Promise<Case[]> => {
  const items = new ItemRepository(graph);
  const page = (name: string, filter: EventFilter): Case => ({
    name: `events ${name}`,
    work: () => items.list(filter, PAGE),
    hits: () => pageHits(graph, filter),
  });
  const past = NOW - 30 * DAY_MS;
  const asked = {
    'by busiest entity': { entities: [BUSIEST] },
    'by source type': { sourceType: 'telegram' as const },
    'by busiest entity and source type': { entities: [BUSIEST], sourceType: 'telegram' as const },
    unfiltered: {},
    'two entities': { entities: [BUSIEST, SECOND] },
    'as of 30 days ago': { entities: [BUSIEST], asOf: past, until: past },
    'by theater': { theater: 'iran' as const },
    'by category': { category: 'category_3' },
    'by language': { lang: 'fa' },
    'by market': { market: 'kalshi/M1' },
  };
  const cases: Case[] = [];
  for (const [name, given] of Object.entries(asked)) {
    cases.push(page(`${name}, first page`, eventFilter(given)));
    const from = await thousandthPage(graph, eventFilter(given));
    cases.push(page(`${name}, 1,000th page`, eventFilter({ ...given, from })));
  }
  return [
    ...cases,
    page('by rare entity', eventFilter({ entities: [RARE] })),
    page('by busiest entity and language', eventFilter({ entities: [BUSIEST], lang: 'fa' })),
  ];
};

/** Full-text search. */
export const wordCases = ({ graph }: BenchStore): Case[] => {
  const items = new ItemRepository(graph);
  const search = (name: string, asked: Parameters<typeof eventFilter>[0]): Case => ({
    name: `full text, ${name}`,
    work: () => items.list(eventFilter(asked), PAGE),
  });
  return [
    search('common word', { q: 'tanker' }),
    search('rare word', { q: 'zanzibar' }),
    search('Chinese', { q: '导弹' }),
    search('word and entity', { q: 'санкциями', entities: [BUSIEST] }),
    search('no match', { q: 'antarctica' }),
  ];
};

/** Computations of a tick, and the digest. */
export const analysisCases = ({ graph }: BenchStore): Case[] => {
  const clock = new ManualClock(NOW * 1_000);
  const confluence = new ConfluenceService(
    new ConfluenceRepository(graph),
    new EvidenceService(new EvidenceRepository(graph), loadEvidenceRule()),
    SourceCatalogue.fromFolder(),
    readSourceTypeSeed(),
    SETTINGS,
    clock,
  );
  const surge = new SurgeService(new AlertRepository(graph), new Metrics(), SETTINGS);
  const health = new SourceHealthService(SourceCatalogue.fromFolder(), [], new SourceRepository(graph), clock);
  const digest = new DigestService(new DigestRepository(graph), health, clock, SETTINGS);
  const window = {
    types: [...SOURCE_TYPES].sort(),
    circular: ['whale', 'forecaster'],
    since: NOW - DAY_MS,
    now: NOW,
  };
  let tick = 0;
  return [
    {
      name: 'confluence of 500 markets: the query',
      work: () => graph.read('confluence/score-markets', window),
      hits: () => hitsOf(graph, 'confluence/score-markets', window),
    },
    {
      name: 'confluence of 500 markets: a tick with storing',
      work: () => confluence.computeAll(NOW + (tick += 1) * 600_000),
    },
    { name: 'confluence of one market, explained', work: () => confluence.get('kalshi', 'M1') },
    { name: 'surge over all clusters', work: (round) => surge.evaluate(NOW + round * 1_000) },
    { name: 'digest, cold', work: () => digest.refresh() },
    { name: 'digest, from memory', work: () => digest.get() },
  ];
};

/**
 * Runs the cases of all stores, alternating: first as warm-up for plans and compilation, then measured.
 *
 * @returns figures by case and size
 */
export const measureInTurns = async (
  stores: readonly { readonly size: number; readonly cases: readonly Case[] }[],
  warmRounds: number,
  rounds: number,
): Promise<Record<string, Record<string, Figures>>> => {
  const times = new Map<Case, number[]>();
  for (let round = -warmRounds; round < rounds; round += 1)
    for (const { cases } of stores)
      for (const one of cases) {
        const begun = performance.now();
        await one.work(round + warmRounds);
        if (round < 0) continue;
        const taken = times.get(one) ?? [];
        taken.push(performance.now() - begun);
        times.set(one, taken);
      }
  const results: Record<string, Record<string, Figures>> = {};
  for (const { size, cases } of stores)
    for (const one of cases)
      (results[one.name] ??= {})[size] = {
        ...quantiles(times.get(one) ?? []),
        hits: one.hits === undefined ? null : await one.hits(),
      };
  return results;
};

/** The start of the thousandth page, or of the hundredth, tenth or first, whichever exists. */
const thousandthPage = async (graph: GraphService, filter: EventFilter) => {
  const walk = chooseWalk(filter);
  for (const skip of [PAGE * 1_000, PAGE * 100, PAGE * 10, PAGE]) {
    const [position] = await graph.read<{ at: number; item: string }>(`event-log/position-by-${walk.index}`, {
      ...walkStart(filter, walk),
      skip,
    });
    if (position !== undefined) return position;
  }
  return filter.from;
};

const pageHits = (graph: GraphService, filter: EventFilter): Promise<number> => {
  const walk = chooseWalk(filter);
  return hitsOf(graph, `event-log/list-by-${walk.index}`, walkParameters(filter, walk, SCAN_MAX, PAGE + 1));
};

interface Profile {
  readonly dbHits?: number;
  readonly children: readonly Profile[];
}

const hitsOf = async (graph: GraphService, query: string, parameters: Record<string, unknown>): Promise<number> => {
  const sum = ({ dbHits = 0, children }: Profile): number =>
    children.reduce((total, child) => total + sum(child), dbHits);
  return sum((await graph.profile(query, parameters)) as Profile);
};
