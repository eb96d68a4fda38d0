import { canonicalJson } from '../../src/common/canonical-json';
import type { ManualClock } from '../../src/common/clock';
import { sha256Hex } from '../../src/common/sha256';
import { daysBetween, formatMicros, MICROS_PER_DAY, nextDate, parseMicros, startOfDay } from '../../src/common/utc-time'; // prettier-ignore
import type { StoredRecord } from '../../src/registry/registry.repository';
import type { TestGraph } from './graph-harness';
import type { RegistryWorld } from './registry-harness';

const HOUR = 3_600_000_000;

/** More than any log of a test has. */
const RECORDS_MAX = 100_000;

export interface Month {
  /** Of the forecasts; the log has those of the seals too. */
  readonly records: readonly StoredRecord[];
  /** Records in the log. */
  readonly size: number;
  /** Canonical rows of the dataset, each with a capture before its resolution. */
  readonly rows: readonly string[];
}

/**
 * A log of `days` sealed days from a date on and one open day: up to three forecasts a day, some days
 * none, each in the coverage list of its day.
 */
export const buildMonth = async (
  world: RegistryWorld,
  test: TestGraph,
  clock: ManualClock,
  { from, days }: { from: string; days: number },
): Promise<Month> => {
  const records: StoredRecord[] = [];
  const rows: string[] = [];
  let date = from;
  clock.set(startOfDay(from));
  await world.registry.begin();
  for (let day = 0; day <= days; day++) {
    for (let nth = 0; nth < (day * 7) % 4; nth++) {
      clock.set(startOfDay(date) + (6 + nth * 5) * HOUR);
      const made = await forecast(world, test, date, `KX-${day}-${nth}`);
      records.push(made.record);
      rows.push(made.row);
    }
    date = nextDate(date);
    if (day === days) break;
    clock.set(startOfDay(date) + 6_000_000);
    await world.registry.sealDue();
  }
  return { records, rows, size: (await world.repository.getHead())?.treeSize ?? 0 };
};

const forecast = async (
  world: RegistryWorld,
  test: TestGraph,
  date: string,
  ticker: string,
): Promise<{ record: StoredRecord; row: string }> => {
  const question = { text: `Will ${ticker} — “so” — happen?`, exchange: 'kalshi', ticker, resolves_at: `${nextDate(date)}T20:00:00.000000Z` }; // prettier-ignore
  const market = { yes_price: 0.4, yes_bid: 0.39, yes_ask: 0.41, spread: 0.02 };
  const prediction = { model: 'claude', side: null, probability_yes: 0.62, confidence: 0.5, direction: 'YES', reasoning: 'Because of the talks.' }; // prettier-ignore
  const id = `rb-${ticker}`;
  const result = await world.log.append({
    id,
    kind: 'bundle',
    build: ({ madeAt }) => {
      const text = canonicalJson({ bundle_id: id, made_at: madeAt, input: { question, market }, prediction }); // prettier-ignore
      return { text, sha256: sha256Hex(text) };
    },
  });
  if (result.kind !== 'appended') throw new Error(JSON.stringify(result));
  const { record } = result;
  await test.graph.statement(
    `CREATE (:Prediction {id: '${id}', exchange: 'kalshi', ticker: '${ticker}'}), (:Coverage {date: '${date}', exchange: 'kalshi', ticker: '${ticker}', status: 'not_scored', reason: 'a tick that was killed'})`,
  );
  return { record, row: rowOf(record, question, market, prediction) };
};

const rowOf = (
  record: StoredRecord,
  question: object,
  market: Record<string, number>,
  prediction: { probability_yes: number },
): string => {
  const date = record.made_at.slice(0, 10);
  const madeAt = parseMicros(record.made_at) ?? NaN;
  const resolvedAt = madeAt + MICROS_PER_DAY;
  const registryUrl = `http://log.test/api/registry/${date}.json`;
  const loss = prediction.probability_yes - 1;
  return JSON.stringify({
    anchor: {
      bundle_sha256: record.sha256,
      registry_date: date,
      registry_url: registryUrl,
      wayback_url: `https://web.archive.org/web/${date.replaceAll('-', '')}235900/${registryUrl}?size=1`,
    },
    context: {
      market_yes_ask: market['yes_ask'],
      market_yes_bid: market['yes_bid'],
      market_yes_price: market['yes_price'],
      replay_bundle_id: record.id,
      spread: market['spread'],
    },
    prediction: sorted({ ...prediction, made_at: record.made_at }),
    question: sorted(question),
    resolution: {
      brier_score: loss * loss,
      days_to_resolution: daysBetween(madeAt, resolvedAt),
      outcome: 'YES',
      resolved_at: formatMicros(resolvedAt),
      settlement_yes_price: 1,
    },
  }).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
};

const sorted = (object: object): object =>
  Object.fromEntries(Object.entries(object).sort(([left], [right]) => (left < right ? -1 : 1)));

/** The markets of the rows as they are listed: all settled. */
const marketsOf = ({ rows }: Pick<Month, 'rows'>): string =>
  JSON.stringify(
    rows.map((row) => {
      const { question, resolution } = JSON.parse(row) as {
        question: { exchange: string; ticker: string };
        resolution: { resolved_at: string; settlement_yes_price: number };
      };
      const { exchange, ticker } = question;
      return { exchange, ticker, status: 'settled', ...resolution };
    }),
  );

/** Every public file of the log by its path, the dataset and the track record among them. */
export const publicFilesOf = async (
  world: RegistryWorld,
  month: Pick<Month, 'rows'>,
): Promise<Map<string, string>> => {
  const files = new Map<string, string>();
  const { reader } = world;
  const index = (await reader.index()).text;
  const chain = JSON.parse(index) as { date: string; combined_hash: string }[];
  files.set('/api/registry/index.json', index);
  files.set('/api/registry/checkpoint', (await reader.checkpoint()).text);
  files.set('/api/registry/vkey', (await reader.vkey()).text);
  const last = chain.at(-1);
  const dates = [...chain.map(({ date }) => date), nextDate(last?.date ?? '')];
  for (const date of dates)
    files.set(`/api/registry/${date}.json`, (await reader.dayFile(date, null)).text);
  for (const { sha256, id, kind } of await world.repository.listRecords(0, RECORDS_MAX)) {
    files.set(`/api/registry/proof/${sha256}.json`, (await reader.inclusionProof(sha256)).text);
    // An old bundle that words were taken out of is no document any more.
    const document = await reader.document(sha256).catch(() => null);
    if (document !== null) files.set(`/api/registry/document/${sha256}.json`, document.text);
    if (kind === 'bundle') files.set(`/api/replay-bundle/${id}`, (await reader.bundle(id)).text);
  }
  files.set('/v1/markets?limit=500', marketsOf(month));
  files.set('/api/dataset/records.jsonl', month.rows.map((row) => `${row}\n`).join(''));
  files.set(
    '/api/track-record.json',
    JSON.stringify({
      honesty: { claims_demonstrated_edge: false },
      registry: {
        chain_head_hash: last?.combined_hash,
        head_date: last?.date,
        n_days: chain.length,
      },
      track_record: { underpowered: true },
    }),
  );
  return files;
};
