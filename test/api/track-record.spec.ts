import { ManualClock } from '../support/manual-clock';
import { ImportService } from '../../src/import/import.service';
import { TrackRecordService } from '../../src/track-record/track-record.service';
import { MethodologyService } from '../../src/track-record/methodology.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { importedWorld } from '../support/imported-world';

const NOW = Date.UTC(2026, 7, 1) * 1000;

interface Summary {
  readonly track_record: Record<string, unknown>;
  readonly registry: Record<string, unknown>;
  readonly honesty: { readonly claims_demonstrated_edge: boolean; readonly statement: string };
  readonly degraded: boolean;
}

const TOP = [
  'schema_version',
  'publisher',
  'generated_at',
  'track_record',
  'registry',
  'methodology_url',
  'track_record_url',
  'receipts_api_url',
  'per_call_receipt_url_template',
  'badge_url',
  'honesty',
  'degraded',
];
const FIGURES = [
  'available',
  'n_distinct_resolved',
  'n_distinct_markets',
  'underpowered',
  'brier_skill_underpowered',
  'hit_rate_underpowered',
  'brier_skill_score_vs_market',
  'brier_skill_interpretation',
  'brier_model_mean',
  'brier_market_baseline_mean',
  'hit_rate',
  'hit_rate_ci',
  'hit_rate_basis',
  'total_graded',
  'total_trades',
  'lookback_days',
  'min_confidence',
  'caveat',
];
const REGISTRY = [
  'available',
  'chain_head_hash',
  'anchored_at',
  'first_anchored_at',
  'n_days',
  'head_date',
  'verify_url',
  'verify_method',
];

describe('the track record', () => {
  let test: TestApp;
  const clock = new ManualClock(NOW);
  const json = async <T>(path: string): Promise<T> => (await (await test.get(path)).json()) as T;

  beforeAll(async () => {
    test = await startTestApp({ clock });
  }, 180_000);
  afterAll(() => test.close());

  it('has exactly the fields of the interface, also before anything happened', async () => {
    const summary = await json<Summary>('/api/track-record.json');

    expect(Object.keys(summary)).toEqual(TOP);
    expect(Object.keys(summary.track_record)).toEqual(FIGURES);
    expect(Object.keys(summary.registry)).toEqual(REGISTRY);
    expect(Object.keys(summary.honesty)).toEqual(['claims_demonstrated_edge', 'statement']);
    expect(summary.track_record).toMatchObject({ available: false, hit_rate: 0, hit_rate_ci: [0, 1] });
    expect(summary.registry['chain_head_hash']).toMatch(/^[0-9a-f]{64}$/);
    expect(await json('/api/track-record')).toEqual(summary);
    expect(await (await test.get('/api/badge/track-record.svg')).text()).toContain('no trades yet');
  });

  it('grades imported trades as a separate population, and claims nothing from them', async () => {
    const world = importedWorld({ markets: 200, skill: 0.6 });
    const imports = test.app.get(ImportService);
    await imports.import('predictions', world.predictions, 'import:old');
    await imports.import('trades', world.trades, 'import:old');
    const report = await imports.import('settlements', world.settlements, 'import:old');
    // Settled late in a long world: everything must be within the look-back.
    clock.set(Date.UTC(2026, 7, 10) * 1000);

    const summary = await json<Summary>('/api/track-record.json');
    const trades = summary.track_record;

    expect(report.tradesClosed).toBe(200 - Math.floor(200 / 7));
    // Of 200 every seventh is open and every fifth of the rest void.
    expect(trades['total_graded']).toBe(trades['n_distinct_resolved']);
    expect(trades['n_distinct_resolved']).toBeGreaterThanOrEqual(100);
    expect(trades['underpowered']).toBe(false);
    expect(trades['brier_skill_score_vs_market']).toBeGreaterThan(0.3);
    expect(trades['brier_skill_interpretation']).toEqual(expect.stringContaining('Better than'));
    expect(summary.honesty.claims_demonstrated_edge).toBe(false);
    expect(summary.honesty.statement).toContain('imported');
    expect(String(trades['caveat'])).toContain('import:old');
  });

  it('shows the statistics behind it', async () => {
    const analysis = await json<{
      population: string;
      comparisons: { n_markets: number; skill: number | null }[];
      exclusions: Record<string, number>;
    }>('/api/track-record/analysis.json');
    const summary = await json<Summary>('/api/track-record.json');

    expect(analysis.population).toBe('import:old');
    expect(analysis.comparisons[0]?.skill).toBe(summary.track_record['brier_skill_score_vs_market']);
    expect(analysis.exclusions['void']).toBeGreaterThan(10);
    const none = await json<{ comparisons: { n_markets: number }[] }>('/api/track-record/analysis.json?population=own');
    expect(none.comparisons[0]?.n_markets).toBe(0);
  });

  it('states how forecasts age, each band with its n', async () => {
    const { confluence } = await test.app.get(MethodologyService, { strict: false }).methodology();
    const { time_decay: bands } = await test.app.get(TrackRecordService, { strict: false }).analysis(null);

    expect(bands.reduce((sum, { n_rows: rows }) => sum + rows, 0)).toBeGreaterThan(100);
    for (const band of bands) expect(band.n_markets < 100).toBe(band.brier_model_mean === null);
    for (const band of confluence) expect(band.markets < 100).toBe(band.absoluteMove === null);
    expect(confluence.map(({ score }) => score)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  });

  it('serves a badge in three shapes that cannot do anything', async () => {
    const shapes = await Promise.all(
      ['flat', 'flat-square', 'for-the-badge'].map(async (style) => {
        const answer = await test.get(`/api/badge/track-record.svg?style=${style}`);
        expect(answer.headers.get('content-type')).toContain('image/svg+xml');
        expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
        expect(answer.headers.get('content-security-policy')).toBe(
          "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        );
        return answer.text();
      }),
    );

    expect(new Set(shapes).size).toBe(3);
    expect(shapes[0]).toContain('no edge shown');
    expect((await test.get('/api/badge/track-record.svg?style=round')).status).toBe(400);
  });
});
