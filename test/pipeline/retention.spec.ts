import { Logger } from '@nestjs/common';
import { EventLogService } from '../../src/event-log/event-log.service';
import { PruneService } from '../../src/platform/operations/prune.service';
import { RetentionStage } from '../../src/pipeline/retention.stage';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { addEntities, anItem, NOON } from '../support/item-builder';

jest.setTimeout(120_000);

const DAY = 86_400_000;

describe('retention', () => {
  let test: TestGraph;

  beforeAll(async () => {
    test = await openTestGraph();
  });
  beforeEach(async () => {
    await test.wipe();
    await addEntities(test.graph, [{ id: 'iran' }]);
    await new EventLogService(test.graph).append([
      anItem({ id: 'old', story: 's-old', at: NOON - 31 * DAY }),
      anItem({ id: 'in-a-bundle', at: NOON - 31 * DAY }),
      anItem({ id: 'of-an-alert', at: NOON - 31 * DAY }),
      anItem({ id: 'at-the-cut', story: 's-new', at: NOON - 30 * DAY }),
    ]);
    await test.graph.statement(
      `MATCH (a:Item {id: 'in-a-bundle'}), (b:Item {id: 'of-an-alert'})
       CREATE (:Bundle {id: 'rb1', sha256: 'ab'})-[:CONTAINS]->(a)
       CREATE (:Alert {id: 'al1'})-[:RAISED_BY]->(b)`,
    );
  });
  afterAll(() => test.close());

  const stage = (retentionDays: number, daysLeft: number | null = null): RetentionStage =>
    new RetentionStage(
      new PruneService(test.graph),
      { room: () => Promise.resolve({ freeBytes: 1, daysLeft }) },
      { retentionDays },
    );
  const never = new AbortController().signal;
  const ids = async (label: string): Promise<unknown[]> =>
    (await test.graph.statement(`MATCH (n:${label}) RETURN n.id AS id ORDER BY id`, 'READ')).map(({ id }) => id);

  it('removes items older than the cut and their stories, not those of a bundle or an alert', async () => {
    expect(await stage(30).run({ now: NOON, signal: never })).toEqual({ items: 1, stories: 1 });

    expect(await ids('Item')).toEqual(['at-the-cut', 'in-a-bundle', 'of-an-alert']);
    expect(await ids('Story')).toEqual(['s-new']);
  });

  it('keeps everything without a setting', async () => {
    expect(await stage(0).run({ now: NOON, signal: never })).toEqual({});

    expect(await ids('Item')).toHaveLength(4);
  });

  it('warns once a day of a disk that is full within two weeks, whether anything is removed or not', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const filling = stage(0, 13.9);
    await filling.run({ now: NOON, signal: never });
    await filling.run({ now: NOON + 1_000, signal: never });
    await filling.run({ now: NOON + DAY, signal: never });
    await stage(0, 14).run({ now: NOON, signal: never });

    expect(warn.mock.calls.map(([words]) => String(words))).toEqual(
      Array(2).fill(expect.stringMatching(/full in 13 days .* RETENTION_DAYS \(0\)/)),
    );
    warn.mockRestore();
  });

  it('works once a UTC day', async () => {
    const retention = stage(30);
    await retention.run({ now: NOON, signal: never });

    expect(await retention.run({ now: NOON + 1_000, signal: never })).toEqual({});
    expect(await ids('Item')).toContain('at-the-cut');
    expect(await retention.run({ now: NOON + DAY, signal: never })).toEqual({
      items: 1,
      stories: 1,
    });
  });

  it('continues in the next tick where it was interrupted', async () => {
    const retention = stage(30);
    await retention.run({ now: NOON, signal: AbortSignal.abort() });

    expect(await retention.run({ now: NOON, signal: never })).toEqual({ items: 1, stories: 1 });
  });
});
