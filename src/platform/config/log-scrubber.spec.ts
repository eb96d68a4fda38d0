import { makeScrubber } from './log-scrubber';

describe('makeScrubber', () => {
  const scrub = makeScrubber(['hunter2-hunter2', 'p"q/r s', 'no']);
  const key = `vdt_partner_abcd1234_${'x'.repeat(32)}_000000`;

  it.each([
    ['a configured secret', 'url=/x?token=hunter2-hunter2', 'url=/x?token=***'],
    ['a secret as JSON writes it', JSON.stringify({ a: 'p"q/r s' }), '{"a":"***"}'],
    ['a secret as an address writes it', '/x?k=p%22q%2Fr%20s', '/x?k=***'],
    ['an API key, leaving what names it', `key ${key}.`, 'key vdt_partner_abcd1234_***.'],
    ['a password in an address', 'neo4j+s://neo4j:top@db:7687', 'neo4j+s://neo4j:***@db:7687'],
    ['an authorization header', 'Authorization: Bearer abcdefgh.ijk', 'Authorization: Bearer ***'],
    ['what would move a cursor, leaving the same JSON', '{"a":"\u009b2J\u202e"}', '{"a":"\\u009b2J\\u202e"}'],
    ['nothing of an ordinary line', 'no: 12 items in 3 s', 'no: 12 items in 3 s'],
  ])('takes out %s', (_name, line, clean) => {
    expect(scrub(line)).toBe(clean);
  });
});
