import { Ledger, type LedgerCall } from './ledger';
import { ledgerWarnings } from './ledger-warnings';

const call: LedgerCall = {
  id: 'trades',
  purpose: 'Trades',
  method: 'GET',
  address: 'https://data.example.org/trades',
  parameters: {},
  reads: [],
  retires: '2026-12-20',
  says: [{ what: 'address', where: 'docs.example.org', checked: '2026-11' }],
};
const model = {
  id: 'model-5',
  thinks: true,
  retires: '2026-12-11',
  replaced_by: 'model-6',
  max_output_tokens: 1,
  prices: [],
  says: call.says,
};
const ledger = new Ledger([{ id: 'example', name: 'Example', purpose: 'Tests', calls: [call], models: [model] }]);
const at = (day: string, inUse: readonly string[] = []): string[] =>
  ledgerWarnings(ledger, new Set(inUse), Date.parse(day)).map(({ warning }) => warning);

describe('ledgerWarnings', () => {
  it('names addresses that end within thirty days, and models only where they are in use', () => {
    expect(at('2026-11-19')).toEqual([]);
    expect(at('2026-11-21')).toEqual(['Example: trades ends on 2026-12-20']);
    expect(at('2026-12-12', ['model-5'])).toEqual([
      'Example: trades ends on 2026-12-20',
      'Example: model-5 ended on 2026-12-11; model-6 takes its place',
    ]);
  });

  it('names facts that nobody has looked up for 120 days', () => {
    expect(at('2027-03-30')).toEqual(['Example: trades ended on 2026-12-20']);
    expect(at('2027-04-02')).toContain('Example: 1 facts were looked up last in 2026-11');
  });
});
