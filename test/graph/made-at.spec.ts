import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { packagePath } from '../../src/platform/common/package-root';
import type { StoredRecord } from '../../src/registry/registry.repository';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { runsTypeScript } from '../support/typescript-process';
import { until } from '../support/until';

jest.setTimeout(300_000);

const HOUR_MS = 3_600_000;
const EACH = 25;

/** One process that appends; its wall clock can be set while it runs. */
class Appender {
  readonly records: StoredRecord[] = [];
  private readonly ready: Promise<void>;
  private readonly exit: Promise<unknown>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly offsetFile: string,
  ) {
    this.exit = once(child, 'exit');
    this.ready = new Promise((resolve, reject) => {
      void this.exit.then(() => {
        reject(new Error('The process ended before it was ready'));
      });
      createInterface({ input: child.stdout! }).on('line', (line) => {
        if (line === 'ready') resolve();
        else this.records.push(JSON.parse(line) as StoredRecord);
      });
    });
  }

  static async start(test: TestGraph, dataDir: string, name: string): Promise<Appender> {
    const offsetFile = join(dataDir, `offset-${name}`);
    const words = [JSON.stringify(test.connection), dataDir, name, String(EACH)];
    const child = spawn(
      process.execPath,
      [
        '--require',
        packagePath('test', 'support', 'shifted-clock.cjs'),
        ...runsTypeScript('test/support/log-process.ts', ...words),
      ],
      { env: { ...process.env, CLOCK_OFFSET_FILE: offsetFile }, stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const appender = new Appender(child, offsetFile);
    await appender.ready;
    return appender;
  }

  async setClock(offsetMs: number): Promise<void> {
    writeFileSync(this.offsetFile, String(offsetMs));
    this.child.kill('SIGUSR2');
    await sleep(100);
  }

  begin(): void {
    this.child.stdin?.write('\n');
  }

  async until(count: number): Promise<void> {
    await until(`${count} records`, () => this.records.length >= count, { everyMs: 5 });
  }

  async end(): Promise<void> {
    expect(await this.exit).toEqual([0, null]);
    expect(this.records).toHaveLength(EACH);
  }
}

describe('made_at', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vedette-test-made-at-'));
  let test: TestGraph;

  beforeAll(async () => {
    test = await openTestGraph();
  });

  afterAll(async () => {
    await test.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('rises with every record, in two processes at once, over restarts and a clock that is set back', async () => {
    const [one, other] = await Promise.all([
      Appender.start(test, dataDir, 'one'),
      Appender.start(test, dataDir, 'other'),
    ]);
    one.begin();
    other.begin();
    await one.until(8);
    // Its clock is behind that of the other process, and behind its own earlier time.
    await one.setClock(-2 * HOUR_MS);
    await Promise.all([one.end(), other.end()]);
    const restarted = await Appender.start(test, dataDir, 'restarted');
    await restarted.setClock(-3 * HOUR_MS);
    restarted.begin();
    await restarted.end();

    const records = [...one.records, ...other.records, ...restarted.records].sort(
      (a, b) => a.leaf_index - b.leaf_index,
    );
    const times = records.map(({ made_at }) => made_at);
    expect(records.map(({ leaf_index }) => leaf_index)).toEqual(records.map((_, n) => n));
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    // Text order is time order: rising, and no two the same.
    expect(times).toEqual([...new Set(times)].sort());
    // A process whose clock is behind the log continues by one microsecond per record.
    const micros = restarted.records.map(({ made_at }) => BigInt(made_at.replace(/\D/g, '')));
    expect(micros.at(-1)! - micros[0]!).toBe(BigInt(EACH - 1));
  });
});
