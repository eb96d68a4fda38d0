import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultyReplay } from '../support/faulty-replay';
import { LivelySamples } from '../support/lively-samples';
import { packagePath } from '../../src/platform/common/package-root';
import { startRedis } from '../support/redis-process';
import { hasTool } from '../support/tools';
import { ScratchDisk } from '../support/scratch-disk';
import { startService, type ServiceChild } from '../support/service-child';
import { FaultDatabase } from './fault-database';
import { Ledger } from './ledger';
import { Readers } from './readers';
import { lastTickAt, TickWatch } from './tick-watch';

const DISK_MB = 1_500;
/** The folder of the service is a separate disk: room for copies, files of the dataset and logs. */
const DATA_MB = 300;

/** One instance of the service: it is started again after it was ended, and its words are kept. */
export class Instance {
  readonly readers = new Readers(() => this.service?.baseUrl ?? 'http://127.0.0.1:1');
  private service: ServiceChild | null = null;
  private before = '';
  private offsetMs = 0;

  /** @param offsetFile from which it reads by how much its clock is off */
  constructor(
    private readonly settings: Readonly<Record<string, string>>,
    private readonly offsetFile: string,
  ) {}

  async start(): Promise<void> {
    this.service = await startService({
      ...this.settings,
      CLOCK_OFFSET_FILE: this.offsetFile,
      CLOCK_OFFSET_MS: String(this.offsetMs),
    });
  }

  /** Sets its clock off by so many milliseconds, in this life and the next ones. */
  setClock(offsetMs: number): void {
    this.offsetMs = offsetMs;
    writeFileSync(this.offsetFile, String(offsetMs));
    if (this.pid > 0) process.kill(this.pid, 'SIGUSR2');
  }

  get baseUrl(): string {
    return this.service?.baseUrl ?? '';
  }

  get pid(): number {
    return this.service?.pid ?? 0;
  }

  /** Its output over all restarts. */
  get words(): string {
    return this.before + (this.service?.words() ?? '');
  }

  async kill(): Promise<void> {
    await this.service?.kill();
    this.close();
  }

  /** SIGTERM; resolves to its exit code and to the seconds it took. */
  async stop(): Promise<{ code: number | null; seconds: number }> {
    const begun = performance.now();
    const code = (await this.service?.stop()) ?? null;
    this.close();
    return { code, seconds: (performance.now() - begun) / 1_000 };
  }

  private close(): void {
    this.before = this.words;
    this.service = null;
  }
}

/**
 * Everything that a run of faults takes place in: upstreams that live fast, a database and a Redis of its
 * own, as many instances of the service as wanted, and readers of each.
 */
export class FaultWorld {
  readonly ledger = new Ledger();
  readonly instances: Instance[];
  readonly ticks = new TickWatch(() =>
    this.instances.flatMap(({ baseUrl }) => (baseUrl === '' ? [] : [lastTickAt(baseUrl)])),
  );

  private constructor(
    readonly disk: ScratchDisk,
    readonly data: ScratchDisk,
    readonly samples: LivelySamples,
    readonly replay: FaultyReplay,
    readonly database: FaultDatabase,
    private redis: Awaited<ReturnType<typeof startRedis>> | null,
    readonly settings: Readonly<Record<string, string>>,
    instances: number,
  ) {
    this.instances = Array.from(
      { length: instances },
      (_, n) => new Instance(settings, join(disk.folder, `clock-offset-${n}`)),
    );
  }

  static async open(instances: number): Promise<FaultWorld> {
    const disk = ScratchDisk.open('vedette-faults-', DISK_MB);
    const data = ScratchDisk.open('vedette-faults-data-', DATA_MB);
    const samples = new LivelySamples();
    const replay = await FaultyReplay.open(samples);
    const database = await FaultDatabase.open(join(disk.folder, 'database'));
    const redis = hasTool('redis-server') ? await startRedis(undefined, disk.folder) : null;
    const settings = {
      ...replay.settings(),
      ...database.settings,
      ...(redis === null ? {} : { REDIS_URL: redis.url }),
      DATA_DIR: join(data.folder, 'data'),
      NODE_OPTIONS: ['shifted-clock.cjs', 'memory-report.cjs']
        .map((name) => `--require ${packagePath('test', 'support', name)}`)
        .join(' '),
      MEMORY_REPORT_FILE: join(disk.folder, 'memory'),
      LIMIT_ANONYMOUS: '1000000',
      LIMIT_PAGES: '1000000',
      MODEL_MIN_SCORE: '0',
      MODEL_CALLS_PER_TICK: '8',
      // Ticks are sixty times as close together as usual: a model that hangs must not outlast several.
      MODEL_TIMEOUT_SECONDS: '10',
      MODEL_CALLS_PER_DAY: '1000000',
      MODEL_DAILY_USD: '1000000',
    };
    return new FaultWorld(disk, data, samples, replay, database, redis, settings, instances);
  }

  /** Starts every instance and, when there is something to lose, its readers. */
  async start(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.start()));
    void this.ticks.watch();
    for (let tries = 0; this.ledger.documents.size === 0 && tries < 180; tries += 1) {
      await sleep(1_000);
      await this.ledger.read(this.instance.baseUrl);
    }
    for (const { readers } of this.instances) readers.start();
  }

  get hasRedis(): boolean {
    return this.redis !== null;
  }

  /** The only instance, or the first. */
  get instance(): Instance {
    const [first] = this.instances;
    if (first === undefined) throw new Error('No instance');
    return first;
  }

  stopRedis(): void {
    this.redis?.stop();
  }

  async startRedis(): Promise<void> {
    this.redis = await startRedis(this.redis?.port, this.disk.folder);
  }

  /** Sets the clock of every instance off by so many milliseconds. */
  setClocks(offsetMs: number): void {
    for (const instance of this.instances) instance.setClock(offsetMs);
  }

  async close(): Promise<void> {
    this.ticks.stop();
    await Promise.all(this.instances.map((instance) => instance.kill()));
    this.redis?.stop();
    await this.replay.close();
    await this.database.close();
    this.disk.close();
    this.data.close();
  }
}
