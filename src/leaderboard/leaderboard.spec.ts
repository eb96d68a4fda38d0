import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparedRows } from '../../test/support/compared-rows';
import { needing } from '../../test/support/tools';
import { packagePath } from '../platform/common/package-root';
import { ENSEMBLES } from '../grading/derived-answers';
import { comparedAnswer, type GradableRecord } from './graded-answers';
import { leaderboard } from './leaderboard';

const boardOf = (rows: readonly GradableRecord[], refused?: ReadonlyMap<string, number>) =>
  leaderboard(
    rows.flatMap((row) => comparedAnswer(row) ?? []),
    refused,
  );

describe('the leaderboard', () => {
  const rows = comparedRows(140);
  const board = boardOf(rows);
  const entrant = (model: string, arm = 'A') => board.entrants.find((one) => one.model === model && one.arm === arm);

  it('has every model in every arm, and the ensembles where several answered', () => {
    expect(board.entrants.map(({ model, arm }) => `${arm} ${model}`)).toEqual([
      'A blend with the price: claude (claude-1)',
      'A blend with the price: compatible (compatible-1)',
      'A blend with the price: gpt (gpt-1)',
      'A claude (claude-1)',
      'A compatible (compatible-1)',
      `A ${ENSEMBLES.median}`,
      `A ${ENSEMBLES.shrunk}`,
      'A gpt (gpt-1)',
      'B claude (claude-1)',
      'C claude (claude-1)',
    ]);
    expect(entrant('claude (claude-1)')).toMatchObject({ n_forecasts: 140, n_markets: 140, underpowered: false });
  });

  it('finds the best model of a constructed set, and the value of prices and evidence', () => {
    const brier = (model: string, arm?: string): number => entrant(model, arm)?.brier ?? NaN;
    expect(brier('claude (claude-1)')).toBeLessThan(brier('claude (claude-1)', 'B'));
    expect(brier('claude (claude-1)', 'B')).toBeLessThan(brier('claude (claude-1)', 'C'));
    const arms = board.pairs.find(({ first, second }) => first.model === second.model && first.arm === 'B');
    expect(arms).toMatchObject({ second: { arm: 'C' }, n_questions: 140 });
    expect(arms?.difference).toBeGreaterThan(0);
    expect(entrant('claude (claude-1)')?.correlation_with_price).toBeGreaterThan(0.9);
    expect(Math.abs(entrant('claude (claude-1)', 'C')?.correlation_with_price ?? 1)).toBeLessThan(0.4);
  });

  it('has peer scores that sum to zero, and none without a peer', () => {
    const peers = ['claude (claude-1)', 'gpt (gpt-1)', 'compatible (compatible-1)'];
    const sum = peers.reduce((total, model) => total + (entrant(model)?.peer_score ?? NaN), 0);
    expect(sum).toBeCloseTo(0, 9);
    expect(entrant('claude (claude-1)', 'B')?.peer_score).toBeNull();
  });

  it('holds everything back below 100 markets', () => {
    const few = boardOf(comparedRows(99));
    for (const one of few.entrants)
      expect(one).toMatchObject({
        underpowered: true,
        n_markets: 99,
        brier: null,
        brier_interval: null,
        log_score: null,
        against_mid: null,
        against_executed: null,
        peer_score: null,
        calibration_error: null,
        correlation_with_price: null,
        baselines: null,
      });
    for (const pair of few.pairs)
      expect(pair).toMatchObject({ underpowered: true, difference: null, interval: null, t: null });
  });

  it('never pools populations', () => {
    const imported = comparedRows(40, { seed: 9 }).map((row) => ({ ...row, population: 'import:x' }));
    const both = boardOf([...rows, ...imported]);
    expect(both.entrants.filter(({ population }) => population === 'live')).toEqual(board.entrants);
    expect(both.pairs.filter(({ population }) => population === 'live')).toEqual(board.pairs);
    expect(both.entrants.filter(({ population }) => population === 'import:x')).toEqual(boardOf(imported).entrants);
    const refused = boardOf([...rows, ...imported], new Map([['import:x', 3]])).entrants;
    for (const one of refused) expect(one.n_refused).toBe(one.population === 'live' ? 0 : 3);
  });

  it('excludes called-off, split, late and near-certain rows, and rows after the close', () => {
    const [row] = comparedRows(1) as [GradableRecord];
    const changed: readonly Partial<GradableRecord>[] = [
      { resolution: { ...row.resolution, settlement_yes_price: 0.5 } },
      { prediction: { ...row.prediction, made_at: row.resolution.resolved_at } },
      { context: { ...row.context, market_yes_price: 0.03 } },
      { question: { ...row.question, closes_at: '2026-06-01T00:00:00.000000Z' } },
    ];
    expect(comparedAnswer(row)).not.toBeNull();
    for (const change of changed) expect(comparedAnswer({ ...row, ...change })).toBeNull();
  });

  for (const [each, given, figures] of [
    ['one question', comparedRows(140), 145],
    ['three questions', comparedRows(110, { forecastsEach: 3 }), 140],
  ] as const)
    needing('arena_evaluation', 'scoringrules').it(
      `has the figures of arena-evaluation, scoringrules and NumPy, with ${each} a market`,
      () => {
        const folder = mkdtempSync(join(tmpdir(), 'vedette-leaderboard-'));
        const [records, file] = [join(folder, 'records.jsonl'), join(folder, 'leaderboard.json')];
        writeFileSync(records, given.map((row) => `${JSON.stringify(row)}\n`).join(''));
        writeFileSync(file, JSON.stringify(boardOf(given)));
        const check = packagePath('test', 'support', 'leaderboard-check.py');
        const said = execFileSync('python3', [check, records, file], { encoding: 'utf8' });
        expect(JSON.parse(said)).toEqual({ entrants: 5, figures });
      },
      60_000,
    );
});
