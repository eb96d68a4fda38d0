/** Rows for the input of a forecast, with defaults for irrelevant values. */
import { DAY_MS, HOUR_MS } from '../../src/platform/common/durations';
import type { EvidenceRow, InputMaterial } from '../../src/forecasting/input/input-rows';

/** 7 May 2026, 12:00 UTC: when these inputs are frozen. */
export const FROZEN_AT = Date.UTC(2026, 4, 7, 12);

export const anEvidence = (row: Partial<EvidenceRow> = {}): EvidenceRow => ({
  id: 'n-1',
  source_type: 'news',
  category: 'wire',
  source: 'reuters-world',
  publisher: null,
  family: 'reuters',
  story: null,
  lang: 'en',
  title: 'A headline',
  summary: null,
  url: 'https://example.org/a',
  published_at: FROZEN_AT - HOUR_MS,
  first_seen_at: FROZEN_AT - HOUR_MS + 60_000,
  at: FROZEN_AT - HOUR_MS,
  entities: ['iran'],
  circular: false,
  relevance: 0.5,
  about: false,
  path: [],
  attributes: {},
  ...row,
});

export const aMaterial = (parts: Partial<InputMaterial> = {}): InputMaterial => ({
  frozenAt: FROZEN_AT,
  market: {
    exchange: 'kalshi',
    ticker: 'KXEXAMPLE-26',
    question: 'Will it happen before June 2026?',
    resolves_at: '2026-06-01T00:00:00.000000Z',
    theater: 'iran',
    event_type: 'strike',
    yes_price: 0.41,
    yes_bid: 0.4,
    yes_ask: 0.42,
  },
  group: null,
  prices: [
    { at: FROZEN_AT - 2 * DAY_MS, price: 0.35 },
    { at: FROZEN_AT - HOUR_MS, price: 0.41 },
  ],
  moves: [],
  twin: null,
  crowd: [],
  evidence: [],
  alert: null,
  relationships: [],
  calendar: [],
  settled: [],
  before: [],
  confluence: null,
  weights: {
    news: 0.8,
    telegram: 0.5,
    twitter: 0.4,
    financial: 0.9,
    whale: 0.6,
    forecaster: 0.7,
    seismic: 1,
    calendar: 0.5,
  },
  partyOf: { iranian_media: 'iran', israeli_media: 'israel', russian_media: 'russia' },
  trigger: 'schedule',
  model: {
    name: 'claude',
    version: 'claude-sonnet-5-5',
    prompt_id: 'forecast-3',
    prompt_sha256: '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9',
    training_cutoff: null,
  },
  codeVersion: 'vedette 1.0.0',
  codeCommit: null,
  synthetic: false,
  ...parts,
});
