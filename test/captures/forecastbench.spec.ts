/**
 * Our grading on real forecasts, prices and resolutions of ForecastBench, against the means that its
 * authors (and others over the same rows) published.
 */
import { brierScore, type GradedOutcome } from '../../src/grading/brier';
import { marketLosses, mean } from '../../src/grading/market-losses';
import { reliability } from '../../src/grading/reliability';
import { readCapture, readCaptureLines } from './captured';

const FOLDER = ['payloads', 'forecastbench'] as const;
const json = <T>(name: string): T => JSON.parse(readCapture(...FOLDER, name).toString('utf8')) as T;
const outcomeAt = (value: number): GradedOutcome => (value >= 0.5 ? 'YES' : 'NO');

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
};

describe('ForecastBench', () => {
  it('has the published means of 3175 resolved questions, row by row', () => {
    const [, ...rows] = readCapture(...FOLDER, 'market_question_prices.csv')
      .toString('utf8')
      .trim()
      .split('\n');
    const published = json<{ anchor: { brier_freeze: number; C_reconstructed: number } }>(
      'copier_line.2026-08-11.json',
    ).anchor;
    const graded = rows.map((line) => {
      const [due, source, id, atDue, out, freeze, gamma, frozen] = line.split(',');
      const outcome = outcomeAt(Number(out));
      expect(brierScore(Number(atDue), outcome)).toBeCloseTo(Number(gamma), 15);
      expect(brierScore(Number(freeze), outcome)).toBeCloseTo(Number(frozen), 15);
      return {
        market: `${due ?? ''}/${source ?? ''}/${id ?? ''}`,
        probabilityYes: Number(atDue),
        baselineYes: Number(freeze),
        outcome,
      };
    });
    const losses = marketLosses(graded);

    expect(losses).toHaveLength(3175);
    expect(mean(losses.map(({ model }) => model))).toBeCloseTo(published.C_reconstructed, 12);
    expect(mean(losses.map(({ baseline }) => baseline))).toBeCloseTo(published.brier_freeze, 12);
  });

  it('has the published score of the superforecaster median over resolved market questions', () => {
    const { forecasts } = json<{ forecasts: { id: string; source: string; forecast: number }[] }>(
      'forecast_set.2024-07-21.superforecasters.markets.json',
    );
    const { resolutions } = json<{
      resolutions: { id: string; source: string; resolved_to: number; resolved: boolean }[];
    }>('resolution_set.2024-07-21.as-of-2025-09-05.markets.json');
    const resolved = new Map(
      resolutions.filter((row) => row.resolved).map((row) => [`${row.source}/${row.id}`, row.resolved_to]),
    );
    const answers = new Map<string, number[]>();
    for (const { id, source, forecast } of forecasts) {
      const key = `${source}/${id}`;
      if (resolved.has(key)) answers.set(key, [...(answers.get(key) ?? []), forecast]);
    }
    const losses = marketLosses(
      [...answers].map(([market, values]) => ({
        market,
        probabilityYes: median(values),
        baselineYes: 0.5,
        outcome: outcomeAt(resolved.get(market) ?? NaN),
      })),
    );

    // "Superforecaster median forecast", market score (resolved), N = 54: 0.082 in the leaderboard.
    expect(losses).toHaveLength(54);
    expect(mean(losses.map(({ model }) => model))).toBeCloseTo(0.082, 3);
    expect(mean(losses.map(({ model }) => model))).toBeCloseTo(0.08191039, 8);
  });

  // The second file's published 0.168 is 0.0005 above the mean of its own rows, 0.16747 (rounded twice).
  it.each([
    ['BasicForecaster_gpt4o-2024-08-06', 0.0005],
    ['CoT_ForecasterTextBeforeParsing_o1-preview', 0.0006],
  ])('has every published row and the published mean of %s', (name, within) => {
    const rows = readCaptureLines<{
      question: { resolution: boolean };
      forecast: { prob: number };
      brier_score: number;
    }>(...FOLDER, `consistency.${name}.results.jsonl`);
    const summary = json<{ avg_brier_score: number }>(`consistency.${name}.summary.json`);
    const graded = rows.map(({ question, forecast, brier_score }) => {
      const outcome = question.resolution ? ('YES' as const) : ('NO' as const);
      expect(brierScore(forecast.prob, outcome)).toBeCloseTo(brier_score, 3);
      return { probabilityYes: forecast.prob, outcome };
    });

    expect(graded).toHaveLength(242);
    const average = mean(graded.map((row) => brierScore(row.probabilityYes, row.outcome)));
    expect(Math.abs(average - summary.avg_brier_score)).toBeLessThan(within);
    expect(average).toBeCloseTo(mean(rows.map(({ brier_score }) => brier_score)), 4);
    // Murphy: over bins, the three parts give the Brier score up to the spread inside a bin.
    const parts = reliability(graded, 1000);
    expect((parts.reliability ?? NaN) - (parts.resolution ?? NaN) + (parts.uncertainty ?? NaN)).toBeCloseTo(average, 4);
  });
});
