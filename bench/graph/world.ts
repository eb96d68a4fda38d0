/**
 * Cost of the graph at 10 thousand, 100 thousand and 1 million items, measured alternately on parallel databases: pages
 * of the event log, full text, confluence, surges, digest, ingestion, and the same page from PostgreSQL.
 *
 *   npm run bench graph [-- --sizes 10000,100000,1000000 --rounds 40 --warm 40
 *       --only pages,words,analysis,evidence,ingestion,postgres --data FOLDER]
 *
 * `--data` keeps the finished stores for the next run, one folder per size; runs use copies of them. `--rounds 0` only
 * builds them. `--only` measures some parts and keeps the other figures of bench/results/graph.json. The part
 * `postgres` needs Debian's PostgreSQL, and VEDETTE_BENCH_PG with a folder in which the package `pg` is installed;
 * without them it is skipped with a message.
 *
 * Times are of the client, over Bolt; hits are counted by the database, so other load does not affect them.
 */
import { cpus, loadavg } from 'node:os';
import { measureEvidence } from './evidence';
import { measureIngestion } from './ingestion';
import { comparePostgres } from './postgres';
import { analysisCases, measureInTurns, pageCases, wordCases, type Figures } from './reads';
import { openStore, type BenchStore } from './store';
import { rounded } from '../support/quantiles';
import type { Bench, Part } from '../support/bench';

interface Settings {
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly warm: number;
  readonly data: string | null;
}

type Results = Readonly<Record<string, unknown>>;

const PARTS: Readonly<
  Record<string, (bench: Bench, stores: readonly BenchStore[], settings: Settings) => Promise<Results | null>>
> = {
  pages: async (bench, stores, settings) => reads(bench, stores, settings, pageCases),
  words: async (bench, stores, settings) =>
    reads(bench, stores, settings, (store) => Promise.resolve(wordCases(store))),
  analysis: async (bench, stores, settings) =>
    reads(bench, stores, settings, (store) => Promise.resolve(analysisCases(store))),
  postgres: async (_, stores, { rounds, data }) => comparePostgres(stores.at(-1), rounds, data),
  evidence: async (bench, stores) => {
    const figures = await measureEvidence(stores);
    for (const [size, one] of Object.entries(figures)) bench.say(`  evidence at ${size}: ${JSON.stringify(one)}`);
    return withKept(bench, 'evidence', figures);
  },
  ingestion: async (bench, stores) => {
    const figures = await measureIngestion(stores);
    for (const [size, one] of Object.entries(figures)) bench.say(`  ingestion at ${size}: ${JSON.stringify(one)}`);
    return withKept(bench, 'ingestion', figures);
  },
};

/** Keeps each size's last figures: the warm-up of three sizes takes longer than a machine stays idle. */
const withKept = (bench: Bench, part: string, figures: Results): Results => ({
  ...bench.kept<Record<string, { results: Results }>>('graph')?.[part]?.results,
  ...figures,
});

/** Parts whose figures may be from several runs. */
const BY_SIZE = ['evidence', 'ingestion'];

export const world: Part = async (bench) => {
  const settings = {
    sizes: bench.numbers('sizes', [10_000, 100_000, 1_000_000]).sort((a, b) => a - b),
    rounds: bench.number('rounds', 40),
    warm: bench.number('warm', 40),
    data: bench.option('data') ?? null,
  };
  // Ingestion last: it adds to the stores.
  const wanted = (bench.option('only') ?? Object.keys(PARTS).join(',')).split(',');
  const stores: BenchStore[] = [];
  for (const size of settings.sizes) {
    const store = await openStore(size, settings.data);
    bench.atEnd(() => store.close());
    stores.push(store);
  }
  for (const [name, measure] of Object.entries(PARTS)) {
    if (!wanted.includes(name) || (settings.rounds === 0 && name !== 'postgres')) continue;
    bench.say(name);
    const results = await measure(bench, stores, settings);
    if (results === null) continue;
    const sizes = BY_SIZE.includes(name) ? Object.keys(results).map(Number) : settings.sizes;
    keep(bench, name, { ...settings, sizes }, results);
  }
};

const reads = async (
  bench: Bench,
  stores: readonly BenchStore[],
  { rounds, warm, sizes }: Settings,
  casesOf: (store: BenchStore) => Promise<ReturnType<typeof wordCases>>,
): Promise<Results> => {
  const given: { size: number; cases: ReturnType<typeof wordCases> }[] = [];
  for (const store of stores) given.push({ size: store.size, cases: await casesOf(store) });
  const measured = await measureInTurns(given, warm, rounds);
  const [least = 0, most = 0] = [sizes.at(0), sizes.at(-1)];
  return Object.fromEntries(
    Object.entries(measured).map(([name, bySize]) => {
      const ratio = ratioOf(bySize[least], bySize[most]);
      bench.say(`  ${name.padEnd(50)} ${JSON.stringify({ ...bySize, ratio })}`);
      return [name, { ...bySize, ratio }];
    }),
  );
};

/** Largest size over smallest. */
const ratioOf = (least: Figures | undefined, most: Figures | undefined): { p50: number; hits: number | null } => ({
  p50: rounded((most?.p50Ms ?? NaN) / (least?.p50Ms ?? NaN)),
  hits:
    typeof least?.hits === 'number' && typeof most?.hits === 'number'
      ? rounded(most.hits / Math.max(1, least.hits))
      : null,
});

/** Replaces the figures of one part in the results. */
const keep = (bench: Bench, part: string, { sizes, rounds, warm }: Settings, results: Results): void => {
  const before = bench.kept<Record<string, unknown>>('graph') ?? {};
  const machine = { cores: cpus().length, load: loadavg().map(rounded) };
  const after = Object.fromEntries(
    Object.keys(PARTS).flatMap((name) =>
      name === part
        ? [[name, { machine, sizes, rounds, warm, results }]]
        : name in before
          ? [[name, before[name]]]
          : [],
    ),
  );
  bench.keep('graph', after);
};
