/**
 * Memory of the service under abuse, and the latency of an honest reader meanwhile.
 *
 *   npm run bench abuse [-- --data FOLDER --seconds 20 --only WORD]
 *
 * Starts the built service on the demo's store in its own process (if FOLDER is new, the demo's past is generated
 * first, which takes minutes) and runs one kind of abuse after the other, from many addresses, as behind a proxy. Fails
 * if memory or latency exceeds the limits in bench/README.md.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PHASES, type Phase, type Stage } from './support/abuse-phases';
import { sampleMemory, startAbused, type AbusedService } from './support/abused-service';
import { findDearest } from './support/dearest';
import { halves, type FloodFigures } from './support/flood';
import { serveHonestReader, type Wait } from './support/honest-reader';
import { readLongest } from './support/longest-texts';
import type { Bench, Part } from './support/bench';

/** Limits in bench/README.md. */
const RESIDENT_MB_MAX = 900;
const HONEST_P95_MS_MAX = 5_000;

/** Limit for one text, in {@link texts}. */
const STOPPED_MS_MAX = 200;

const SAMPLE_EVERY_MS = 1_000;
const DEAREST_KEPT = 15;

interface Row {
  readonly name: string;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly honest: {
    readonly n: number;
    readonly p50: number;
    readonly p95: number;
    readonly most: number;
  };
  /** Responses to the honest reader other than 200, by result. */
  readonly refused: Readonly<Record<string, number>>;
  readonly load: Partial<FloodFigures> & { readonly note?: string };
}

const abuse: Part = async (bench) => {
  const kept = bench.option('data');
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'vedette-abuse-'));
  bench.atEnd(() => {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  });
  const only = bench.option('only');
  const service = await startAbused(folder);
  bench.atEnd(() => service.stop());
  const reader = bench.start('reader');
  const before = await sampleMemory(service);
  const dear = await findDearest(service.url);
  for (const { path, ms, bytes, status } of dear.slice(0, DEAREST_KEPT))
    bench.say(`${String(ms).padStart(8)} ms ${String(bytes).padStart(9)} bytes ${status} ${path.slice(0, 120)}`);
  const stage: Stage = { url: service.url, seconds: bench.number('seconds', 20), dear };
  reader.send(service.url);
  const rows: Row[] = [];
  for (const phase of PHASES.filter(({ name }) => only === undefined || name.includes(only))) {
    const row = await play(phase, stage, service, reader);
    bench.say(JSON.stringify(row));
    rows.push(row);
  }
  report(bench, rows, {
    cores: cpus().length,
    loadOfTheMachine: Math.round((loadavg()[1] ?? 0) * 10) / 10,
    seconds: stage.seconds,
    before,
    dearest: dear.slice(0, DEAREST_KEPT).map(({ path, ...rest }) => ({ path: path.slice(0, 160), ...rest })),
  });
};

const play = async (phase: Phase, stage: Stage, service: AbusedService, reader: ChildProcess): Promise<Row> => {
  const waits: Wait[] = [];
  const keep = (wait: unknown): void => {
    waits.push(wait as Wait);
  };
  reader.on('message', keep);
  let rssMb = 0;
  let heapMb = 0;
  let playing = true;
  const watch = async (): Promise<void> => {
    while (playing) {
      const { rss, heap } = await sampleMemory(service);
      rssMb = Math.max(rssMb, rss);
      heapMb = Math.max(heapMb, heap ?? 0);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
  };
  const watching = watch();
  const load = await phase.play(stage);
  playing = false;
  await watching;
  reader.off('message', keep);
  const refused: Record<string, number> = {};
  for (const { result } of waits) if (result !== '200') refused[result] = (refused[result] ?? 0) + 1;
  const times = waits.map(({ ms }) => ms);
  return {
    name: phase.name,
    rssMb,
    heapMb,
    honest: { n: waits.length, ...halves(times), most: Math.round(Math.max(0, ...times)) },
    refused,
    load,
  };
};

const report = (bench: Bench, rows: readonly Row[], settings: object): void => {
  const held = {
    residentMbMost: Math.max(...rows.map(({ rssMb }) => rssMb)),
    residentMbMax: RESIDENT_MB_MAX,
    honestP95MsMost: Math.max(...rows.map(({ honest }) => honest.p95)),
    honestP95MsMax: HONEST_P95_MS_MAX,
  };
  bench.keep('abuse', { ...settings, ...held, rows });
  bench.say('| abuse | resident MB | heap MB | honest reader p50, p95, most ms | not 200 | load |');
  bench.say('|---|--:|--:|--:|---|---|');
  for (const { name, rssMb, heapMb, honest, refused, load } of rows)
    bench.say(
      `| ${name} | ${rssMb} | ${heapMb} | ${Math.round(honest.p50)}, ${Math.round(honest.p95)}, ${honest.most} (${honest.n}) | ${words(refused)} | ${load.note ?? `${load.perSecond ?? 0} a second: ${words(load.statuses ?? {})}`} |`,
    );
  bench.say(JSON.stringify(held));
  if (held.residentMbMost > RESIDENT_MB_MAX || held.honestP95MsMost > HONEST_P95_MS_MAX) process.exitCode = 1;
};

const words = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ');

/** How long the main thread stops for one body of an upstream at its limit. */
const texts: Part = async (bench) => {
  const readings = await readLongest((line) => {
    bench.say(line);
  });
  const most = Math.max(...readings.map(({ ms }) => ms));
  bench.keep('abuse-texts', { cores: cpus().length, stoppedMsMost: most, stoppedMsMax: STOPPED_MS_MAX, readings });
  if (most > STOPPED_MS_MAX) process.exitCode = 1;
};

export const parts = { abuse, reader: serveHonestReader, texts };
