import { contractDifferences, type Contract, contractTerms } from './contract-differences';

/** In the wordings of both exchanges, written for this test. */
describe('the terms of a contract', () => {
  it.each<[string, Partial<ReturnType<typeof contractTerms>>]>([
    ['If the summit is not held by May 3, this market will resolve 50-50.', { undecided: 'half' }],
    ['If neither occurs by July 31, 2026, 11:59 PM ET, this market will resolve to 50-50.', { undecided: 'half' }],
    ['If the vote is not completed by March 3 (11:59 PM ET), the market will resolve to 50/50.', { undecided: 'half' }],
    [
      'If the match is cancelled, the market will resolve to a fair market price.',
      { undecided: 'a fair or last price' },
    ],
    ['If it is called off, contracts are settled at the last traded price.', { undecided: 'a fair or last price' }],
    ['If it is cancelled, all positions are refunded.', { undecided: 'money back' }],
    ['If the hearing is cancelled or postponed, this market will resolve to "No."', { undecided: 'NO' }],
    ['If no May meeting takes place by June 2, this market will resolve to “No”.', { undecided: 'NO' }],
    ['If the two prices are exactly equal, this market will resolve 50-50.', { tie: 'half', undecided: null }],
    ['If the vote ends in a tie, the market will resolve to $0.50 for each side.', { tie: 'half', undecided: null }],
    ['In a tie the market resolves to No.', { tie: 'NO', undecided: null }],
    [
      'If the match is canceled, ends in a tie, or is delayed beyond 3 days, this market will resolve to 50-50.',
      { undecided: 'half', tie: 'half' },
    ],
    [
      'An announcement of the resignation will immediately resolve this market to "Yes", regardless of when it goes into effect.',
      { announcement: 'enough' },
    ],
    ['An announcement that he will resign will not alone qualify.', { announcement: 'not enough' }],
    ['A mere announcement of talks is not sufficient.', { announcement: 'not enough' }],
    ['An offensive that seeks control over any part of the island will count.', { part: 'enough' }],
    ['A partial withdrawal does not count.', { part: 'not enough' }],
    ['A missile that fails to explode is not sufficient to trigger a "Yes" resolution.', { part: 'not enough' }],
    ['A temporary truce of at least a day qualifies.', { part: 'enough' }],
    [
      'The resolution source will be official announcements of the ministry.',
      { source: 'official announcements of the ministry', announcement: null },
    ],
    [
      'The primary resolution source for this market will be a consensus of credible reporting.',
      { source: 'a consensus of credible reporting' },
    ],
    ['Outcome verified from Reuters and the Associated Press.', { source: 'Reuters and the Associated Press' }],
    [
      'This market will resolve to "Yes" if Israel strikes Iran by June 30. Otherwise, this market will resolve to "No".',
      { undecided: null, tie: null, announcement: null, part: null, source: null },
    ],
    ['The two leaders announced talks in May.', { announcement: null }],
    ['Half of the parliament must be present.', { undecided: null }],
  ])('%s', (rules, terms) => {
    expect(contractTerms(rules)).toMatchObject(terms);
    expect(contractTerms('Another sentence first.', rules)).toMatchObject(terms);
  });
});

describe('the differences of two contracts', () => {
  const contract = (changes: Partial<Contract> = {}): Contract => ({
    exchange: 'kalshi',
    rules: 'A partial withdrawal does not count.',
    rules_secondary: 'Outcome verified from Reuters.',
    resolution_source: null,
    fee_rate: 0.07,
    fee_exponent: null,
    ends: '2026-12-14T05:00:00.000000Z',
    ...changes,
  });

  it('are empty where only the wording differs', () => {
    const other = contract({ resolution_source: 'Reuters', ends: '2026-12-14T05:30:00.000000Z' });
    expect(contractDifferences(other, contract())).toEqual({ terms: [], fees: null });
  });

  it('are source, instant, void and edge rules, and fees', () => {
    const other = contract({
      exchange: 'polymarket',
      rules:
        'A partial withdrawal counts. An announcement will not qualify. In a tie it resolves to No. If it is cancelled, it resolves 50-50.',
      rules_secondary: null,
      fee_rate: 0.04,
      fee_exponent: 1,
      ends: '2026-12-14T08:00:00.000000Z',
    });
    expect(contractDifferences(other, contract())).toEqual({
      terms: [
        'decided by: not stated there, Reuters here',
        'ends at: 2026-12-14 08:00 UTC there, 2026-12-14 05:00 UTC here',
        'called off or undecided: half there, not stated here',
        'a tie: NO there, not stated here',
        'an announcement alone: not enough there, not stated here',
        'a part or an attempt alone: enough there, not enough here',
      ],
      fees: 'fees of 100 contracts at 0.5: 1 USD there, 1.75 USD here',
    });
  });
});
