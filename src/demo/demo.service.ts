import type { INestApplicationContext } from '@nestjs/common';
import { rmSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { nowMillis, type Clock } from '../platform/common/clock';
import { PlayedPast } from '../platform/common/played-past';
import { DAY_MS, MINUTE_MS } from '../platform/common/durations';
import type { Environment } from '../platform/config/environment';
import { instanceDir } from '../platform/config/instance-dir';
import { AnswerCache } from '../platform/http/answer-cache.service';
import { TickService } from '../pipeline/tick.service';
import { CaptureService } from '../registry/captures/capture.service';
import { readWitnesses } from '../registry/clocks/outside-clock';
import { OutsideClockService } from '../registry/clocks/outside-clock.service';
import { RegistryReader } from '../registry/registry-reader.service';
import { SurgeService } from '../surge/surge.service';
import { demoEnvironment } from './demo-environment';
import { demoTicks, TICK_DAYS, type DemoTick } from './demo-schedule';
import { ReplayArchive } from './replay-archive';
import { ReplayOutside } from './replay-outside';
import { ReplayServer } from './replay-server.service';
import { SampleFiles } from './sample-files.service';
import { SampleTime } from './sample-world';
import { untilWhole } from './until-whole';
import { SystemClock } from '../platform/common/system-clock.provider';
import { join } from 'node:path';

/** The demo's clock: set by the demo while the past is built, the system clock from then on. */
class DemoClock implements Clock {
  private readonly system = new SystemClock();
  private held: number | null = null;

  nowMicros(): number {
    return this.held ?? this.system.nowMicros();
  }

  /** Stops at an instant, UTC ms. */
  hold(millis: number): void {
    this.held = millis * 1000;
  }

  get isHeld(): boolean {
    return this.held !== null;
  }

  release(): void {
    this.held = null;
  }
}

/** The demo's state between starts; instants are UTC ms. */
interface DemoState {
  /** Its first start: the end of the samples' history. */
  readonly firstStart: number;
  /** End of the past built so far, or null before the first tick. */
  readonly builtUntil: number | null;
}

class DemoStateStore {
  private readonly file: string;

  constructor(private readonly folder: string) {
    this.file = join(folder, 'demo.json');
  }

  read(): DemoState | null {
    return existsSync(this.file) ? (JSON.parse(readFileSync(this.file, 'utf8')) as DemoState) : null;
  }

  write(state: DemoState): void {
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(`${this.file}.part`, JSON.stringify(state));
    renameSync(`${this.file}.part`, this.file);
  }
}

/** Called after each tick of the past: "day 12 of 35". */
type HistoryProgress = (words: string) => void;

/** After a tick of the past requested captures, they are checked once more. */
const CAPTURE_LOOK_MS = 120_000;

/**
 * The demo: the same program on its own database, with every upstream replayed from the samples. Its first start runs
 * the real pipeline over more than thirty days of past with a controlled clock; then it runs in real time.
 */
export class Demo {
  readonly clock = new DemoClock();
  readonly past: PlayedPast;
  private readonly ticks: readonly DemoTick[];
  private app: INestApplicationContext | null = null;

  private constructor(
    readonly environment: Environment,
    private readonly replay: ReplayServer,
    files: SampleFiles,
    private readonly time: SampleTime,
    private readonly store: DemoStateStore,
    private state: DemoState,
  ) {
    const from = state.builtUntil ?? time.start;
    const now = Date.now();
    // A short gap is covered by the service's own first tick.
    const isRecent = this.isBuilt() && now - from < DAY_MS;
    this.ticks = isRecent ? [] : demoTicks(files.world(), time, from, now - 1_000);
    this.past = new PlayedPast(this.ticks.length === 0 ? 0 : this.dayOf(now));
    if (this.ticks.length === 0) return;
    this.past.reach(this.dayOf(from));
    this.clock.hold(from);
  }

  /** Starts the replay. Expired samples restart with an empty database. */
  static async open(base: Environment, publicUrl: string): Promise<Demo> {
    const files = new SampleFiles();
    const world = files.world();
    const folder = instanceDir({ dataDir: base.dataDir, demo: true });
    const store = new DemoStateStore(folder);
    const now = Date.now();
    let state = store.read();
    if (state !== null && SampleTime.endingAt(world, state.firstStart).end < now + DAY_MS) {
      rmSync(folder, { recursive: true, force: true });
      state = null;
    }
    const kept = state ?? { firstStart: now, builtUntil: null };
    store.write(kept);
    const time = SampleTime.endingAt(world, kept.firstStart);
    // The replay needs the demo's clock and files, and the demo needs the replay's address: connected once both exist.
    const late: { demo: Demo | null } = { demo: null };
    const archive = new ReplayArchive((path) => late.demo?.ownBytes(path) ?? Promise.resolve(null));
    const clock = { nowMicros: () => late.demo?.clock.nowMicros() ?? now * 1000 };
    const inThePast = (): boolean => late.demo?.clock.isHeld === true;
    const outside = new ReplayOutside(
      folder,
      () => late.demo?.logKey() ?? Promise.reject(new Error('No log yet')),
      clock,
      inThePast,
      readWitnesses(base.witnesses).map(({ url }) => url),
    );
    const replay = new ReplayServer(
      files,
      time,
      clock,
      async (host, path, request) =>
        (await archive.answer(host, path, request, nowMillis(clock))) ?? outside.answer(host, path, request.bytes),
      inThePast,
    );
    const environment = demoEnvironment(base, await replay.start(), publicUrl);
    late.demo = new Demo(environment, replay, files, time, store, kept);
    return late.demo;
  }

  /** Runs the ticks of the missing past, then releases the clock. @returns the number of ticks */
  async play(
    app: INestApplicationContext,
    onProgress: HistoryProgress,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<number> {
    const { ticks } = this;
    const answers = app.get(AnswerCache);
    for (const [index, tick] of ticks.entries()) {
      await untilWhole(() => this.tick(app, tick, signal), signal);
      // An interrupted tick is repeated at the next start.
      if (signal.aborted) return index;
      this.noteBuilt(tick.at);
      this.past.reach(this.dayOf(tick.at));
      answers.advance();
      onProgress(this.past.words ?? '');
    }
    this.clock.release();
    this.past.finish();
    answers.advance();
    return ticks.length;
  }

  /** The running application, whose day-files the replayed archive copies. */
  attach(app: INestApplicationContext): void {
    this.app = app;
  }

  async stop(): Promise<void> {
    // A past lived in real time need not be built, if everything before it was.
    if (this.app !== null && this.isBuilt()) this.noteBuilt(Date.now());
    await this.replay.stop();
  }

  /** Whether the past is built up to the first start. */
  private isBuilt(): boolean {
    const { builtUntil, firstStart } = this.state;
    return builtUntil !== null && builtUntil > firstStart - MINUTE_MS;
  }

  /** The day since the demo's start, from 1. */
  private dayOf(at: number): number {
    return Math.max(1, Math.ceil((at - this.time.start) / DAY_MS));
  }

  private noteBuilt(until: number): void {
    this.state = { ...this.state, builtUntil: until };
    this.store.write(this.state);
  }

  /** Whether all of it was done. */
  private async tick(app: INestApplicationContext, { at, sources }: DemoTick, signal: AbortSignal): Promise<boolean> {
    this.clock.hold(at);
    // A tick reads all samples since the previous one, so all these hours count as watched.
    if (sources) await app.get(SurgeService).noteWatched(at - TICK_DAYS * DAY_MS, at);
    const { stages } = await app.get(TickService).run(sources ? { signal } : { signal, only: [] });
    if (signal.aborted) return false;
    this.clock.hold(at + CAPTURE_LOOK_MS);
    await app.get(CaptureService).run();
    // Only for some heads, since each costs several signatures.
    if (!sources) await app.get(OutsideClockService).run();
    return stages.every(({ state }) => state !== 'failed');
  }

  private async logKey(): Promise<string> {
    if (this.app === null) throw new Error('The demo does not run');
    return (await this.app.get(RegistryReader).vkey()).text.trim();
  }

  private async ownBytes(path: string): Promise<Buffer | null> {
    const { pathname, searchParams } = new URL(path, 'http://demo');
    const date = /^\/api\/registry\/(\d{4}-\d\d-\d\d)\.json$/.exec(pathname)?.[1];
    if (date === undefined || this.app === null) return null;
    const size = searchParams.get('size');
    const file = await this.app.get(RegistryReader).dayFile(date, size === null ? null : Number(size));
    return Buffer.from(file.text);
  }
}
