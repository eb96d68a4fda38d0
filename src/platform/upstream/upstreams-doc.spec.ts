import { readFileSync } from 'node:fs';
import { packagePath } from '../common/package-root';
import { upstreamLedger } from './ledger.provider';
import { upstreamsDoc } from './upstreams-doc';

describe('docs/upstreams.md', () => {
  it('says what the ledger says; `npm run docs:configuration` writes it anew', () => {
    const written = readFileSync(packagePath('docs', 'upstreams.md'), 'utf8');

    expect(written).toBe(upstreamsDoc(upstreamLedger().upstreams));
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
