import { Ledger, type LedgerCall, type MadeRequest } from './ledger';
import { upstreamLedger } from './ledger.provider';

const call: LedgerCall = {
  id: 'history',
  purpose: 'Past prices',
  method: 'GET',
  address: 'https://api.example.org/v2/markets/{market}/history',
  parameters: { from: '0..9999999999', 'to?': '0..9999999999', 'kind?': '/day|hour/', 'ids?': 'list 1..3' },
  headers: ['authorization'],
  reads: [],
  span: { from: 'from', to: 'to', seconds: 100 },
  agent: { begins: 'Mozilla/5.0', otherwise: 429 },
  says: [],
};
const books: LedgerCall = {
  ...call,
  id: 'books',
  method: 'POST',
  address: 'https://api.example.org/books',
  parameters: {},
  body: { '': 'list 1..2' },
};
const ledger = new Ledger([{ id: 'example', name: 'Example', purpose: 'Tests', calls: [call, books] }]);

const asked = (query: string, changes: Partial<MadeRequest> = {}) =>
  ledger.refusal({
    method: 'GET',
    url: `https://api.example.org/v2/markets/m1/history${query}`,
    headers: { 'user-agent': 'Mozilla/5.0 (compatible; Vedette/0.1)' },
    ...changes,
  });

describe('Ledger.refusal', () => {
  it('accepts requests as in the entry', () => {
    expect(asked('?from=1&to=101&kind=day&ids=a,b')).toBeNull();
    expect(asked('?from=1', { headers: { 'user-agent': 'Mozilla/5.0', authorization: 'x' } })).toBeNull();
  });

  it.each([
    ['an unknown parameter', '?from=1&limit=5', 400, /parameter limit is not in/],
    ['a missing one', '', 400, /from is missing/],
    ['a repeated one', '?from=1&from=2', 400, /occurs twice/],
    ['a value outside its range', '?from=-1', 400, /from is not 0/],
    ['a value of another kind', '?from=1&kind=week', 400, /kind is not/],
    ['a list that is too long', '?from=1&ids=a,b,c,d', 400, /ids is not/],
    ['a span that is too long', '?from=1&to=102', 400, /More than 100 s/],
  ])('refuses %s', (_, query, status, reason) => {
    expect(asked(query)).toMatchObject({ call: 'example/history', status, reason: expect.stringMatching(reason) });
  });

  it('refuses another agent as the upstream does, an unknown header, method or address', () => {
    expect(asked('?from=1', { headers: { 'user-agent': 'Vedette/0.1' } })).toMatchObject({ status: 429 });
    const headers = { 'user-agent': 'Mozilla/5.0', 'x-key': '1' };
    expect(asked('?from=1', { headers })?.reason).toMatch(/header x-key/);
    expect(asked('?from=1', { method: 'POST' })).toMatchObject({ call: null, status: 404 });
    expect(asked('', { url: 'https://api.example.org/v1/markets/m1/history?from=1' })).toMatchObject({ call: null });
  });

  it('holds a body against its members, or a list against its length', () => {
    const posted = (body: unknown) =>
      asked('', { method: 'POST', url: 'https://api.example.org/books', body })?.reason ?? null;

    expect(posted([{ token_id: '1' }])).toBeNull();
    expect(posted([1, 2, 3])).toMatch(/is not list/);
    expect(posted(undefined)).toMatch(/missing/);
  });
});

describe('seed/upstreams', () => {
  const { upstreams } = upstreamLedger();
  const calls = upstreams.flatMap(({ id, calls: own = [] }) => own.map((call) => ({ upstream: id, ...call })));

  it('names each entry once, with a source and a month', () => {
    const names = calls.map(({ upstream, id }) => `${upstream}/${id}`);

    expect(new Set(names).size).toBe(names.length);
    const unsaid = calls.filter(
      ({ says }) => says.length === 0 || says.some(({ checked }) => !/^20\d\d-\d\d$/.test(checked)),
    );
    expect(unsaid).toEqual([]);
  });
});
