import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '../../src/common/clock';
import { makeRecordCheck } from '../../src/dataset/record-check';
import { ImportService } from '../../src/import/import.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { importedWorld } from '../support/imported-world';
import { needing } from '../support/tools';

const NOW = Date.UTC(2026, 7, 1) * 1000;

interface Manifest {
  readonly counts: Record<string, number>;
  readonly distribution: { readonly '@id': string; readonly sha256: string; readonly contentSize: string }[]; // prettier-ignore
  readonly population: string;
}

/** Validates, canonicalises and regrades with nothing of ours. */
const PYTHON_CHECK = String.raw`
import datetime, json, math, sys
from jsonschema import Draft202012Validator, FormatChecker
schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema, format_checker=FormatChecker())
rows = 0
for line in open(sys.argv[2], encoding="utf-8", newline="\n"):
    text = line.rstrip("\n")
    record = json.loads(text)
    validator.validate(record)
    canonical = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    assert canonical == text, "not canonical: " + text
    resolution, prediction = record["resolution"], record["prediction"]
    outcome = "YES" if resolution["settlement_yes_price"] >= 0.5 else "NO"
    assert resolution["outcome"] == outcome
    brier = (prediction["probability_yes"] - (1 if outcome == "YES" else 0)) ** 2
    assert json.dumps(brier) == json.dumps(resolution["brier_score"]), text
    at = lambda value: datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
    micros = (at(resolution["resolved_at"]) - at(prediction["made_at"])) // datetime.timedelta(microseconds=1)
    days = math.floor(micros / 86400 + 0.5) / 1e6
    assert days == resolution["days_to_resolution"], text
    rows += 1
print(rows)
`;

describe('the dataset', () => {
  let test: TestApp;
  const bytesOf = async (path: string): Promise<Buffer> => {
    const answer = await test.get(path);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const recordsOf = async (query = ''): Promise<Record<string, Record<string, unknown>>[]> =>
    (await bytesOf(`/api/dataset/records.jsonl${query}`))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, Record<string, unknown>>);

  beforeAll(async () => {
    test = await startTestApp({ clock: new ManualClock(NOW) });
    const world = importedWorld({ markets: 40, perMarket: 2 });
    const imports = test.app.get(ImportService);
    await imports.import('predictions', world.predictions, 'import:world');
    await imports.import('trades', world.trades, 'import:world');
    await imports.import('settlements', world.settlements, 'import:world');
  }, 180_000);
  afterAll(() => test.close());

  it('serves its schema', async () => {
    const schema = JSON.parse((await bytesOf('/api/dataset/schema.json')).toString()) as Record<
      string,
      unknown
    >;

    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema['additionalProperties']).toBe(false);
  });

  it('holds every settled prediction that has a price, oldest first, and nothing else', async () => {
    const records = await recordsOf();
    const check = makeRecordCheck();
    const counts = await test.graph.graph.statement(
      "MATCH (p:Prediction) WHERE p.state <> 'open' AND p.settlement_yes_price IS NOT NULL RETURN count(p) AS n",
    );

    expect(records.flatMap(check)).toEqual([]);
    expect(records).toHaveLength(Number(counts[0]?.['n']));
    expect(records.length).toBeGreaterThan(50);
    const made = records.map((record) => String(record['prediction']?.['made_at']));
    expect(made).toEqual([...made].sort());
    expect(new Set(records.map((record) => JSON.stringify(record['anchor'])))).toEqual(new Set(['null'])); // prettier-ignore
    expect(new Set(records.map((record) => record['sample_id'])).size).toBe(records.length);
  });

  it('gives the same bytes again, in every format, with the checksums of its manifest', async () => {
    const manifest = JSON.parse(
      (await bytesOf('/api/dataset/manifest.json')).toString(),
    ) as Manifest;

    for (const { '@id': name, sha256, contentSize } of manifest.distribution) {
      const first = await bytesOf(`/api/dataset/${name}`);
      const second = await bytesOf(`/api/dataset/${name}`);
      expect(first.equals(second)).toBe(true);
      expect(createHash('sha256').update(first).digest('hex')).toBe(sha256);
      expect(`${first.length} B`).toBe(contentSize);
    }
    expect(manifest.distribution).toHaveLength(3);
  });

  it('counts so that nothing can be left out', async () => {
    const { counts, population } = JSON.parse(
      (await bytesOf('/api/dataset/manifest.json')).toString(),
    ) as Manifest;

    expect(population).toBe('import:world');
    expect(counts['n_registered']).toBe(80);
    expect(counts['n_registered']).toBe(
      (counts['n_resolved'] ?? 0) + (counts['n_open'] ?? 0) + (counts['n_void'] ?? 0),
    );
    expect(counts['n_records']).toBe((await recordsOf()).length);
    expect(counts['n_unanchored']).toBe(counts['n_records']);
  });

  it('says the same in Parquet as in JSON Lines', async () => {
    const { parquetReadObjects } = await import('hyparquet');
    const bytes = await bytesOf('/api/dataset/records.parquet');
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer; // prettier-ignore
    const rows = await parquetReadObjects({ file });
    const records = await recordsOf();

    expect(rows).toHaveLength(records.length);
    rows.forEach((row, index) => {
      const record = records[index];
      expect(row['sample_id']).toBe(record?.['sample_id']);
      expect(row['question_text']).toBe(record?.['question']?.['text']);
      expect(row['prediction_reasoning']).toBe(record?.['prediction']?.['reasoning']);
      expect(row['resolution_brier_score']).toBe(record?.['resolution']?.['brier_score']);
      expect(row['context_market_yes_price']).toBe(record?.['context']?.['market_yes_price']);
      expect(row['anchor_bundle_sha256'] ?? null).toBeNull();
    });
  });

  it('refuses a population of another form, and has none for another name', async () => {
    expect((await test.get('/api/dataset/records.jsonl?population=all')).status).toBe(400);
    expect(await recordsOf('?population=own')).toEqual([]);
  });

  needing('jsonschema').it('is valid, canonical and regraded alike in Python', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vedette-dataset-'));
    const [schema, records, script] = ['schema.json', 'records.jsonl', 'check.py'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    writeFileSync(schema, await bytesOf('/api/dataset/schema.json'));
    writeFileSync(records, await bytesOf('/api/dataset/records.jsonl'));
    writeFileSync(script, PYTHON_CHECK);

    const out = execFileSync('python3', [script, schema, records], { encoding: 'utf8' });

    expect(Number(out)).toBe((await recordsOf()).length);
    expect(existsSync(script)).toBe(true);
  });
});
