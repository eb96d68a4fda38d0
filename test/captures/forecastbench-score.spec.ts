/** ForecastBench's published means through `vedette score`: rows and answers as files, figures from its output. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { medianProbability } from '../../src/grading/ensemble';
import type { Score } from '../../src/leaderboard/score';
import { runsTypeScript } from '../support/typescript-process';
import { readCapture } from './captured';

jest.setTimeout(120_000);

const FOLDER = ['payloads', 'forecastbench'] as const;
const json = <T>(name: string): T => JSON.parse(readCapture(...FOLDER, name).toString('utf8')) as T;

const row = (exchange: string, ticker: string, resolved: number): object => ({
  question: { exchange, ticker },
  resolution: { outcome: resolved >= 0.5 ? 'YES' : 'NO', settlement_yes_price: resolved },
});

/** Output of the command for these answers and rows. */
const scored = (rows: readonly object[], answers: readonly object[]): Score => {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-forecastbench-'));
  const [records, file] = [join(folder, 'records.jsonl'), join(folder, 'answers.jsonl')];
  for (const [path, lines] of [
    [records, rows],
    [file, answers],
  ] as const)
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const words = runsTypeScript('src/delivery/cli/main.ts', 'score', file, '--rows', records, '--json');
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8', maxBuffer: 64 << 20 })) as Score;
};

describe('vedette score over ForecastBench', () => {
  it('has the published means of 3175 questions at the freeze and on the due date', () => {
    const [, ...lines] = readCapture(...FOLDER, 'market_question_prices.csv')
      .toString('utf8')
      .trim()
      .split('\n');
    const published = json<{ anchor: { brier_freeze: number; C_reconstructed: number } }>(
      'copier_line.2026-08-11.json',
    ).anchor;
    const rows: object[] = [];
    const answers: object[] = [];
    for (const line of lines) {
      const [due = '', source = '', id = '', atDue, out, freeze] = line.split(',');
      rows.push(row(source, `${due}/${id}`, Number(out)));
      const named = { exchange: source, ticker: `${due}/${id}` };
      answers.push({ ...named, model: 'due', probability_yes: Number(atDue) });
      answers.push({ ...named, model: 'freeze', probability_yes: Number(freeze) });
    }
    const { entrants, ungraded } = scored(rows, answers);
    const brier = (name: string): number => entrants.find(({ model }) => model === name)?.brier ?? NaN;

    expect(ungraded).toEqual([]);
    expect(entrants.find(({ model }) => model === 'due')?.n_markets).toBe(3175);
    expect(brier('due')).toBeCloseTo(published.C_reconstructed, 12);
    expect(brier('freeze')).toBeCloseTo(published.brier_freeze, 12);
  });

  it('has the published score of the superforecaster median over 54 resolved questions', () => {
    const { forecasts } = json<{ forecasts: { id: string; source: string; forecast: number }[] }>(
      'forecast_set.2024-07-21.superforecasters.markets.json',
    );
    const { resolutions } = json<{
      resolutions: { id: string; source: string; resolved_to: number; resolved: boolean }[];
    }>('resolution_set.2024-07-21.as-of-2025-09-05.markets.json');
    const rows = resolutions
      .filter(({ resolved }) => resolved)
      .map(({ id, source, resolved_to }) => row(source, id, resolved_to));
    const given = new Map<string, number[]>();
    for (const { id, source, forecast } of forecasts)
      given.set(`${source}/${id}`, [...(given.get(`${source}/${id}`) ?? []), forecast]);
    const answers = [...given].map(([key, values]) => {
      const [exchange = '', ...ticker] = key.split('/');
      return { exchange, ticker: ticker.join('/'), probability_yes: medianProbability(values) };
    });
    const [entrant] = scored(rows, answers).entrants;

    // 0.082 in the leaderboard.
    expect(entrant).toMatchObject({ n_markets: 54, underpowered: true });
    expect(entrant?.brier).toBeCloseTo(0.08191039, 8);
  });
});
