import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { packagePath } from '../../platform/common/package-root';
import { CAPTURE_KINDS, parseCapture, type CaptureKind } from './parse-capture';

const bytes = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

const records = (kind: CaptureKind, value: unknown) => {
  const result = parseCapture(kind, bytes(value));
  if (result.kind === 'unreadable') throw new Error(result.reason);
  return result.records;
};

const ITEM_FIELDS = ['id', 'title', 'url', 'published_at', 'lang', 'summary'];
const MARKET_FIELDS = [
  'exchange',
  'ticker',
  'question',
  'status',
  'yes_price',
  'yes_bid',
  'yes_ask',
  'resolves_at',
  'outcome',
  'settlement_yes_price',
  'resolved_at',
];

const SAMPLES: Readonly<Record<CaptureKind, unknown>> = {
  feed: '<rss version="2.0"><channel><title>A</title><item><title>T</title><link>https://example.org/1</link></item></channel></rss>',
  telegram: '<div class="tgme_widget_message" data-post="Abc/5"><div class="tgme_widget_message_text">T</div></div>',
  twitter: { data: [{ id: '12', text: 'T', created_at: '2026-11-02T05:00:00.000Z' }] },
  quotes: 'Date,Close\n2026-11-02,81.5\n',
  'polymarket-markets': [{ id: '7', conditionId: `0x${'ab'.repeat(32)}`, question: 'Q?' }],
  'polymarket-trades': [
    {
      proxyWallet: '0xa',
      side: 'BUY',
      asset: '1',
      conditionId: `0x${'ab'.repeat(32)}`,
      size: 10,
      price: 0.5,
      timestamp: 1_790_000_000,
      title: 'Q?',
      outcome: 'Yes',
      transactionHash: '0xb',
    },
  ],
  'kalshi-markets': { markets: [{ ticker: 'KX-1', title: 'Q?', status: 'active' }], cursor: '' },
  metaculus: { results: [{ id: 3, title: 'Q?', question: { id: 9, type: 'binary' } }] },
  manifold: [{ id: 'm1', question: 'Q?', outcomeType: 'BINARY', probability: 0.3 }],
  usgs: { type: 'FeatureCollection', features: [{ id: 'us1', properties: { mag: 4, place: 'P' }, geometry: null }] },
  calendar: [{ id: 'c-1', title: 'T', category: 'un', entities: [], confidence: 'high', on: { date: '2026-12-31' } }],
};

describe('parseCapture', () => {
  it.each(CAPTURE_KINDS.filter((kind) => !kind.endsWith('-markets')))(
    'prints every field of an item for %s',
    (kind) => {
      const [record] = records(kind, SAMPLES[kind]);

      expect(Object.keys(record ?? {})).toEqual(expect.arrayContaining(ITEM_FIELDS));
    },
  );

  it.each(CAPTURE_KINDS.filter((kind) => kind.endsWith('-markets')))(
    'prints every field of a market for %s',
    (kind) => {
      const [record] = records(kind, SAMPLES[kind]);

      expect(Object.keys(record ?? {})).toEqual(expect.arrayContaining(MARKET_FIELDS));
    },
  );

  it('prints ids as the upstream writes them', () => {
    const ids = (['telegram', 'twitter', 'metaculus', 'manifold', 'usgs', 'calendar'] as const).map(
      (kind) => records(kind, SAMPLES[kind])[0]?.['id'],
    );

    expect(ids).toEqual(['Abc/5', '12', '3', 'm1', 'us1', 'c-1']);
  });

  it('prints instants in UTC and a consensus next to its question', () => {
    expect(records('twitter', SAMPLES.twitter)[0]?.['published_at']).toBe('2026-11-02T05:00:00.000000Z');
    expect(records('manifold', SAMPLES.manifold)[0]).toMatchObject({
      consensus: 0.3,
      forecasters: null,
      status: 'open',
      resolution: null,
    });
  });

  it('reads JSON Lines, and names the lines that it could not read', () => {
    const line = JSON.stringify(SAMPLES.manifold);

    expect(parseCapture('manifold', bytes(`${line}\n${line}\n{"cut`))).toMatchObject({
      kind: 'records',
      records: [{ id: 'm1' }, { id: 'm1' }],
      warnings: ['1 lines are not JSON'],
    });
  });

  it.each(CAPTURE_KINDS)('reports why %s cannot be read instead of throwing', (kind) => {
    for (const garbage of [
      '',
      '\u0000\u0001',
      '{"a":',
      '<html><body>502</body></html>',
      'null',
      '[[[[]]]]',
      '"text"',
    ]) {
      const result = parseCapture(kind, bytes(garbage));
      if (result.kind === 'unreadable') expect(result.reason.length).toBeGreaterThan(5);
      else expect(result.records).toEqual([]);
    }
  });
});

describe('parseCapture on the fixtures', () => {
  const folder = packagePath('test', 'fixtures', 'payloads');
  const files = readdirSync(folder);

  it.each(CAPTURE_KINDS)('reads a payload of %s as its expected file has it', (kind) => {
    const payload = files.find((name) => name.startsWith(`${kind}.`) && !name.includes('.expected.'));
    const expected = readFileSync(join(folder, `${kind}.expected.jsonl`), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

    expect(parseCapture(kind, readFileSync(join(folder, payload ?? 'missing')))).toMatchObject({
      records: expected,
      warnings: [],
    });
  });
});

describe('parseCapture on anything', () => {
  /** JSON with the member names that parsers read, and arbitrary values. */
  const names = [
    'id',
    'data',
    'markets',
    'events',
    'results',
    'question',
    'title',
    'ticker',
    'status',
    'conditionId',
    'outcomes',
    'outcomePrices',
    'closed',
    'tokens',
    'chart',
    'result',
    'meta',
    'timestamp',
    'indicators',
    'features',
    'properties',
    'geometry',
    'coordinates',
    'aggregations',
    'type',
    'text',
    'includes',
    'response',
    'body',
    'possibilities',
    'page_url',
    'outcomeType',
    'closeTime',
    'price',
    'size',
    'side',
    'on',
    'c',
    'pc',
    't',
  ];
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        null,
        true,
        '',
        '0',
        '1e400',
        '["Yes","No"]',
        '2026-11-02',
        -1,
        0,
        1e300,
        1_790_000_000,
        'a'.repeat(70),
      ),
      fc.string(),
      fc.double(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 6 }),
    ),
  }));

  it.each(CAPTURE_KINDS)('returns records or a reason for %s, and never throws', (kind) => {
    fc.assert(
      fc.property(value, (document) => {
        const result = parseCapture(kind, bytes(JSON.stringify(document)));
        return result.kind === 'unreadable' ? result.reason !== '' : JSON.stringify(result.records) !== '';
      }),
      { numRuns: 300 },
    );
  });

  it('is not overcome by deep nesting', () => {
    for (const kind of CAPTURE_KINDS) {
      const deep = `${'{"markets":['.repeat(20_000)}${']}'.repeat(20_000)}`;
      expect(['records', 'unreadable']).toContain(parseCapture(kind, bytes(deep)).kind);
    }
  });
});
