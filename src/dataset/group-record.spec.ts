import { groupAnswers, groupRecord, type SettledCall } from './group-record';

const made = (second: number): string => `2026-01-01T00:00:0${second}.000000Z`;
const market = (
  at: number,
  question: string,
  probability: number,
  paid: number,
  beside: number | null = null,
): SettledCall['markets'][number] => ({
  prediction: {
    id: `p${at}`,
    exchange: 'kalshi',
    ticker: `T${at}`,
    question,
    resolves_at: `2026-0${at}-28T00:00:00.000000Z`,
    made_at: made(at),
    model: 'claude',
    model_name: 'm-1',
    probability_yes: probability,
    confidence: 0.5,
    direction: 'YES',
    reasoning: '',
    market_yes_price: 0.3,
    bundle_sha256: String(at).repeat(64),
    resolved_at: `2026-0${at}-20T00:00:00.000000Z`,
    settlement_yes_price: paid,
    population: 'own',
    event: 'EV',
  },
  beside:
    beside === null
      ? []
      : [
          {
            id: `s${at}`,
            arm: 'A',
            model: 'gpt',
            model_name: 'g-1',
            made_at: made(at),
            probability_yes: beside,
            confidence: 0.5,
            direction: 'YES',
            reasoning: '',
            evidence_sha256: 'e',
            record_sha256: `${at}a`.repeat(32),
          },
        ],
});

const recordsOf = (call: SettledCall) => groupAnswers(call).map((group) => groupRecord(group, []));

describe('the record of a group', () => {
  it('of exclusive options has the outcome of each', () => {
    const [own, beside, ...more] = recordsOf({
      exclusive: true,
      markets: [market(1, 'Will X win?', 0.6, 0, 0.1), market(2, 'Will Y win?', 0.3, 1, 0.9)],
    });
    expect(more).toEqual([]);
    expect(own).toMatchObject({
      sample_id: expect.stringMatching(/_EV_[0-9a-f]{8}$/) as string,
      population: 'live',
      question: {
        type: 'categorical',
        event: 'EV',
        options: ['Will X win?', 'Will Y win?'],
        tickers: ['T1', 'T2'],
        bounds: null,
      },
      prediction: {
        made_at: made(1),
        model: 'claude',
        probabilities: [0.6, 0.3],
        record_sha256s: ['1'.repeat(64), '2'.repeat(64)],
      },
      context: { market_yes_prices: [0.3, 0.3] },
      resolution: {
        resolved_at: '2026-02-20T00:00:00.000000Z',
        outcomes: ['NO', 'YES'],
        ranked_probability_score: null,
      },
      anchor: null,
    });
    expect(own?.resolution.brier_score).toBeCloseTo(0.36 + 0.49 + 0.01, 12);
    expect(beside).toMatchObject({ prediction: { model: 'gpt', probabilities: [0.1, 0.9] } });
  });

  it('of a ladder is scored over its bounds, in their order', () => {
    const [own] = recordsOf({
      exclusive: false,
      markets: [
        market(2, 'Will it end by March 31, 2026?', 0.5, 1),
        market(1, 'Will it end by January 31, 2026?', 0.2, 0),
      ],
    });
    expect(own).toMatchObject({
      question: { type: 'numeric', unit: 'date', tickers: ['T1', 'T2'] },
      prediction: { probabilities: [0.2, 0.5] },
      resolution: { outcomes: ['NO', 'YES'], brier_score: null },
    });
    expect(own?.resolution.ranked_probability_score).toBeCloseTo((0.04 + 0.25) / 2, 12);
  });

  it('of ranges has both scores, and no ranked one for a quantity that lies in none', () => {
    const ranges = (low: number, high: number) =>
      recordsOf({
        exclusive: true,
        markets: [market(1, 'Strikes: 1-5', 0.25, low), market(2, 'Strikes: 6-10', 0.5, high)],
      })[0]?.resolution;
    expect(ranges(1, 0)).toMatchObject({
      brier_score: 0.5625 + 0.25 + 0.0625,
      ranked_probability_score: (0.5625 + 0.0625) / 2,
    });
    expect(ranges(0, 0)?.ranked_probability_score).toBeNull();
  });

  it.each<[string, SettledCall]>([
    ['two winners', { exclusive: true, markets: [market(1, 'Will X win?', 0.6, 1), market(2, 'Will Y win?', 0.3, 1)] }],
    [
      'a market that is split',
      { exclusive: true, markets: [market(1, 'Will X win?', 0.6, 0.5), market(2, 'Will Y win?', 0.3, 0)] },
    ],
    [
      'questions that form none',
      { exclusive: false, markets: [market(1, 'Will X win?', 0.6, 0), market(2, 'Will Y lose?', 0.3, 1)] },
    ],
  ])('is not made for %s', (_, call) => {
    expect(recordsOf(call)).toEqual([]);
  });

  it('is made for those models that answered all of its markets', () => {
    const markets = [market(1, 'Will X win?', 0.6, 0, 0.1), market(2, 'Will Y win?', 0.3, 1)];
    expect(recordsOf({ exclusive: true, markets })).toHaveLength(1);
  });

  it('is anchored where one copy shows all of its records', () => {
    const [group] = groupAnswers({
      exclusive: true,
      markets: [market(1, 'Will X win?', 0.6, 0), market(2, 'Will Y win?', 0.3, 1)],
    });
    if (group === undefined) throw new Error('no group');
    const anchor = { registry_date: '2026-01-01', registry_url: 'u', wayback_url: 'w', bundle_sha256: 'b' };
    const shared = { registry_date: '2026-01-01', registry_url: 'u', wayback_url: 'w' };
    expect(groupRecord(group, [anchor, { ...anchor, bundle_sha256: 'c' }]).anchor).toEqual(shared);
    expect(groupRecord(group, [anchor, { ...anchor, wayback_url: 'v' }]).anchor).toBeNull();
    expect(groupRecord(group, [anchor, null]).anchor).toBeNull();
  });
});
