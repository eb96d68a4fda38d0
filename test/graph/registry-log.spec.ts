import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../src/platform/common/canonical-json';
import { ManualClock } from '../support/manual-clock';
import { sha256Hex } from '../../src/platform/common/sha256';
import { parseMicros, startOfDay } from '../../src/platform/common/utc-time';
import { readDayFile, type DayFile } from '../../src/registry/log/day-file';
import { firstBrokenLink } from '../../src/registry/proofs/hash-chain';
import { logDocument } from '../../src/registry/log/log-document';
import { recordLeaf, type LogRecord } from '../../src/registry/log/log-record';
import type { AppendRequest } from '../../src/registry/log/log.service';
import { verifyConsistency, verifyInclusion } from '../../src/registry/proofs/merkle-proof';
import { rootOfLeaves } from '../support/root-of-leaves';
import { verifyCheckpoint } from '../../src/registry/proofs/signed-note';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { bundleRequest, intentRequest, openRegistry, type RegistryWorld } from '../support/registry-harness';

jest.setTimeout(120_000);

const SECOND = 1_000_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const noon = startOfDay('2026-05-07') + 12 * HOUR;

describe('the log on a real graph', () => {
  let test: TestGraph;
  let clock: ManualClock;
  let world: RegistryWorld;

  beforeAll(async () => {
    test = await openTestGraph();
  });

  beforeEach(async () => {
    await test.wipe();
    clock = new ManualClock(noon);
    world = openRegistry({ graph: test.graph, clock });
  });

  afterEach(async () => {
    await world.copies.copyPending();
  });

  afterAll(async () => {
    await test.close();
  });

  /** Another process on the same database and, by default, the same folder. */
  const restart = (dataDir = world.environment.dataDir): RegistryWorld =>
    openRegistry({ graph: test.graph, clock, dataDir });

  /** A file of the registry in the data folder of {@link world}. */
  const file = (name: string): string => join(world.environment.dataDir, 'live', 'registry', ...name.split('/'));

  const append = async (id: string, by = world) => {
    const result = await by.log.append(bundleRequest(id));
    if (result.kind !== 'appended') throw new Error(JSON.stringify(result));
    return result.record;
  };

  const dayFile = async (date: string, size: number | null = null): Promise<DayFile> => {
    const read = readDayFile((await world.reader.dayFile(date, size)).text);
    if (!read.ok) throw new Error(read.reason);
    return read.file;
  };

  const chain = async () => JSON.parse((await world.reader.index()).text) as Record<string, any>[];

  it('assigns strictly increasing times and contiguous indexes, whatever the clock does', async () => {
    const first = await append('rb_1');
    const second = await append('rb_2');
    clock.advance(-2 * HOUR);
    const third = await append('rb_3', restart());
    clock.advance(3 * HOUR);
    const fourth = await append('rb_4');

    expect([first, second, third, fourth].map(({ leaf_index }) => leaf_index)).toEqual([0, 1, 2, 3]);
    expect([first, second, third].map(({ made_at }) => made_at)).toEqual([
      '2026-05-07T12:00:00.000000Z',
      '2026-05-07T12:00:00.000001Z',
      '2026-05-07T12:00:00.000002Z',
    ]);
    expect(parseMicros(fourth.made_at)).toBe(noon + HOUR);
  });

  it('appends the same document once', async () => {
    const first = await append('rb_1');
    const again = await world.log.append(bundleRequest('rb_1'));

    expect(again).toEqual({
      kind: 'existing',
      record: expect.objectContaining({ sha256: first.sha256 }),
    });
    expect((await dayFile('2026-05-07')).n_records).toBe(1);
  });

  it('writes all parts of an append, or none', async () => {
    const request = bundleRequest('rb_1');
    const failing = {
      ...request,
      build: (slot: Parameters<typeof request.build>[0]) => ({
        ...request.build(slot),
        // No node is merged by an id that is missing.
        also: [{ query: 'forecasting/create-prediction', row: { id: null } }],
      }),
    };

    await expect(world.log.append(failing)).rejects.toThrow();
    expect((await append('rb_1')).leaf_index).toBe(0);
    expect((await world.check.run({ documents: true })).problem).toBeNull();
  });

  it('keeps one order when many append at once from two processes', async () => {
    const other = restart();
    const ids = Array.from({ length: 24 }, (_, index) => `rb_${index}`);

    const records = await Promise.all(ids.map((id, at) => append(id, at % 2 === 0 ? world : other)));

    const sorted = records.sort((left, right) => left.leaf_index - right.leaf_index);
    expect(sorted.map(({ leaf_index }) => leaf_index)).toEqual(ids.map((_, index) => index));
    expect(new Set(sorted.map(({ made_at }) => made_at)).size).toBe(ids.length);
    expect(sorted.map(({ made_at }) => made_at)).toEqual(sorted.map(({ made_at }) => made_at).sort());
    expect((await world.check.run({ documents: true })).problem).toBeNull();
  });

  it('serves the open day as it grows, and each of its states for ever', async () => {
    await append('rb_1');
    const early = (await world.reader.dayFile('2026-05-07', 1)).text;
    await append('rb_2');
    clock.advance(DAY);
    await world.registry.sealDue();

    const later = await world.reader.dayFile('2026-05-07', 1);
    const sealed = await dayFile('2026-05-07');

    expect(later).toEqual({ text: early, immutable: true });
    expect(sealed).toMatchObject({ sealed: true, n_records: 2, tree_size: 2, coverage: [] });
    expect(await dayFile('2026-05-07', 0)).toMatchObject({
      n_records: 0,
      tree_size: 0,
      sealed: false,
    });
    await expect(world.reader.dayFile('2026-05-07', 3)).rejects.toMatchObject({
      type: 'not-found',
    });
    await expect(world.reader.dayFile('2026-05-06', null)).rejects.toMatchObject({
      type: 'not-found',
    });
    await expect(world.reader.dayFile('2026-05-09', null)).rejects.toMatchObject({
      type: 'not-found',
    });
  });

  it('seals a day five seconds after its midnight, and not before', async () => {
    await append('rb_1');
    clock.set(startOfDay('2026-05-08') + 5 * SECOND - 1);
    expect(await world.registry.sealDue()).toEqual([]);

    clock.advance(1);

    expect(await world.registry.sealDue()).toEqual(['2026-05-07']);
    expect(await world.registry.sealDue()).toEqual([]);
    expect(await chain()).toMatchObject([
      {
        date: '2026-05-07',
        prev_hash: '0'.repeat(64),
        n_records: 1,
        url: 'http://log.test/api/registry/2026-05-07.json',
        wayback_url: null,
      },
    ]);
  });

  it('catches up in order after days off, with an entry for each, empty ones too', async () => {
    await append('rb_1');
    clock.advance(4 * DAY);
    await append('rb_2');

    const sealed = await world.registry.sealDue();

    expect(sealed).toEqual(['2026-05-07', '2026-05-08', '2026-05-09', '2026-05-10']);
    const entries = await chain();
    expect(entries.map((entry) => entry['n_records'])).toEqual([1, 0, 0, 0]);
    expect(firstBrokenLink(entries)).toBeNull();
    expect(await dayFile('2026-05-11')).toMatchObject({
      sealed: false,
      first_leaf_index: 1,
      // Beside the forecast the records of the four days.
      n_records: 5,
    });
  });

  it('has a record of each sealed day, with the hash of its coverage and its abandoned intents', async () => {
    await test.graph.statement(
      `CREATE (:Coverage {date: '2026-05-07', exchange: 'kalshi', ticker: 'A', status: 'skipped', reason: 'no answer in time'})`,
    );
    const asked = await world.log.append(intentRequest('in-1', 'A'));
    await append('rb_1');
    clock.advance(DAY);
    await world.registry.sealDue();

    const [entry] = await chain();
    const day = await dayFile('2026-05-07');
    const [record] = (await dayFile('2026-05-08')).records as LogRecord[];
    const text = (await world.reader.document(record?.sha256 ?? '')).text;
    const { prev_hash, day_sha256, combined_hash, n_records, tree_size, root_hash, anchored_at } = entry ?? {};

    expect(asked.kind).toBe('appended');
    expect(day.coverage).toEqual([
      { exchange: 'kalshi', ticker: 'A', status: 'abandoned', reason: 'no answer in time' },
    ]);
    expect(record).toMatchObject({ id: 'seal-2026-05-07', kind: 'seal' });
    expect(JSON.parse(text)).toEqual({
      schema_version: '1.0.0',
      kind: 'seal',
      id: 'seal-2026-05-07',
      made_at: record?.made_at,
      date: '2026-05-07',
      ...{ prev_hash, day_sha256, combined_hash, n_records, tree_size, root_hash, anchored_at },
      coverage_sha256: sha256Hex(canonicalJson(day.coverage)),
      abandoned: ['in-1'],
    });
  });

  it('leaves intents of the last hour of a day to the next day', async () => {
    clock.set(startOfDay('2026-05-08') - SECOND);
    await world.log.append(intentRequest('in-1', 'A'));
    clock.set(startOfDay('2026-05-10'));
    await world.registry.sealDue();

    expect((await dayFile('2026-05-07')).coverage).toEqual([]);
    expect((await dayFile('2026-05-08')).coverage).toMatchObject([{ status: 'abandoned' }]);
  });

  it('accepts appends of the new day before the old one is sealed', async () => {
    await append('rb_1');
    clock.set(startOfDay('2026-05-08'));
    await append('rb_2');
    expect((await dayFile('2026-05-08')).prev_hash).toBeNull();
    await expect(world.reader.dayFile('2026-05-08', 1)).rejects.toMatchObject({
      type: 'unavailable',
    });
    clock.advance(6 * SECOND);

    await world.registry.sealDue();

    expect(await dayFile('2026-05-07')).toMatchObject({ tree_size: 1, n_records: 1 });
    expect(await dayFile('2026-05-08', 1)).toMatchObject({ first_leaf_index: 1, tree_size: 2 });
    expect((await world.check.run()).problem).toBeNull();
  });

  it('continues after the last seal when the clock is set back', async () => {
    await append('rb_1');
    clock.advance(DAY);
    await world.registry.sealDue();
    clock.advance(-DAY);
    await append('rb_2');

    expect((await dayFile('2026-05-08')).records).toMatchObject([
      { id: 'seal-2026-05-07', made_at: '2026-05-08T12:00:00.000000Z' },
      { id: 'rb_2', made_at: '2026-05-08T12:00:00.000001Z' },
    ]);
  });

  it('appends several documents in one transaction, each of which may name one before it', async () => {
    await append('rb_0');
    const naming: AppendRequest = {
      id: 't-1',
      kind: 'trade',
      build: ({ madeAt, sha256Of }) => logDocument('trade', 't-1', madeAt, { bundle_sha256: sha256Of('rb_1') }),
    };

    const result = await world.log.appendAll([bundleRequest('rb_0'), bundleRequest('rb_1'), naming]);

    if (result.kind === 'refused') throw new Error(result.reason);
    const [, bundle, trade] = result.records;
    expect(result.records.map(({ leaf_index }) => leaf_index)).toEqual([0, 1, 2]);
    expect([...result.existing]).toEqual(['rb_0']);
    expect(JSON.parse((await world.reader.document(trade?.sha256 ?? '')).text)).toMatchObject({
      bundle_sha256: bundle?.sha256,
      made_at: trade?.made_at,
    });
    expect((await world.check.run({ documents: true })).problem).toBeNull();
  });

  it('appends nothing of a group of which one cannot be made', async () => {
    const broken: AppendRequest = {
      id: 't-1',
      kind: 'trade',
      build: ({ sha256Of }) => ({ text: sha256Of('rb_9'), sha256: '' }),
    };

    await expect(world.log.appendAll([bundleRequest('rb_1'), broken])).rejects.toThrow('rb_9');
    expect((await world.repository.getHead())?.tree_size).toBe(0);
  });

  it('yields one chain when several processes seal at once', async () => {
    await append('rb_1');
    clock.advance(6 * DAY);
    const worlds = [world, restart(), restart(), restart()];

    const sealed = await Promise.all(worlds.map((each) => each.registry.sealDue()));

    expect(sealed.flat().sort()).toEqual(['07', '08', '09', '10', '11', '12'].map((day) => `2026-05-${day}`));
    expect(firstBrokenLink(await chain())).toBeNull();
    expect((await world.check.run({ documents: true })).problem).toBeNull();
  });

  it('lists the status of every tracked market once the day is sealed', async () => {
    await append('rb_1');
    await test.graph.statement(`
      UNWIND [['polymarket', '0xB', 'not_scored', 'no items'], ['kalshi', 'KX-1', 'predicted', null]] AS row
      CREATE (:Coverage {date: '2026-05-07', exchange: row[0], ticker: row[1], status: row[2], reason: row[3]})`);
    await test.graph.statement("CREATE (:Prediction {id: 'rb_1', exchange: 'kalshi', ticker: 'KX-1'})");
    clock.advance(DAY);
    await world.registry.sealDue();

    expect((await dayFile('2026-05-07')).coverage).toEqual([
      { exchange: 'kalshi', ticker: 'KX-1', status: 'predicted', reason: null },
      { exchange: 'polymarket', ticker: '0xB', status: 'not_scored', reason: 'no items' },
    ]);
  });

  it('proves inclusion of every record and consistency of every pair of sizes', async () => {
    const records = [];
    for (let index = 0; index < 13; index++) records.push(await append(`rb_${index}`));
    const { vkey } = (await world.repository.getHead())!;

    for (const record of records) {
      const proof = JSON.parse((await world.reader.inclusionProof(record.sha256)).text);
      const note = verifyCheckpoint(proof.checkpoint, vkey);

      expect(proof.leaf_hash).toBe(recordLeaf(record));
      expect(note).toMatchObject({
        ok: true,
        checkpoint: { treeSize: 13, rootHash: proof.root_hash },
      });
      expect(
        verifyInclusion({
          leafIndex: proof.leaf_index,
          treeSize: proof.tree_size,
          leafHash: proof.leaf_hash,
          rootHash: proof.root_hash,
          path: proof.inclusion_path,
        }),
      ).toBe(true);
    }
    for (let second = 0; second <= 13; second++) {
      for (let first = 0; first <= second; first++) {
        const proof = JSON.parse((await world.reader.consistencyProof(first, second)).text);

        expect(proof.root1).toBe(rootOfLeaves(records.slice(0, first).map(recordLeaf)));
        expect(verifyConsistency(proof)).toBe(true);
      }
    }
    await expect(world.reader.inclusionProof('a'.repeat(64))).rejects.toMatchObject({
      type: 'not-found',
    });
    await expect(world.reader.consistencyProof(1, 14)).rejects.toMatchObject({ type: 'not-found' });
  });

  describe('in doubt', () => {
    it('appends and signs nothing on a database older than the signed head', async () => {
      await append('rb_1');
      await append('rb_2');
      await test.wipe();
      const older = openRegistry({ graph: test.graph, clock, environment: keyOf(world) });
      await append('rb_1', older);

      const restarted = restart();
      const result = await restarted.log.append(bundleRequest('rb_9'));

      expect(result).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining('older state'),
      });
      expect(restarted.state.current()).toMatchObject({ available: true, degraded: true });
      await expect(restarted.registry.sealDue()).rejects.toThrow('older state');
    });

    it('notices at once when the database is put back under a running process', async () => {
      await append('rb_1');
      await append('rb_2');
      await test.wipe();
      await append('rb_1', openRegistry({ graph: test.graph, clock, environment: keyOf(world) }));

      expect(await world.log.append(bundleRequest('rb_9'))).toMatchObject({ kind: 'refused' });
    });

    it('does not build on another history of the same length', async () => {
      await append('rb_1');
      await test.wipe();
      const other = openRegistry({ graph: test.graph, clock, environment: keyOf(world) });
      await append('rb_other', other);
      await append('rb_more', other);

      const restarted = restart();

      expect(await restarted.log.append(bundleRequest('rb_9'))).toMatchObject({
        kind: 'refused',
        reason: 'The first 1 records are not those that were signed.',
      });
    });

    it('does not begin a second log where one was signed', async () => {
      await append('rb_1');
      await test.wipe();

      expect(await restart().log.append(bundleRequest('rb_1'))).toMatchObject({ kind: 'refused' });
    });

    it('neither appends nor signs where the file of the last signed head is gone, until that is confirmed', async () => {
      await append('rb_1');
      const note = (await world.reader.checkpoint()).text;
      await append('rb_2');
      rmSync(file('signed-head.json'));

      const restarted = restart();
      const refused = await restarted.log.append(bundleRequest('rb_3'));

      expect(refused).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/is gone.*"vedette registry confirm"/),
      });
      expect(restarted.state.current()).toMatchObject({ available: true, degraded: true });
      // The copy: nothing is signed because somebody reads.
      expect((await restarted.reader.checkpoint()).text).toBe(note);
      expect(existsSync(file('signed-head.json'))).toBe(false);
      await expect(restarted.checkpoints.confirm('not a note')).rejects.toThrow('not a checkpoint of');
      expect(await restarted.checkpoints.confirm(note)).toMatchObject({ tree_size: 2 });
      await restarted.registry.maintain();
      expect(restarted.state.current()).toEqual({ available: true, degraded: false, reason: null });
      await append('rb_3', restarted);
    });

    it('confirms no database that lacks published records', async () => {
      await append('rb_1');
      await append('rb_2');
      const note = (await world.reader.checkpoint()).text;
      await test.wipe();
      await append('rb_1', openRegistry({ graph: test.graph, clock, environment: keyOf(world) }));
      rmSync(file('signed-head.json'));

      await expect(restart().checkpoints.confirm(note)).rejects.toThrow('older state');
    });

    it.each([
      ['signed-head.json', /last signed head is damaged/],
      ['signing-key', /signing key in the data folder is damaged/],
    ])('serves its copies and signs nothing while %s is cut off', async (name, reason) => {
      await append('rb_1');
      const note = (await world.reader.checkpoint()).text;
      const whole = readFileSync(file(name));
      writeFileSync(file(name), whole.subarray(0, 20));

      const restarted = restart();

      expect(await restarted.log.append(bundleRequest('rb_2'))).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(reason),
      });
      expect((await restarted.reader.checkpoint()).text).toBe(note);
      await expect(restarted.reader.dayFile('2026-05-07', null)).rejects.toMatchObject({
        type: 'unavailable',
        options: { detail: expect.stringMatching(reason) },
      });
      writeFileSync(file(name), whole);
      await restarted.registry.maintain();
      await append('rb_2', restarted);
    });

    it('makes copies on disk that were damaged anew from the graph', async () => {
      await append('rb_1');
      clock.advance(DAY);
      await world.registry.maintain();
      const paths = [
        'public/days/2026-05-07.json',
        `public/documents/${sha256Hex('rb_1').slice(0, 2)}/rb_1.json`,
        'public/index.json',
      ].map(file);
      const before = paths.map((path) => readFileSync(path, 'utf8'));
      const read = async (): Promise<string[]> => [
        (await world.reader.dayFile('2026-05-07', null)).text,
        (await world.reader.bundle('rb_1')).text,
        (await world.reader.index()).text,
      ];
      for (const [at, path] of paths.entries()) writeFileSync(path, before[at]!.slice(0, -9));

      expect(await read()).toEqual(before);
      await world.registry.maintain();
      expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(before);
      expect(world.damage.report()).toMatchObject({ count: 2, copy: 'rb_1' });
    });

    it('stops under another key or name', async () => {
      await append('rb_1');
      const folder = world.environment.dataDir;
      const other = (environment: object) =>
        openRegistry({ graph: test.graph, clock, dataDir: folder, environment }).log.append(bundleRequest('x'));

      expect(await other({ registrySigningKey: '11'.repeat(32) })).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining('signing key'),
      });
      expect(await other({ registryOrigin: 'other.test' })).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining('REGISTRY_ORIGIN'),
      });
    });

    it('neither appends nor seals while the clock is off by more than five seconds', async () => {
      await append('rb_1');
      clock.advance(DAY);
      world.skewMicros = -5 * SECOND - 1;

      expect(await world.log.append(bundleRequest('rb_2'))).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining('5 s behind'),
      });
      await expect(world.registry.sealDue()).rejects.toThrow('clock');
      expect(await world.registry.maintain()).toEqual([]);
      world.skewMicros = 0;
      expect(await world.registry.maintain()).toEqual(['2026-05-07']);
    });

    it('refuses to append if the clock is wrong while the log is locked', async () => {
      const result = await world.log.write(() => {
        world.skewMicros = 7_200 * SECOND;
        return Promise.resolve({ documents: [bundleRequest('rb_1')], value: undefined });
      });

      expect(result).toMatchObject({ kind: 'refused', reason: expect.stringContaining('7200 s ahead') });
      world.skewMicros = 0;
      expect(await world.log.append(bundleRequest('rb_1'))).toMatchObject({ kind: 'appended' });
    });

    it.each<[string, string, string]>([
      ['a record', "MATCH (r:Record {leaf_index: 1}) SET r.made_at = '2026-05-07T12:00:00.000009Z'", 'Record 1'],
      ['a leaf hash', "MATCH (r:Record {leaf_index: 0}) SET r.leaf_hash = 'ab'", 'Record 0'],
      ['a missing record', 'MATCH (r:Record {leaf_index: 1}) DETACH DELETE r', 'Record 1'],
      [
        'a byte of a day-file',
        "MATCH (f:DayFile) SET f.text = replace(f.text, 'bundle', 'bumble')",
        'day-file of 2026-05-07',
      ],
      ['a missing day-file', 'MATCH (f:DayFile) DETACH DELETE f', 'day-file of 2026-05-07'],
      ['a link', "MATCH (c:ChainEntry {seq: 1}) SET c.prev_hash = 'ab'", '2026-05-08'],
      ['a combined hash', "MATCH (c:ChainEntry {seq: 1}) SET c.combined_hash = 'ab'", '2026-05-08'],
      ['a root', "MATCH (c:ChainEntry {seq: 0}) SET c.root_hash = 'ab'", '2026-05-07'],
      ['a missing day', 'MATCH (c:ChainEntry {seq: 0}) DETACH DELETE c', ''],
      ['the head of the tree', "MATCH (h:LogHead) SET h.frontier = ['ab']", 'head'],
      ['the head of the chain', "MATCH (h:LogHead) SET h.chain_head = 'ab'", 'head of the chain'],
      ['a document', "MATCH (d:LoggedDocument {id: 'rb_2'}) SET d.text = '{}'", 'rb_2'],
    ])('finds %s that was changed in the database', async (_, change, named) => {
      await append('rb_1');
      await append('rb_2');
      clock.advance(2 * DAY);
      await world.registry.sealDue();
      expect((await world.check.run({ documents: true })).problem).toBeNull();

      await test.graph.statement(change);

      expect((await world.check.run({ documents: true })).problem).toContain(named);
      if (named !== 'rb_2') {
        const restarted = restart();
        expect(await restarted.log.append(bundleRequest('rb_3'))).toMatchObject({
          kind: 'refused',
        });
        expect(restarted.state.current()).toMatchObject({ available: false, degraded: true });
      }
    });

    it('serves no proof that would not verify', async () => {
      const { sha256 } = await append('rb_1');
      await append('rb_2');
      await append('rb_3');
      await test.graph.statement("MATCH (n:TreeNode) SET n.hash = '" + 'ab'.repeat(32) + "'");
      await test.graph.statement("MATCH (r:Record {leaf_index: 1}) SET r.leaf_hash = '" + 'ab'.repeat(32) + "'");

      await expect(world.reader.inclusionProof(sha256)).rejects.toMatchObject({
        type: 'unavailable',
      });
      expect(world.state.current().available).toBe(false);
    });
  });
});

/** The signing key of a world, for another folder. */
const keyOf = (world: RegistryWorld): { registrySigningKey: string } => ({
  registrySigningKey: readFileSync(join(world.environment.dataDir, 'live', 'registry', 'signing-key'), 'utf8').trim(),
});
