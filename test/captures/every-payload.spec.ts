import { readdirSync } from 'node:fs';
import { parseCapture, type CaptureKind } from '../../src/delivery/cli/parse-capture';
import { capturePath, readCapture } from './captured';

describe('parseCapture on every captured payload', () => {
  const folders: readonly (readonly [CaptureKind, string[]])[] = [
    ['telegram', ['telegram']],
    ['twitter', ['twitter']],
    ['quotes', ['quotes']],
    ['polymarket-markets', ['polymarket', 'gamma']],
    ['polymarket-markets', ['polymarket', 'clob']],
    ['polymarket-trades', ['polymarket', 'data-api']],
    ['kalshi-markets', ['kalshi']],
    ['metaculus', ['metaculus']],
    ['metaculus', ['metaculus', 'api2']],
    ['manifold', ['manifold']],
    ['usgs', ['usgs']],
  ];

  it.each(folders)('yields sound records or a reason: %s of %p', (kind, folder) => {
    const files = readdirSync(capturePath('payloads', ...folder), { withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    let read = 0;
    for (const { name } of files) {
      const result = parseCapture(kind, readCapture('payloads', ...folder, name));
      if (result.kind === 'unreadable') continue;
      read++;
      const problems = result.records.flatMap((record) => problemsOf(record));
      expect([name, problems]).toEqual([name, []]);
      // A feed may repeat an item; every other payload names each thing once.
      if (/\.(rss|xml)$/.test(name)) continue;
      const ids = result.records.map(
        (record) => record['id'] ?? `${String(record['exchange'])}/${String(record['ticker'])}`,
      );
      expect([name, new Set(ids).size]).toEqual([name, ids.length]);
    }
    expect(read).toBeGreaterThan(0);
  });

  const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

  /** Names of the fields of a record that no payload could justify. */
  const problemsOf = (record: Readonly<Record<string, unknown>>): readonly string[] => {
    const instants = ['published_at', 'resolves_at', 'resolved_at', 'closes_at'].filter(
      (name) => typeof record[name] === 'string' && !TIMESTAMP.test(record[name]),
    );
    const probabilities = ['yes_price', 'yes_bid', 'yes_ask', 'consensus', 'settlement_yes_price'];
    const outside = probabilities.filter((name) => {
      const price = record[name];
      return typeof price === 'number' && !(price >= 0 && price <= 1);
    });
    const zeros = ['yes_bid', 'yes_ask'].filter((name) => record[name] === 0);
    const untitled = 'title' in record && !/\S/.test(String(record['title'])) ? ['title'] : [];
    return [...instants, ...outside, ...zeros, ...untitled];
  };
});
