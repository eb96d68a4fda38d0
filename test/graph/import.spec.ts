import { ManualClock } from '../support/manual-clock';
import { faultText } from '../../src/platform/common/checked-lines';
import { DatasetRepository, FIRST_ROW } from '../../src/dataset/dataset.repository';
import { ImportService, type ImportKind } from '../../src/import/import.service';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { importedWorld } from '../support/imported-world';

const LABEL = 'import:test';
const PREDICTION = {
  exchange: 'kalshi',
  ticker: 'KX-1',
  question: 'Will it?',
  resolves_at: '2026-09-01T00:00:00Z',
  made_at: '2026-07-01T14:00:00.000001+02:00',
  probability_yes: 0.6234,
  confidence: 0.8,
  direction: 'YES',
  reasoning: 'Because.',
};

describe('imports', () => {
  let test: TestGraph;
  let imports: ImportService;

  const count = async (label: string): Promise<number> =>
    Number((await test.graph.statement(`MATCH (n:${label}) RETURN count(n) AS n`))[0]?.['n']);
  const line = (value: object): string => `${JSON.stringify(value)}\n`;
  const faults = async (kind: ImportKind, text: string): Promise<string> => {
    const report = await imports.import(kind, text, LABEL);
    expect(report.refused).toBeGreaterThan(0);
    return report.faults.map(faultText).join('\n');
  };

  beforeAll(async () => {
    test = await openTestGraph();
    imports = new ImportService(test.graph, new ManualClock(Date.UTC(2026, 7, 1) * 1000));
  }, 180_000);
  beforeEach(() => test.wipe());
  afterAll(() => test.close());

  it('changes nothing the second time', async () => {
    const world = importedWorld({ markets: 12, perMarket: 2 });
    const kinds = ['predictions', 'trades', 'settlements'] as const;
    for (const kind of kinds) await imports.import(kind, world[kind], LABEL);
    const before = await test.graph.statement('MATCH (n) RETURN n ORDER BY elementId(n)');

    for (const kind of kinds) {
      const report = await imports.import(kind, world[kind], LABEL);
      expect(report).toMatchObject({ kind, imported: 0, repeated: report.lines, graded: 0, tradesClosed: 0 });
    }

    expect(await test.graph.statement('MATCH (n) RETURN n ORDER BY elementId(n)')).toEqual(before);
  });

  it('reports progress, and continues where it was interrupted', async () => {
    const many = Array.from({ length: 4_100 }, (_, n) => line({ ...PREDICTION, ticker: `KX-${n}` })).join('');
    const told: string[] = [];
    const cut = imports.import('predictions', many, LABEL, (written, of) => {
      told.push(`${written}/${of}`);
      if (told.length === 2) throw new Error('pulled');
    });
    await expect(cut).rejects.toThrow('pulled');

    expect(await count('Prediction')).toBe(4_000);
    expect(await imports.import('predictions', many, LABEL)).toMatchObject({ imported: 100, repeated: 4_000 });
    expect(told).toEqual(['2000/4100', '4000/4100']);
  });

  it('comes to the same in any order', async () => {
    const world = importedWorld({ markets: 12 });
    const states = async (): Promise<unknown> =>
      test.graph.statement(
        'MATCH (n) WHERE n:Prediction OR n:Trade RETURN n.ticker AS ticker, n.state AS state, n.status AS status, n.exit_price AS exit, n.net_pnl AS pnl ORDER BY ticker, state',
      );
    for (const kind of ['predictions', 'trades', 'settlements'] as const)
      await imports.import(kind, world[kind], LABEL);
    const settledLast = await states();
    await test.wipe();
    for (const kind of ['settlements', 'predictions', 'trades'] as const)
      await imports.import(kind, world[kind], LABEL);

    expect(await states()).toEqual(settledLast);
  });

  it('keeps time to the microsecond and in UTC, and other values unchanged', async () => {
    await imports.import('predictions', line(PREDICTION), LABEL);
    const [row] = await test.graph.statement(
      'MATCH (p:Prediction) RETURN p.made_at AS made_at, p.probability_yes AS p, p.population AS population',
    );

    expect(row).toEqual({
      made_at: '2026-07-01T12:00:00.000001Z',
      p: 0.6234,
      population: LABEL,
    });
  });

  it('names every bad line by number and field, and keeps the others', async () => {
    const without = { ...PREDICTION, reasoning: undefined };
    const last = { ...PREDICTION, ticker: 'KX-9' };
    const bad = [
      line({ ...PREDICTION, probability_yes: 1.2 }),
      '\n',
      line(without),
      line({ ...PREDICTION, probabilty: 1 }),
      'not json\n',
      line({ ...PREDICTION, exchange: 'nasdaq', confidence: -1 }),
    ];
    const text = [line(PREDICTION), ...bad, line(last)].join('');
    const report = await imports.import('predictions', text, LABEL);
    expect(report.faults.map(faultText)).toEqual([
      'line 2: probability_yes: must be <= 1',
      'line 4: reasoning: is missing',
      'line 5: probabilty: is not a known field',
      'line 6: is not one JSON value',
      'line 7: exchange: must be one of polymarket, kalshi',
      'line 7: confidence: must be >= 0',
    ]);
    expect(report).toMatchObject({ lines: 7, imported: 2, repeated: 0, refused: 5 });
    expect(await count('Prediction')).toBe(2);
  });

  it('adds missing lines from the mended file, nothing twice, and still counts the refused lines', async () => {
    const dataset = new DatasetRepository(test.graph);
    const lines = Array.from({ length: 5 }, (_, n) => ({ ...PREDICTION, ticker: `KX-${n}` }));
    const broken = lines.map((one, n) => line(n === 3 ? { ...one, made_at: 'yesterday' } : one)).join('');
    for (const imported of [4, 0])
      expect(await imports.import('predictions', broken, LABEL)).toMatchObject({ imported, refused: 1 });
    expect(await dataset.countPopulations()).toMatchObject([{ n_registered: 4, n_refused: 1 }]);
    const mended = await imports.import('predictions', lines.map(line).join(''), LABEL);
    expect(mended).toMatchObject({ imported: 1, repeated: 4, refused: 0 });
    expect(await dataset.countPopulations()).toMatchObject([{ n_registered: 5, n_refused: 1 }]);
  });

  it('reports 60,000 bad lines each', async () => {
    const text = line({ ...PREDICTION, confidence: 2 }).repeat(60_000) + line(PREDICTION);
    const report = await imports.import('predictions', text, LABEL);
    expect(report).toMatchObject({ imported: 1, refused: 60_000 });
    expect(report.faults).toHaveLength(60_000);
  }, 60_000);

  it('refuses times that are none, and lines that contradict each other or the store', async () => {
    expect(await faults('predictions', line({ ...PREDICTION, made_at: '2026-02-30T00:00:00Z' }))).toBe(
      'line 1: made_at: is not a real time',
    );
    expect(await faults('predictions', line(PREDICTION) + line({ ...PREDICTION, confidence: 0.9 }))).toBe(
      'line 1: contradicts line 2, and neither is kept\nline 2: contradicts line 1, and neither is kept',
    );
    expect(await count('Prediction')).toBe(0);
    await imports.import('predictions', line(PREDICTION).repeat(2), LABEL);
    expect(await faults('predictions', line({ ...PREDICTION, confidence: 0.9 }))).toContain('line 1: ');
    expect(await count('Prediction')).toBe(1);
  });

  it('checks a trade against itself and its prediction', async () => {
    const trade = {
      exchange: 'kalshi',
      ticker: 'KX-1',
      side: 'YES',
      opened_at: '2026-07-01T12:00:00.000001Z',
      entry_price: 0.5,
      size: 100,
    };
    expect(await faults('trades', line(trade))).toContain('line 1: confidence: is missing');
    expect(await faults('trades', line({ ...trade, confidence: 0.8, made_at: '2026-01-01T00:00:00Z' }))).toContain(
      'line 1: made_at: no prediction',
    );
    expect(await faults('trades', line({ ...trade, confidence: 0.8, exit_price: 1 }))).toContain(
      'line 1: closed_at: is missing',
    );
    await imports.import('predictions', line(PREDICTION), LABEL);
    await imports.import('trades', line(trade), LABEL);

    const [row] = await test.graph.statement(
      'MATCH (t:Trade)-[:FOLLOWS]->(p:Prediction) RETURN t.confidence AS confidence, t.probability_yes AS p, t.open_position AS position',
    );
    // An imported position is not one of ours.
    expect(row).toEqual({ confidence: 0.8, p: 0.6234, position: null });
  });

  it('accepts an exported record as a prediction', async () => {
    const record = {
      sample_id: 'x',
      schema_version: '0.1.0',
      question: {
        text: 'Will it?',
        type: 'binary',
        exchange: 'kalshi',
        ticker: 'KX-1',
        theater: null,
        event_type: null,
        resolves_at: '2026-09-01T00:00:00.000000Z',
      },
      prediction: {
        made_at: '2026-07-01T12:00:00.000001Z',
        model: 'claude',
        side: null,
        probability_yes: 0.6,
        confidence: 0.8,
        direction: 'YES',
        reasoning: 'Because.',
      },
      context: {
        market_yes_price: 0.5,
        market_yes_bid: 0.49,
        market_yes_ask: 0.51,
        spread: 0.02,
        replay_bundle_id: 'rb-1',
        intel_summary: { num_items: 1, by_source_type: null, languages: null },
      },
      resolution: {},
      anchor: null,
    };

    expect(await imports.import('predictions', line(record), LABEL)).toMatchObject({ imported: 1 });
  });

  it('takes the name of another model, which has rows in 0.2.0 of the dataset and none in 0.1.0', async () => {
    const other = { ...PREDICTION, ticker: 'KX-2', model: 'gemini' };
    const settled = ['KX-1', 'KX-2'].map((ticker) =>
      line({ exchange: 'kalshi', ticker, resolved_at: '2026-07-20T10:00:00Z', settlement_yes_price: 1 }),
    );
    await imports.import('predictions', line(PREDICTION) + line(other), LABEL);
    await imports.import('settlements', settled.join(''), LABEL);
    const dataset = new DatasetRepository(test.graph);

    const older = await dataset.listSettled(LABEL, FIRST_ROW, 10);
    const newer = await dataset.listSettledAnswers(LABEL, FIRST_ROW, 10);

    expect(older.map(({ model }) => model)).toEqual(['claude']);
    expect(newer.map(({ prediction }) => prediction.model).sort()).toEqual(['claude', 'gemini']);
    expect(await dataset.countPopulations()).toMatchObject([{ n_resolved: 2, n_records: 1 }]);
    expect(await faults('predictions', line({ ...other, model: 'Gemini' }))).toContain('line 1: model');
  });

  it('refuses a settlement that contradicts its price, or the earlier one', async () => {
    const settlement = {
      exchange: 'kalshi',
      ticker: 'KX-1',
      resolved_at: '2026-07-20T10:00:00Z',
      settlement_yes_price: 1,
    };
    expect(await faults('settlements', line({ ...settlement, outcome: 'NO' }))).toBe(
      'line 1: outcome: is not YES, which the price says',
    );
    expect(
      await faults('settlements', line({ ...settlement, settlement_yes_price: null, status: 'settled' })),
    ).toContain('settlement_yes_price');
    await imports.import('settlements', line(settlement), LABEL);
    expect(await faults('settlements', line({ ...settlement, settlement_yes_price: 0 }))).toBe(
      'line 1: kalshi/KX-1 is settled already, otherwise',
    );
    expect(await imports.import('settlements', line(settlement), LABEL)).toMatchObject({ imported: 0 });
  });
});
