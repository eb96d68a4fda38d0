import { canonicalJson } from '../../src/platform/common/canonical-json';
import { ManualClock } from '../support/manual-clock';
import { sha256Hex } from '../../src/platform/common/sha256';
import { MICROS_PER_DAY, startOfDay } from '../../src/platform/common/utc-time';
import { EventLogService } from '../../src/event-log/event-log.service';
import { buildInput } from '../../src/forecasting/input/build-input';
import { wordsProblem } from '../support/bundle-words';
import { freezeInput } from '../../src/forecasting/input/forecast-input';
import { combine } from '../../src/grading/combination';
import { buildBundle } from '../../src/forecasting/replay-bundle';
import { WithdrawService } from '../../src/platform/operations/withdraw.service';
import type { StoredRecord } from '../../src/registry/registry.repository';
import { readServedBundle } from '../../src/registry/copies/served-document';
import { aMaterial, anEvidence } from '../support/forecast-material';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { anItem } from '../support/item-builder';
import { openRegistry, type RegistryWorld } from '../support/registry-harness';

jest.setTimeout(60_000);

const DAY = '2026-05-07';
const WORDS = 'Missiles over Haifa, says a house that thinks better of it';

describe('withdrawing an item', () => {
  const clock = new ManualClock(startOfDay(DAY));
  let test: TestGraph;
  let world: RegistryWorld;
  let log: EventLogService;
  let withdraw: WithdrawService;

  beforeAll(async () => {
    test = await openTestGraph();
    log = new EventLogService(test.graph);
  });
  beforeEach(async () => {
    await test.wipe();
    clock.set(startOfDay(DAY));
    world = openRegistry({ graph: test.graph, clock });
    withdraw = new WithdrawService(test.graph, world.repository, world.log, world.copies, clock);
    await log.append([
      anItem({ id: 'n-1', title: WORDS, summary: WORDS, url: 'https://example.org/1' }),
      anItem({ id: 'n-2', title: 'Another report' }),
    ]);
  });
  afterAll(async () => {
    await world.copies.idle();
    await test.close();
  });

  const item = (key: string, title: string): object => ({
    key,
    title,
    extract: title,
    url: `https://example.org/${key}`,
    content_sha256: sha256Hex(title),
  });

  /** A bundle that holds items of these ids. */
  const forecast = async (id: string, held: readonly string[]): Promise<StoredRecord> => {
    const result = await world.log.append({
      id,
      kind: 'bundle',
      build: ({ madeAt }) => {
        const items = held.map((key) => item(key, key === 'n-1' ? WORDS : 'Another report'));
        const question = { exchange: 'kalshi', ticker: id };
        const text = canonicalJson({ bundle_id: id, made_at: madeAt, input: { question, items } });
        const link = { query: 'forecasting/link-bundle', row: { bundle: id, items: held } };
        return { text, sha256: sha256Hex(text), also: [link] };
      },
    });
    if (result.kind !== 'appended') throw new Error(JSON.stringify(result));
    return result.record;
  };

  const sealDay = async (): Promise<void> => {
    clock.set(startOfDay(DAY) + MICROS_PER_DAY + 6_000_000);
    await world.registry.sealDue();
    await world.copies.copyPending();
  };

  it('removes its words from the event log for good, and keeps its other properties', async () => {
    await log.append([
      anItem({ id: 'n-1', title: `${WORDS} again`, contentHash: 'b', firstSeenAt: anItem().firstSeenAt + 1 }),
    ]);

    const done = await withdraw.withdraw('n-1', 'asked for by its publisher');
    await log.append([
      anItem({ id: 'n-1', title: `${WORDS} anew`, contentHash: 'c', firstSeenAt: anItem().firstSeenAt + 2 }),
    ]);

    expect(done).toEqual({ item: 'n-1', bundles: [], unrecorded: null });
    const nodes = await test.graph.statement(
      `MATCH (n) WHERE n:Item AND n.id = 'n-1' OR n:Revision
       RETURN n.title AS title, n.summary AS summary, n.url AS url, n.search AS search, n.source AS source, n.withdrawn_reason AS reason`,
    );
    expect(nodes).toEqual([
      {
        title: '(withdrawn)',
        summary: null,
        url: null,
        search: null,
        source: anItem().source,
        reason: 'asked for by its publisher',
      },
    ]);
  });

  it('removes them from the bundles that contain it, and the log verifies as before', async () => {
    const records = [await forecast('rb-1', ['n-1', 'n-2']), await forecast('rb-2', ['n-2'])];
    await sealDay();
    const untouched = (await world.reader.bundle('rb-2')).text;
    const day = (await world.reader.dayFile(DAY, null)).text;

    const done = await withdraw.withdraw('n-1', 'a court order');

    expect(done?.bundles).toEqual(['rb-1']);
    const served = (await world.reader.bundle('rb-1')).text;
    expect(served).not.toContain('Missiles');
    expect(JSON.parse(served)).toMatchObject({ sha256: records[0]?.sha256, withdrawn: ['n-1'] });
    expect((await world.reader.bundle('rb-2')).text).toBe(untouched);
    expect((await world.reader.dayFile(DAY, null)).text).toBe(day);
    expect(await world.check.run({ documents: true })).toEqual({ problem: null, days: 1, records: 4, withdrawn: 1 });
    expect(await withdraw.withdraw('n-1', 'a court order')).toEqual({
      item: 'n-1',
      bundles: [],
      unrecorded: null,
    });
  });

  it('removes them from the texts next to a bundle, whose hash is unchanged', async () => {
    const { input, words } = buildInput(
      aMaterial({
        evidence: [
          anEvidence({ id: 'n-1', title: WORDS, summary: WORDS }),
          anEvidence({ id: 'n-2', title: 'Another report' }),
        ],
      }),
    );
    const forecast = { probability_yes: 0.3, confidence: 0.5, direction: 'NO', reasoning: 'Because.' } as const;
    await world.log.append({
      id: 'rb-3',
      kind: 'bundle',
      build: ({ madeAt }) => ({
        ...buildBundle(
          { id: 'rb-3', madeAt, intentSha256: 'a'.repeat(64) },
          freezeInput(input, words),
          { ...forecast, model: 'claude', side: null },
          {
            draws: [forecast],
            combined: combine([0.3], 0.3, { markets: 0, fitted: null }),
            joint: null,
            unsupported: [],
          },
        ),
        also: [{ query: 'forecasting/link-bundle', row: { bundle: 'rb-3', items: Object.keys(words) } }],
      }),
    });
    const before = readServedBundle((await world.reader.bundle('rb-3')).text);
    await world.copies.copyPending();

    await withdraw.withdraw('n-1', 'a court order');

    const file = await world.reader.bundle('rb-3');
    const after = readServedBundle(file.text);
    expect(before?.words).toMatchObject({ 'n-1': { title: WORDS, extract: null } });
    expect(after).toEqual({ ...before, words: { ...before?.words, 'n-1': null } });
    expect(file).toMatchObject({ immutable: false });
    expect(wordsProblem(input, after?.words ?? {})).toBeNull();
    expect(await world.check.run({ documents: true })).toMatchObject({ problem: null, withdrawn: 0 });
    expect((await withdraw.withdraw('n-1', 'a court order'))?.bundles).toEqual([]);
  });

  it('reaches the copies of an instance that did not do it', async () => {
    await forecast('rb-1', ['n-1']);
    const other = openRegistry({ graph: test.graph, clock });
    await other.copies.copyPending();
    const before = (await other.reader.bundle('rb-1')).text;

    await withdraw.withdraw('n-1', 'a court order');
    await other.copies.copyPending();

    expect(before).toContain('Missiles');
    expect((await other.reader.bundle('rb-1')).text).not.toContain('Missiles');
  });

  it('finds no item of an id that nothing has', async () => {
    expect(await withdraw.withdraw('n-9', 'a court order')).toBeNull();
  });
});
