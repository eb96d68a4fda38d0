/**
 * What the service holds in memory while it is abused, and what an honest reader waits meanwhile.
 *
 *   npm run bench abuse [-- --data FOLDER --seconds 20 --only WORD]
 *
 * starts the built service on the demo's store in a process of its own (the past of the demo is made first,
 * which takes minutes, where FOLDER does not hold it yet) and plays one kind of abuse after the other, each
 * from as many addresses as it likes, as behind a proxy. It fails where memory or a wait goes beyond what
 * docs/operations.md states.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagePath } from '../src/platform/common/package-root';
import { PHASES, type Phase, type Stage } from './support/abuse-phases';
import { sampleMemory, startAbused, type AbusedService } from './support/abused-service';
import { findDearest } from './support/dearest';
import { halves, type FloodFigures } from './support/flood';
import { serveHonestReader, type Wait } from './support/honest-reader';
import { optionsOf } from './support/options';
import { keepResults } from './support/results';

/** As docs/operations.md states them. */
export const RESIDENT_MB_MAX = 900;
export const HONEST_P95_MS_MAX = 5_000;

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
  /** Answers to the honest reader that were not 200, by result. */
  readonly refused: Readonly<Record<string, number>>;
  readonly load: Partial<FloodFigures> & { readonly note?: string };
}

export const run = async (args: readonly string[]): Promise<void> => {
  if (args[0] === '--reader') serveHonestReader();
  else await measure(optionsOf(args));
};

const measure = async (given: (name: string) => string | undefined): Promise<void> => {
  const folder = given('data') ?? mkdtempSync(join(tmpdir(), 'vedette-abuse-'));
  const only = given('only');
  const service = await startAbused(folder);
  const reader = fork(packagePath('scripts', 'bench.mjs'), ['abuse', '--reader'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const before = await sampleMemory(service);
    const dear = await findDearest(service.url);
    for (const { path, ms, bytes, status } of dear.slice(0, DEAREST_KEPT))
      say(`${String(ms).padStart(8)} ms ${String(bytes).padStart(9)} bytes ${status} ${path.slice(0, 120)}`);
    const stage: Stage = { url: service.url, seconds: Number(given('seconds') ?? 20), dear };
    reader.send(service.url);
    const rows: Row[] = [];
    for (const phase of PHASES.filter(({ name }) => only === undefined || name.includes(only)))
      rows.push(await play(phase, stage, service, reader));
    report(rows, {
      cores: cpus().length,
      loadOfTheMachine: Math.round((loadavg()[1] ?? 0) * 10) / 10,
      seconds: stage.seconds,
      before,
      dearest: dear.slice(0, DEAREST_KEPT).map(({ path, ...rest }) => ({ path: path.slice(0, 160), ...rest })),
    });
  } finally {
    if (reader.connected) reader.disconnect();
    await service.stop();
    if (given('data') === undefined) rmSync(folder, { recursive: true, force: true });
  }
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
  const row: Row = {
    name: phase.name,
    rssMb,
    heapMb,
    honest: { n: waits.length, ...halves(times), most: Math.round(Math.max(0, ...times)) },
    refused,
    load,
  };
  say(JSON.stringify(row));
  return row;
};

const report = (rows: readonly Row[], settings: object): void => {
  const held = {
    residentMbMost: Math.max(...rows.map(({ rssMb }) => rssMb)),
    residentMbMax: RESIDENT_MB_MAX,
    honestP95MsMost: Math.max(...rows.map(({ honest }) => honest.p95)),
    honestP95MsMax: HONEST_P95_MS_MAX,
  };
  keepResults('abuse', { ...settings, ...held, rows });
  say('| abuse | resident MB | heap MB | honest reader p50, p95, most ms | not 200 | load |');
  say('|---|--:|--:|--:|---|---|');
  for (const { name, rssMb, heapMb, honest, refused, load } of rows)
    say(
      `| ${name} | ${rssMb} | ${heapMb} | ${Math.round(honest.p50)}, ${Math.round(honest.p95)}, ${honest.most} (${honest.n}) | ${words(refused)} | ${load.note ?? `${load.perSecond ?? 0} a second: ${words(load.statuses ?? {})}`} |`,
    );
  say(JSON.stringify(held));
  if (held.residentMbMost > RESIDENT_MB_MAX || held.honestP95MsMost > HONEST_P95_MS_MAX) process.exitCode = 1;
};

const words = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ');

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};
