import { Ajv2020 } from 'ajv/dist/2020';
import { execFileSync } from 'node:child_process';
import { SURGE } from '../../test/support/forecast-inputs';
import { needing } from '../../test/support/tools';
import { canonicalJson } from '../platform/common/canonical-json';
import { buildInput } from '../forecasting/input/build-input';
import { forecastBenchSet, metaculusForecasts, prophetArenaEvents } from './forecast-exports';
import { loggedForecasts, newestOpen, openQuestion } from './logged-forecasts';

const { input } = buildInput({ ...SURGE, market: { ...SURGE.market, exchange: 'polymarket', ticker: '0xAB' } });
const bundle = (id: string, made_at: string, probability_yes: number, ticker = '0xAB'): string =>
  canonicalJson({
    schema_version: '2.0.0',
    bundle_id: id,
    made_at,
    input: { ...input, question: { ...input.question, ticker } },
    prediction: { model: 'claude', probability_yes, reasoning: 'Because.' },
  });
const bundles = [
  bundle('rb-1', '2026-05-20T00:00:00.000000Z', 0.4),
  bundle('rb-2', '2026-05-21T00:00:00.000000Z', 0.5),
  bundle('rb-3', '2026-05-21T00:00:01.000000Z', 0.7, 'SETTLED'),
]
  .map((line) => `${line}\n`)
  .join('');
const documents = `${canonicalJson({ kind: 'settlement', exchange: 'polymarket', ticker: 'SETTLED', status: 'settled', settlement_yes_price: 1 })}\n`;
const forecasts = loggedForecasts(documents, bundles);
const open = newestOpen(forecasts, Date.UTC(2026, 4, 22));

/**
 * The checks of ForecastBench on a forecast set: five members that are not empty, a date in the name of
 * the question set, and of each forecast its types, a source that it has and a probability.
 */
const FORECAST_SET = {
  type: 'object',
  required: ['organization', 'model', 'model_organization', 'question_set', 'forecasts'],
  additionalProperties: false,
  properties: {
    organization: { type: 'string', minLength: 1 },
    model: { type: 'string', minLength: 1 },
    model_organization: { type: 'string', minLength: 1 },
    question_set: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}-(llm|human)\\.json$' },
    forecasts: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: {
        type: 'object',
        required: ['id', 'source', 'forecast', 'resolution_date', 'reasoning'],
        additionalProperties: false,
        properties: {
          id: { type: 'string', minLength: 1 },
          source: { enum: ['infer', 'manifold', 'metaculus', 'polymarket'] },
          forecast: { type: 'number', minimum: 0, maximum: 1 },
          resolution_date: { type: ['string', 'null'] },
          reasoning: { type: 'string' },
        },
      },
    },
  },
};

describe('forecasts for others', () => {
  it('are the newest of each open market', () => {
    expect(forecasts).toHaveLength(3);
    expect(open.map(({ bundleId }) => bundleId)).toEqual(['rb-2']);
    expect(newestOpen(forecasts, Date.UTC(2027, 0, 1))).toEqual([]);
    const [question] = open.map((one) => openQuestion(one, 'B'));
    expect(question).toMatchObject({ replay_bundle_id: 'rb-2', arm: 'B', ticker: '0xAB' });
    expect(question?.input.market.yes_price).toBeNull();
  });

  it('are a forecast set of ForecastBench, with its five members and known keys', () => {
    const set = {
      forecast_due_date: '2026-05-24',
      question_set: '2026-05-24-llm.json',
      questions: [
        { id: '0xab', source: 'polymarket' },
        { id: '0xab', source: 'manifold' },
        { id: '0xcd', source: 'polymarket' },
      ],
    };
    const exported = forecastBenchSet(open, set, { organization: 'O', model: 'M', modelOrganization: 'O' });
    expect(exported).toEqual({
      organization: 'O',
      model: 'M',
      model_organization: 'O',
      question_set: '2026-05-24-llm.json',
      forecasts: [{ id: '0xab', source: 'polymarket', forecast: 0.5, resolution_date: null, reasoning: 'Because.' }],
    });
    const kalshi = open.map((one) => ({
      ...one,
      input: { ...one.input, question: { ...one.input.question, exchange: 'kalshi' as const, ticker: 'KXIRAN-26' } },
    }));
    const asked = { question_set: '2026-05-24-llm.json', questions: [{ id: 'KXIRAN-26', source: 'kalshi' }] };
    const submitter = { organization: 'O', model: 'M', modelOrganization: 'O' };
    expect(forecastBenchSet(kalshi, asked, submitter)['forecasts']).toMatchObject([
      { id: 'KXIRAN-26', source: 'kalshi' },
    ]);
    expect(forecastBenchSet(open, asked, submitter)['forecasts']).toEqual([]);
    expect(() => forecastBenchSet(open, [], { organization: 'O', model: 'M', modelOrganization: 'O' })).toThrow(
      'is not from ForecastBench',
    );
  });

  it('pass ForecastBench’s checks of a forecast set, for every question that is a market of ours', () => {
    const tickers = ['0xA1', '0xB2', '0xC3'];
    const many = loggedForecasts(
      '',
      tickers
        .map((ticker, n) => `${bundle(`rb-${n}`, '2026-05-20T00:00:00.000000Z', (2 + 3 * n) / 10, ticker)}\n`)
        .join(''),
    );
    const questions = [...tickers, '0xD4'].map((id) => ({ id, source: 'polymarket' }));
    const submitter = { organization: 'O', model: 'M', modelOrganization: 'O' };
    const exported = forecastBenchSet(many, { question_set: '2026-05-24-llm.json', questions }, submitter);
    const check = new Ajv2020({ allowUnionTypes: true, allErrors: true }).compile(FORECAST_SET);
    const forecasts = exported['forecasts'] as { id: string }[];

    expect([check(exported), check.errors]).toEqual([true, null]);
    expect(forecasts.map(({ id }) => id)).toEqual(tickers);
    for (const wrong of [
      { forecast: 1.01 },
      { forecast: null },
      { source: 'elsewhere' },
      { reasoning: null },
      { resolution_date: 20260524 },
    ])
      expect([wrong, check({ ...exported, forecasts: [{ ...forecasts[0], ...wrong }] })]).toEqual([wrong, false]);
    expect(check({ ...exported, forecasts: [] })).toBe(false);
    expect(() => forecastBenchSet(many, { question_set: 'latest.json', questions }, submitter)).toThrow(
      'question_set is "latest.json"',
    );
  });

  it('are posts of Metaculus that ask the same, with the body of its API', () => {
    const same = open.map((one) => ({
      ...one,
      input: { ...one.input, crowd: one.input.crowd.map((crowd) => ({ ...crowd, same_question: true })) },
    }));
    const [first] = metaculusForecasts(same, () => 'https://www.metaculus.com/questions/123/will-it/');
    expect(first).toMatchObject({
      post_id: 123,
      forecast: { probability_yes: 0.5, probability_yes_per_category: null, continuous_cdf: null },
    });
    expect(metaculusForecasts(same, () => 'https://elsewhere.example/questions/123')).toEqual([]);
  });

  it('are events of Prophet Arena with their outcomes', () => {
    const events = prophetArenaEvents(forecasts, 'https://v.example');
    expect(events).toMatchObject([
      {
        slug: 'polymarket-0xab',
        outcomes: [
          { name: 'Yes', resolution: 'pending' },
          { name: 'No', resolution: 'pending' },
        ],
        windows: [{ round: 0 }, { round: 1 }],
      },
      { slug: 'polymarket-settled', outcomes: [{ resolution: 'yes' }, { resolution: 'no' }] },
    ]);
  });

  needing('arena').it(
    'are taken by the SDK of Prophet Arena',
    () => {
      const lines = prophetArenaEvents(forecasts, 'https://v.example')
        .map((event) => JSON.stringify(event))
        .join('\n');
      const script = `
import sys
from arena.datasets import Dataset
from arena.types import Forecast
events = Dataset.from_jsonl("vedette", "1", sys.stdin.read()).events
for event in events:
    for window in event.windows:
        Forecast(probabilities={"Yes": 0.4, "No": 0.6}).validate_for(window)
print(len(events), sum(len(event.windows) for event in events), events[1].resolutions)`;
      const said = execFileSync('python3', ['-c', script], { input: lines, encoding: 'utf8' });
      expect(said.trim()).toBe("2 3 {'Yes': 'yes', 'No': 'no'}");
    },
    60_000,
  );
});
