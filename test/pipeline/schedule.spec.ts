import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ManualClock } from '../support/manual-clock';
import { startOfDay } from '../../src/platform/common/utc-time';
import { TickService } from '../../src/pipeline/tick.service';
import { startTestApp, type TestApp } from '../support/app-harness';
import { until } from '../support/until';

jest.setTimeout(180_000);

const SECOND = 1_000_000;

describe('the schedule', () => {
  const clock = new ManualClock(startOfDay('2026-05-08') - 60 * SECOND);
  let nowhere: Server;
  let test: TestApp;

  beforeAll(async () => {
    nowhere = createServer((_, response) => {
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => nowhere.listen(0, '127.0.0.1', resolve));
    test = await startTestApp({
      clock,
      environment: {
        polling: true,
        upstreamReplayUrl: `http://127.0.0.1:${(nowhere.address() as AddressInfo).port}`,
      },
    });
  });

  afterAll(async () => {
    await test.close();
    nowhere.closeAllConnections();
    nowhere.close();
  });

  const sealed = async (): Promise<string[]> => {
    const index = (await (await test.get('/api/registry/index.json')).json()) as { date: string }[];
    return index.map(({ date }) => date);
  };

  it('seals a day soon after its midnight, without waiting for the next tick', async () => {
    await until('a tick has ended', () => test.app.get(TickService).last() !== null);
    expect(await sealed()).toEqual([]);
    const first = test.app.get(TickService).last();

    clock.set(startOfDay('2026-05-08') + 6 * SECOND);
    await until('a day is sealed', async () => (await sealed()).length > 0);

    expect(await sealed()).toEqual(['2026-05-07']);
    expect(test.app.get(TickService).last()).toBe(first);
  });
});
