import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ManualClock } from '../support/manual-clock';
import { DatasetFiles } from '../../src/dataset/dataset-files.service';
import { makeRecordCheck } from '../support/record-check';
import { ImportService } from '../../src/import/import.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { importedWorld } from '../support/imported-world';
import { needing } from '../support/tools';

const NOW = Date.UTC(2026, 7, 1) * 1000;

interface Manifest {
  readonly counts: Record<string, number>;
  readonly distribution: {
    readonly '@id': string;
    readonly sha256: string;
    readonly contentSize: string;
    readonly contentUrl: string;
  }[];
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

/** In another process, because this one serves its requests. */
const python = async (command: string[], env = process.env): Promise<string> =>
  (await promisify(execFile)('python3', command, { env })).stdout;

const CROISSANT_CHECK = `
import json, sys, mlcroissant
dataset = mlcroissant.Dataset(sys.argv[1])
rows = sum(1 for _ in dataset.records("records"))
print(json.dumps({"rows": rows, "warnings": sorted(dataset.metadata.ctx.issues.warnings)}))
`;

const POLARS_CHECK = `
import datetime, json, sys, polars
whole = polars.read_parquet(sys.argv[1])
assert polars.scan_parquet(sys.argv[1]).collect().equals(whole)
day = datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc)
assert whole.filter(polars.col("prediction_made_at") > day).height == whole.height
assert whole.schema["context_intel_summary_languages"] == polars.List(polars.String)
print(json.dumps(whole["sample_id"].to_list()))
`;

const DUCKDB_CHECK = `
import duckdb, sys
rows = duckdb.execute(
  "SELECT count(*), count(context_intel_summary_by_source_type['english_media']) FROM read_parquet(?)"
  " WHERE prediction_made_at >= TIMESTAMPTZ '2000-01-01' AND resolution_brier_score BETWEEN 0 AND 1",
  [sys.argv[1]],
).fetchone()
print(rows[0])
`;

describe('the dataset', () => {
  const clock = new ManualClock(NOW);
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
    test = await startTestApp({ clock });
    const world = importedWorld({ markets: 40, perMarket: 2 });
    const imports = test.app.get(ImportService);
    await imports.import('predictions', `${world.predictions}not a line\n`, 'import:world');
    await imports.import('trades', world.trades, 'import:world');
    await imports.import('settlements', world.settlements, 'import:world');
  }, 180_000);
  afterAll(() => test.close());

  it('serves its schema', async () => {
    const schema = JSON.parse((await bytesOf('/api/dataset/schema.json')).toString()) as Record<string, unknown>;

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
    expect(new Set(records.map((record) => JSON.stringify(record['anchor'])))).toEqual(new Set(['null']));
    expect(new Set(records.map((record) => record['sample_id'])).size).toBe(records.length);
  });

  it('serves the same bytes again, in every format, with the checksums of its manifest', async () => {
    const manifest = JSON.parse((await bytesOf('/api/dataset/manifest.json')).toString()) as Manifest;

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
    const { counts, population } = JSON.parse((await bytesOf('/api/dataset/manifest.json')).toString()) as Manifest;

    expect(population).toBe('import:world');
    expect(counts['n_registered']).toBe(80);
    expect(counts['n_registered']).toBe(
      (counts['n_resolved'] ?? 0) + (counts['n_open'] ?? 0) + (counts['n_void'] ?? 0),
    );
    expect(counts['n_records']).toBe((await recordsOf()).length);
    expect(counts['n_unanchored']).toBe(counts['n_records']);
  });

  it('states on the leaderboard how many lines of an import were refused', async () => {
    const { entrants } = (await (await test.get('/api/leaderboard.json')).json()) as {
      entrants: { population: string; n_refused: number }[];
    };
    expect(entrants.length).toBeGreaterThan(0);
    for (const one of entrants) expect(one).toMatchObject({ population: 'import:world', n_refused: 1 });
    expect(await (await test.get('/leaderboard')).text()).toContain('1 line of the imported files was refused');
  });

  it('has the same rows in Parquet as in JSON Lines', async () => {
    const { parquetReadObjects } = await import('hyparquet');
    const bytes = await bytesOf('/api/dataset/records.parquet');
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
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
      expect((row['prediction_made_at'] as Date).getTime()).toBe(
        Date.parse(String(record?.['prediction']?.['made_at'])),
      );
    });
  });

  it('answers with a length, a strong tag and the range that was asked for', async () => {
    const path = '/api/dataset/records.parquet';
    const whole = await bytesOf(path);
    const head = await fetch(`${test.baseUrl}${path}`, { method: 'HEAD' });
    const tag = String(head.headers.get('etag'));

    expect(tag).toBe(`"${createHash('sha256').update(whole).digest('hex')}"`);
    expect(head.headers.get('content-length')).toBe(String(whole.length));
    expect(head.headers.get('accept-ranges')).toBe('bytes');
    const end = await test.get(path, { range: 'bytes=-8', 'accept-encoding': 'gzip' });
    expect(end.status).toBe(206);
    expect(end.headers.get('content-range')).toBe(`bytes ${whole.length - 8}-${whole.length - 1}/${whole.length}`);
    expect(Buffer.from(await end.arrayBuffer()).equals(whole.subarray(-8))).toBe(true);
    const other = await test.get(path, { range: 'bytes=0-3', 'if-range': '"another"' });
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, whole.length]);
    const same = await test.get(path, { range: 'bytes=0-3', 'if-range': tag });
    expect([same.status, await same.text()]).toEqual([206, 'PAR1']);
    expect((await test.get(path, { range: `bytes=${whole.length}-` })).status).toBe(416);
    expect((await test.get(path, { 'if-none-match': tag })).status).toBe(304);
  });

  it('serves each file of the manifest under its hash, for ever', async () => {
    const manifest = JSON.parse((await bytesOf('/api/dataset/manifest.json')).toString()) as Manifest;

    for (const { '@id': name, contentUrl, sha256 } of manifest.distribution) {
      const answer = await test.get(new URL(contentUrl).pathname);
      expect(answer.headers.get('cache-control')).toContain('immutable');
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      expect(bytes.equals(await bytesOf(`/api/dataset/${name}`))).toBe(true);
    }
    expect((await test.get(`/api/dataset/files/${'0'.repeat(64)}.csv`)).status).toBe(404);
    expect((await test.get('/api/dataset/files/..%2F..%2Fsecret.csv')).status).toBe(404);
  });

  it('seals each day its additions, and keeps those bytes when the dataset changes', async () => {
    const files = test.app.get(DatasetFiles);
    const before = await bytesOf('/api/dataset/records.jsonl');

    expect(await files.sealDay()).toBe('2026-07-31');
    expect(await files.sealDay()).toBeNull();
    await test.graph.graph.statement(
      `MATCH (p:Prediction {population: 'import:world', state: 'open'}) WITH p LIMIT 1
       SET p.state = 'resolved', p.settlement_yes_price = 1.0, p.resolved_at = '2026-07-31T10:00:00.000000Z',
           p.graded_at_ms = 1785500000000`,
    );
    const after = await bytesOf('/api/dataset/records.jsonl');
    const [day, ...others] = (await (await test.get('/api/dataset/days.json')).json()) as {
      date: string;
      population: string;
      n_records: number;
      files: Record<string, { sha256: string; bytes: number; url: string }>;
    }[];

    expect(others).toEqual([]);
    expect(day).toMatchObject({ date: '2026-07-31', population: 'import:world', n_total: day?.n_records });
    expect(after.equals(before)).toBe(false);
    for (const format of ['jsonl', 'csv', 'parquet']) {
      const { url = '', sha256, bytes } = day?.files[format] ?? {};
      const { pathname, search } = new URL(url);
      const sealed = await bytesOf(`${pathname}${search}`);
      expect(createHash('sha256').update(sealed).digest('hex')).toBe(sha256);
      expect(sealed).toHaveLength(Number(bytes));
      if (format === 'jsonl') expect(sealed.equals(before)).toBe(true);
    }
    expect(day?.n_records).toBe(before.toString().trimEnd().split('\n').length);
    expect((await test.get('/api/dataset/days/2026-07-30/records.csv')).status).toBe(404);
    expect((await test.get('/api/dataset/days/..%2F2026-07-31/records.csv')).status).toBe(404);
    const fresh = await bytesOf('/api/dataset/since/2026-07-31/records.jsonl');
    expect(fresh.toString().trimEnd().split('\n')).toHaveLength(1);
    expect(after.includes(fresh)).toBe(true);
    expect((await test.get('/api/dataset/since/2026-07-32/records.jsonl')).status).toBe(404);
    clock.set(NOW + 86_400_000_000);
    expect(await files.sealDay()).toBe('2026-08-01');
    expect((await files.days())[1]?.datasets).toMatchObject([{ n_records: 1, n_total: Number(day?.n_records) + 1 }]);
    // A clock that was set back seals no earlier day.
    clock.set(NOW - 86_400_000_000);
    expect(await files.sealDay()).toBeNull();
    expect((await files.days()).map(({ date }) => date)).toEqual(['2026-07-31', '2026-08-01']);
    expect((await bytesOf('/api/dataset/days/2026-08-01/records.jsonl')).equals(fresh)).toBe(true);
    expect((await bytesOf('/api/dataset/since/2026-08-01/records.jsonl')).toString()).toBe('');
    expect((await bytesOf('/api/dataset/since/2026-07-30/records.jsonl')).equals(after)).toBe(true);
    clock.set(NOW);
  });

  it('has a card that names its file as a split', async () => {
    const card = (await bytesOf('/api/dataset/README.md')).toString();
    const [, head = ''] = card.split('---\n');

    expect(load(head)).toMatchObject({
      license: 'cc-by-4.0',
      configs: [{ data_files: [{ split: 'test', path: 'records.parquet' }] }],
    });
    expect(card).toContain('/api/dataset/records.parquet?population=import%3Aworld');
  });

  needing('duckdb').it('opens in DuckDB with its types', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vedette-duckdb-'));
    const path = join(folder, 'records.parquet');
    writeFileSync(path, await bytesOf('/api/dataset/records.parquet'));

    expect(Number(await python(['-c', DUCKDB_CHECK, path]))).toBe((await recordsOf()).length);
  });

  needing('mlcroissant').it('opens with mlcroissant, as Croissant 1.1', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vedette-croissant-'));
    // The tool fetches for itself: a manifest whose files are where the test serves them.
    const text = (await bytesOf('/api/dataset/manifest.json')).toString();
    const manifest = JSON.parse(text) as Manifest;
    const base = new URL(manifest.distribution[0]?.contentUrl ?? '').origin;
    const path = join(folder, 'manifest.json');
    writeFileSync(path, text.replaceAll(`${base}/api/`, `${test.baseUrl}/api/`));

    const out = await python(['-c', CROISSANT_CHECK, path], { ...process.env, HOME: folder });

    expect(JSON.parse(out)).toEqual({ rows: (await recordsOf()).length, warnings: [] });
  });

  needing('polars').it('opens in one line with polars, read whole and scanned', async () => {
    const out = await python(['-c', POLARS_CHECK, `${test.baseUrl}/api/dataset/records.parquet`]);

    expect(JSON.parse(out)).toEqual((await recordsOf()).map((record) => record['sample_id']));
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
