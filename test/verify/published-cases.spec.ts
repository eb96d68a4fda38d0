/** A table of published files with additional or retyped members; read by both verifiers. */
import { sha256Hex } from '../../src/platform/common/sha256';
import { canonicalText } from '../../src/verification/received-json';
import type { Forged } from '../support/forged-log';
import { publishedFiles } from '../support/published-files';
import { readBySecond } from '../support/second-reader';
import { needing } from '../support/tools';
import { firstReader, readerOf, silent, verified } from '../support/verified';
import { SIGNER, writeLog, type WrittenLog } from '../support/written-log';

jest.setTimeout(300_000);

const NOW = Date.UTC(2026, 10, 22, 12);
const ROWS = '/api/dataset/records.jsonl';
const TRACK_RECORD = '/api/track-record.json';

/** The first row, with a copy of its day-file from a minute after the forecast. */
const anchored = (log: WrittenLog, rows: Forged[], said: object = {}): Forged[] => {
  const [first, ...others] = rows;
  const record = log.records.find(({ id }) => id === first.context.replay_bundle_id);
  const date = String(first.prediction.made_at).slice(0, 10);
  const copied = new Date(Date.parse(first.prediction.made_at as string) + 60_000);
  const digits = copied.toISOString().slice(0, 19).replaceAll(/\D/g, '');
  const url = `http://log.test/api/registry/${date}.json`;
  const anchor = {
    registry_date: date,
    registry_url: url,
    bundle_sha256: record?.sha256,
    wayback_url: `https://web.archive.org/web/${digits}/${url}`,
    ...said,
  };
  return [{ ...first, anchor }, ...others];
};

const lines =
  (change: (rows: Forged[], log: WrittenLog) => Forged[]) =>
  (text: string, log: WrittenLog): string => {
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    return change(rows, log)
      .map((row) => `${canonicalText(row)}\n`)
      .join('');
  };

const figures = (change: (document: Forged) => void) => (text: string) => {
  const document = JSON.parse(text);
  change(document);
  return JSON.stringify(document);
};

/** The change of each file, and whether it is accepted. */
const CASES: readonly (readonly [string, string, boolean, (text: string, log: WrittenLog) => string])[] = [
  ['as it was served', ROWS, true, (text) => text],
  ['with an anchor', ROWS, true, lines((rows, log) => anchored(log, rows))],
  [
    'with an anchor that is vouched for',
    ROWS,
    false,
    lines((rows, log) => anchored(log, rows, { verified_by: 'nobody' })),
  ],
  [
    'with an anchor to the day-file of another day',
    ROWS,
    false,
    lines((rows, log) => anchored(log, rows, { registry_url: 'http://log.test/api/registry/2020-01-01.json' })),
  ],
  [
    'with an anchor of another bundle',
    ROWS,
    false,
    lines((rows, log) => anchored(log, rows, { bundle_sha256: sha256Hex('other') })),
  ],
  ...([true, false] as const).map((is): (typeof CASES)[number] => [
    `with ${String(is)} for a price of ${Number(is)}`,
    ROWS,
    false,
    lines((rows) =>
      rows.map((row) =>
        row.resolution.settlement_yes_price === Number(is)
          ? { ...row, resolution: { ...row.resolution, settlement_yes_price: is } }
          : row,
      ),
    ),
  ]),
  [
    'with figures that are said not to be there',
    TRACK_RECORD,
    false,
    figures(({ track_record: record }) => {
      record.available = false;
    }),
  ],
  [
    'with a hit rate on another basis',
    TRACK_RECORD,
    false,
    figures(({ track_record: record }) => {
      record.hit_rate_basis = 'per_trade';
    }),
  ],
  [
    'with figures of a version of its own',
    TRACK_RECORD,
    false,
    figures((document) => {
      document.schema_version = '9.9.9';
    }),
  ],
];

needing('python3', 'openssl').describe('a published file', () => {
  let log: WrittenLog;
  let files: Map<string, Buffer>;

  beforeAll(async () => {
    log = writeLog(NOW);
    files = await publishedFiles(log, NOW, { singles: false });
  });

  it.each(CASES)('%s is judged alike', async (name, path, holds, change) => {
    const text = files.get(path)?.toString() ?? '';
    const body = Buffer.from(change(text, log));
    if (name !== 'as it was served') expect(body.toString()).not.toBe(text);
    const [second] = await readBySecond(files, [{ name, path, body }], { vkey: SIGNER.vkey, now: NOW });
    const first = await verified(
      readerOf(new Map([...files, [path, body]])),
      silent,
      firstReader(NOW, { vkey: SIGNER.vkey, sample: 0 }),
    ).then(
      () => 'missed',
      (error: unknown) => String(error),
    );

    // A member that is not known is of another version, which ends without a verdict.
    expect(second?.fate === 'missed').toBe(holds);
    // Whatever follows from another file is of no concern here.
    if (holds) expect(first).not.toContain(`${path} line`);
    else expect(first).toContain(path);
  });
});
