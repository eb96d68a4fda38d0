/**
 * Faults injected into a service that ticks, predicts, trades and settles all the while, with readers at
 * its HTTP server: the events as a table, and the invariants checked at the end. A run in which
 * nothing was at stake is a failed run. `npm run faults -- [--count 50] [--seed 1]`, and for several
 * instances that are killed in turn `npm run faults -- --instances 2 --minutes 15`, with `--skew 7200` one of them
 * with a clock two hours ahead and without Redis in the middle.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCommand } from '../support/service-child';
import { FAULT_KINDS, type FaultKind } from './fault-kinds';
import { FaultWorld } from './fault-world';
import { checkAll, verifyOf, type Check } from './final-checks';
import { runInstances } from './instances-run';
import { leakOf, sampleProcess, type ProcessSample } from './process-sample';

const SLOWEST_RECOVERY_MS = 120_000;
/** Faults from which on a leak would show. */
const LONG_RUN = 12;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/**
 * Which faults in which order: every kind in its turn, and in the second half none that ends the service,
 * so that one life is long enough to show a leak.
 */
const scheduleOf = (kinds: readonly FaultKind[], count: number, seed: number): FaultKind[] => {
  const lasting = kinds.filter(({ endsService }) => endsService !== true);
  return Array.from({ length: count }, (_, index) => {
    const from = index < count / 2 || lasting.length === 0 ? kinds : lasting;
    return from[(index + seed - 1) % from.length] as FaultKind;
  });
};

class FaultRun {
  private readonly lifeSamples: ProcessSample[] = [];
  private readonly broken: string[] = [];
  private injected = 0;

  constructor(
    private readonly world: FaultWorld,
    private readonly random: () => number,
  ) {}

  /** Injects one fault and waits until the service is well again. */
  async inject(number: number, kind: FaultKind): Promise<void> {
    this.injected = number;
    const { instance, ledger, settings } = this.world;
    const { readers } = instance;
    // Every third fault falls upon a prediction that somebody has asked for.
    const predicting = number % 3 === 0 ? this.predict() : Promise.resolve();
    await sleep(this.random() * 4_000);
    const before = { total: readers.total(), failures: readers.failures() };
    readers.mark(`fault ${number}, ${kind.name}`);
    const begun = performance.now();
    let remark = '';
    try {
      remark = await kind.inject(this.world);
    } catch (error) {
      remark = (error as Error).message;
      this.broken.push(`fault ${number} (${kind.name}): ${remark}`);
    }
    const lastedMs = performance.now() - begun;
    const place = instance.words.length;
    const told = this.world.ticks.seen.length;
    const well = await this.untilWell();
    if (well === null) {
      const ticks = this.world.ticks.seen.length - told;
      this.broken.push(`fault ${number} (${kind.name}): not well again, ${ticks} ticks were told of`);
      process.stderr.write(`What it said after fault ${number}:\n${instance.words.slice(place)}\n`);
    }
    await predicting;
    await ledger.read(instance.baseUrl);
    const sample = await sampleProcess(instance.pid, settings['MEMORY_REPORT_FILE'] ?? '');
    if (kind.endsService === true) this.lifeSamples.length = 0;
    this.lifeSamples.push(sample);
    const figures = [
      number,
      remark === '' ? kind.name : `${kind.name}: ${remark}`,
      seconds(lastedMs),
      well === null ? 'never' : seconds(well.readyMs),
      well === null ? 'never' : seconds(well.tickMs),
      readers.total() - before.total,
      readers.failures() - before.failures,
      seconds(readers.longestGapMs),
      sample.heapMb,
      sample.externalMb,
      sample.rssMb,
      sample.sockets + sample.handles,
      ledger.size,
    ];
    say(`| ${figures.join(' | ')} |`);
  }

  async finish(): Promise<Check[]> {
    const { instance, database } = this.world;
    const from = Date.now();
    // Two complete ticks after the last fault, which must do all pending work.
    const told = this.world.ticks.seen.length;
    await this.until(() => this.world.ticks.cleanSince(told) >= 3);
    const verified = await verifyOf(this.world);
    await instance.readers.stop();
    const { code, seconds: took } = await instance.stop();
    const checks = await checkAll(this.world, from);
    const [answers, wrong] = [[...instance.readers.answers], instance.readers.wrong()];
    say('');
    for (const [kind, { count, slowestMs }] of answers)
      say(`Answers: ${count} × ${kind}, the slowest after ${seconds(slowestMs)} s`);
    // The service's log of an answer 500, whose reason the reader does not get.
    for (const line of instance.words.split('\n'))
      if (line.includes('"level":"error"') && line.includes('"context":"ProblemFilter"')) say(line);
    const leak = leakOf(this.lifeSamples);
    const first = this.lifeSamples[0];
    const last = this.lifeSamples.at(-1);
    await database.proxy.close();
    return [
      {
        what: `${this.broken.length} faults without recovery ${this.broken.join('; ')}`,
        holds: this.broken.length === 0,
      },
      {
        what: `${this.world.ticks.seen.length} ticks told of, ${this.world.ticks.cleanSince(0)} of them clean`,
        holds: this.world.ticks.cleanSince(0) > 0,
      },
      ...checks,
      verified,
      {
        what: `stopped under load in ${took.toFixed(1)} s with code ${code ?? 'none'}`,
        holds: code === 0 && took <= 10,
      },
      { what: `answers that are neither right nor honest: ${wrong.join(', ') || 'none'}`, holds: wrong.length === 0 },
      {
        what: `no leak in the last life of ${this.lifeSamples.length} faults: ${memory(first)} → ${memory(last)} MB, ${first?.sockets ?? 0} → ${last?.sockets ?? 0} sockets, ${first?.handles ?? 0} → ${last?.handles ?? 0} files ${leak ?? ''}`,
        // A short run shows no leak.
        holds: leak === null && (this.lifeSamples.length >= 6 || this.injected < LONG_RUN),
      },
    ];
  }

  /** Waits until it is ready and has completed a tick in which no stage failed. */
  private async untilWell(): Promise<{ readyMs: number; tickMs: number } | null> {
    const { instance, ticks } = this.world;
    const begun = performance.now();
    const told = ticks.seen.length;
    const ready = await this.until(async () => {
      const answer = await fetch(`${instance.baseUrl}/health/ready`).catch(() => null);
      return answer?.ok === true;
    });
    const readyMs = performance.now() - begun;
    const ticked = await this.until(() => ticks.cleanSince(told) >= 1);
    return ready && ticked ? { readyMs, tickMs: performance.now() - begun } : null;
  }

  private async until(check: () => boolean | Promise<boolean>): Promise<boolean> {
    const begun = performance.now();
    while (performance.now() - begun < SLOWEST_RECOVERY_MS) {
      if (await check()) return true;
      await sleep(200);
    }
    return false;
  }

  /** `vedette predict` of one market while the service runs; its report counts as acknowledged. */
  private async predict(): Promise<void> {
    const { settings, ledger, database } = this.world;
    const [market] = await database
      .ask("MATCH (m:Market {status: 'open'}) RETURN m.exchange + '/' + m.ticker AS id ORDER BY rand() LIMIT 1")
      .catch(() => []);
    if (market === undefined) return;
    const { stdout } = await runCommand(['predict', '--market', String(market['id'])], settings);
    for (const line of stdout.split('\n').filter((text) => text.startsWith('{'))) {
      const { exchange, ticker, kind } = JSON.parse(line) as Record<string, string>;
      if (kind !== 'predicted') continue;
      const id = `${exchange ?? ''}/${ticker ?? ''}`;
      ledger.predicted.set(id, (ledger.predicted.get(id) ?? 0) + 1);
    }
  }
}

/** Used heap, plus memory outside the heap. */
const memory = (sample: ProcessSample | undefined): string =>
  `${sample?.heapMb ?? 0} + ${sample?.externalMb ?? 0} of ${sample?.rssMb ?? 0}`;

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

const runFaults = async (count: number, seed: number, only: string): Promise<Check[]> => {
  const world = await FaultWorld.open(1);
  try {
    const kinds = FAULT_KINDS.filter(({ name }) => name.includes(only)).filter((kind) => {
      const { name, impossible } = kind;
      const reason = impossible?.(world) ?? null;
      if (reason !== null) say(`Left out: ${name}, because ${reason}.`);
      return reason === null;
    });
    const run = new FaultRun(world, randomFrom(seed));
    await world.start();
    say(
      '| # | fault | lasted s | then ready after s | clean tick after s | answers | of these no 200 | longest without a 200, s | heap in use, MB | outside the heap, MB | given, MB | open | acknowledged |',
    );
    say('|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
    for (const [index, kind] of scheduleOf(kinds, count, seed).entries()) await run.inject(index + 1, kind);
    return await run.finish();
  } catch (error) {
    say(world.instances.map(({ words }) => words.slice(-6_000)).join('\n'));
    throw error;
  } finally {
    await world.close();
  }
};

/** @param args `--count` and `--seed` of the faults, `--only` those whose name holds a word; `--instances`, `--minutes` and `--skew` (seconds) of a run of several */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      instances: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '15' },
      skew: { type: 'string', default: '0' },
    },
  });
  const instances = Number(values.instances);
  const checks =
    instances > 1
      ? await runInstances(instances, Number(values.minutes), Number(values.skew) * 1_000, say)
      : await runFaults(Number(values.count), Number(values.seed), values.only);
  say('');
  for (const { what, holds } of checks) say(`${holds ? '✓' : '✗'} ${what}`);
  if (!checks.every(({ holds }) => holds)) process.exitCode = 1;
};
