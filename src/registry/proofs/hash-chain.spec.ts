import { sha256Hex } from '../../platform/common/sha256';
import { combinedHash, firstBrokenLink, GENESIS_HASH, linkDay, type ChainLink } from './hash-chain';

const DAYS = ['2026-12-31', '2027-01-01', '2027-01-02'];
const chain = DAYS.reduce<ChainLink[]>(
  (links, day) => [...links, linkDay(links.at(-1)?.combined_hash ?? GENESIS_HASH, day, `file of ${day}`)],
  [],
);
const [first, second, third] = chain as [ChainLink, ChainLink, ChainLink];

describe('hash chain', () => {
  it('hashes the 128 characters of the two hashes, from 64 zeros on', () => {
    // Computed with Python's hashlib.
    expect(first).toEqual({
      date: '2026-12-31',
      prev_hash: '0000000000000000000000000000000000000000000000000000000000000000',
      day_sha256: 'd40267d7bf5f90d3318330294aa6692a79d550e04d4c740a1d73be5bdbebca31',
      combined_hash: '940615c2268b0ed63ca6a4959f5249c40c7d94dd4dc7779b313b6dcfbba7e0a4',
    });
    expect(second.prev_hash).toBe(first.combined_hash);
    expect(second.combined_hash).toBe('100c630bf8c852c9b946e10f496f1c1e8d97f2549e17ce2ec6e2d550c0b75446');
  });

  it('holds as it was linked, and empty', () => {
    expect(firstBrokenLink(chain)).toBeNull();
    expect(firstBrokenLink(chain.slice(0, 1))).toBeNull();
    expect(firstBrokenLink([])).toBeNull();
  });

  /** The second link with a member changed, and all else computed of it. */
  const dated = (date: unknown) => ({ ...second, date });

  it.each<[string, readonly Partial<Record<keyof ChainLink, unknown>>[], number, string]>([
    ['a day left out', [first, third], 1, 'date is 2027-01-02 where 2027-01-01 should follow'],
    ['the first day left out', [second, third], 0, 'prev_hash is not the combined_hash of the entry before'],
    ['a day twice', [first, first], 1, 'date is 2026-12-31 where 2027-01-01 should follow'],
    ['days in another order', [first, third, second], 1, 'date is 2027-01-02 where 2027-01-01 should follow'],
    ['a later day', [first, dated('2027-01-03')], 1, 'date is 2027-01-03 where 2027-01-01 should follow'],
    ['a day of no calendar', [first, dated('2027-02-30')], 1, 'date is not a calendar day'],
    ['a day as a number', [first, dated(20270101)], 1, 'date is not a calendar day'],
    ['another head', [first, { ...second, prev_hash: GENESIS_HASH }], 1, 'prev_hash is not the combined_hash'],
    ['another file', [first, { ...second, day_sha256: sha256Hex('x') }, third], 1, 'combined_hash is not the SHA-256'],
    ['no hash of a file', [first, { ...second, day_sha256: 'AB'.repeat(32) }], 1, 'day_sha256 is not a SHA-256'],
    ['another hash', [first, { ...second, combined_hash: sha256Hex('x') }], 1, 'combined_hash is not the SHA-256'],
    ['the last hash changed', [first, second, { ...third, combined_hash: '' }], 2, 'combined_hash is not the SHA-256'],
    ['an empty entry', [{}], 0, 'date is not a calendar day'],
  ])('breaks with %s', (_, links, index, reason) => {
    expect(firstBrokenLink(links)).toEqual({ index, reason: expect.stringContaining(reason) });
  });

  it('does not break where a whole day was linked anew', () => {
    const other = linkDay(first.combined_hash, '2027-01-01', 'another file');

    expect(firstBrokenLink([first, other])).toBeNull();
    expect(other.combined_hash).toBe(combinedHash(first.combined_hash, sha256Hex('another file')));
    expect(firstBrokenLink([first, other, third])).toMatchObject({ index: 2 });
  });
});
