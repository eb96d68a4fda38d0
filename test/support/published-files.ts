/**
 * Every public file of a deployment whose log was written by the test itself. Verifiers are tried on
 * them, whole and with their bytes changed.
 */
import { makeBadge } from 'badge-maker';
import { canonicalizeText } from '../../src/platform/common/canonical-json';
import { sha256Hex } from '../../src/platform/common/sha256';
import { formatMicros, MICROS_PER_DAY, nextDate, utcDate } from '../../src/platform/common/utc-time';
import { croissant, filePath } from '../../src/dataset/croissant';
import { hubCard } from '../../src/dataset/hub-card';
import { DATASET_FORMATS, type DatasetFormat } from '../../src/dataset/dataset-format';
import { columnsOf, encode } from '../../src/dataset/dataset.service';
import { recordLine, type EvaluationRecord } from '../../src/dataset/evaluation-record';
import { recordSchema } from '../../src/dataset/record-schema';
import { comparedAnswer } from '../../src/leaderboard/graded-answers';
import { leaderboard } from '../../src/leaderboard/leaderboard';
import { recordLeaf, recordText } from '../../src/registry/log/log-record';
import { entryBundle } from '../../src/registry/proofs/tile';
import { analyse } from '../../src/track-record/analysis';
import { badgeWords } from '../../src/delivery/badges/badge';
import { honestyStatement, summarise } from '../../src/track-record/summary';
import { answersDue, settledBundles } from '../../src/verification/answer-rows';
import { GROUPS_PATH, groupsDue } from '../../src/verification/group-rows';
import { countsOf, gradedRowsOf, isSynthetic, rowsOf, tradeFactsOf } from '../../src/verification/claims';
import { readDocument } from '../../src/verification/documents';
import { History, marketOfBundle } from '../../src/verification/history';
import { predictionRow } from '../../src/verification/predictions-list';
import { receiptFigures } from '../../src/verification/receipt';
import type { TrackRecordResponse } from '../../src/track-record/track-record.dto';
import { VERIFY_METHOD } from '../../src/track-record/summary';
import { round4 } from '../../src/platform/common/ten-thousandths';
import { BASE, type WrittenLog } from './written-log';

const canonical = (value: unknown): string => canonicalizeText(JSON.stringify(value));

const bytesOf = async (chunks: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
};

async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  await Promise.resolve();
  yield rows;
}

/** Every public file by its path; without `singles` those that a whole log is read from. @param now UTC ms */
export const publishedFiles = async (
  log: WrittenLog,
  now: number,
  { singles = true }: { readonly singles?: boolean } = {},
): Promise<Map<string, Buffer>> => {
  const files = new Map<string, string | Buffer>();
  const put = (path: string, body: string | Buffer): void => void files.set(path, body);
  putLog(log, now, put);
  const history = historyOf(log, formatMicros(now * 1000));
  log.records.forEach((record, index) => {
    const text = log.texts[index] ?? '';
    if (singles || record.kind === 'key') put(`/api/registry/document/${record.sha256}.json`, text);
    if (!singles) return;
    const proof = {
      sha256: record.sha256,
      leaf_index: index,
      leaf_hash: recordLeaf(record),
      tree_size: log.records.length,
      root_hash: log.root(),
      inclusion_path: log.path(index),
      checkpoint: log.note(),
    };
    put(`/api/registry/proof/${record.sha256}.json`, canonical(proof));
    if (record.kind === 'bundle')
      put(
        `/api/replay-bundle/${record.id}`,
        canonical({ bundle: JSON.parse(text), sha256: record.sha256, words: log.words.get(record.id) }),
      );
  });
  if (singles) putTree(log, put);
  const receipts = putReceipts(log, history, put, singles);
  await putDataset(singles ? log : null, history, now, put);
  putFigures(log, history, now, put);
  putMarkets(history, put);
  put(
    '/v1/predictions?limit=500',
    JSON.stringify([...history.bundles.values()].reverse().map((bundle) => predictionRow(bundle, history))),
  );
  put('/api/receipts?population=own&limit=500', JSON.stringify(receipts));
  return new Map([...files].map(([path, body]) => [path, Buffer.from(body as string)]));
};

/** The files of the log alone, valid or not. @param now UTC ms */
export const logFiles = (log: WrittenLog, now: number): Map<string, Buffer> => {
  const files = new Map<string, Buffer>();
  putLog(log, now, (path, body) => void files.set(path, Buffer.from(body as string)));
  return files;
};

const putLog = (log: WrittenLog, now: number, put: Put): void => {
  const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');
  const of = (isBundle: boolean): string[] =>
    log.texts.filter((_, index) => (log.records[index]?.kind === 'bundle') === isBundle);
  put('/api/registry/checkpoint', log.note());
  put('/api/registry/vkey', `${log.vkey}\n`);
  put('/api/registry/log.jsonl', lines(log.records.map(recordText)));
  put('/api/registry/documents.jsonl', lines(of(false)));
  put('/api/registry/bundles.jsonl', lines(of(true)));
  put('/api/registry/days.jsonl', lines(log.days));
  put('/api/registry/index.json', canonical(log.index));
  log.days.forEach((text) => {
    put(`/api/registry/${(JSON.parse(text) as { date: string }).date}.json`, text);
  });
  put(`/api/registry/${utcDate(now * 1000)}.json`, log.dayText(utcDate(now * 1000), null));
};

/** The files that follow from the log of an instant. */
const historyOf = (log: WrittenLog, until: string): History => {
  const history = new History();
  log.records.forEach((record, index) => {
    if (record.made_at <= until) history.take(readDocument(record.id, log.texts[index] ?? '', record, index));
  });
  return history;
};

type Put = (path: string, body: string | Buffer) => void;

const putReceipts = (log: WrittenLog, history: History, put: Put, singles: boolean): unknown[] =>
  [...history.trades.values()].reverse().map((trade) => {
    const settlements = history.settlements.get(marketOfBundle(trade.bundle)) ?? [];
    const figures = receiptFigures({ bundle: trade.bundle, trade, settlements });
    const intent = [...history.intents.values()].find(({ answer }) => answer?.record.id === trade.bundle.record.id);
    const documents = [intent?.document, trade.bundle, trade.document, ...trade.exits, ...settlements]
      .filter((one) => one !== undefined)
      .sort((left, right) => left.index - right.index);
    const date = trade.bundle.record.made_at.slice(0, 10);
    const body = singles && {
      schema_version: '2.0.0',
      ...figures,
      registry: { date, url: `${BASE}/api/registry/${date}.json`, leaf_index: trade.bundle.index },
      records: documents.map(({ record, index, members }) => ({
        record,
        leaf_index: index,
        inclusion_path: log.path(index),
        document: members.object,
      })),
      proof: {
        tree_size: log.records.length,
        root_hash: log.root(),
        checkpoint: log.note(),
        inclusion_path: log.path(trade.bundle.index),
      },
    };
    const { id } = trade.document.record;
    if (singles) put(`/api/receipt/${id}.json`, canonical({ ...body, receipt_sha256: sha256Hex(canonical(body)) }));
    const { prediction, ...all } = figures;
    const unlisted = ['settlement', 'replay_bundle_id', 'bundle_sha256', 'fee_usd', 'exit_fee_usd', 'entry_mid'];
    const listed = Object.fromEntries(Object.entries(all).filter(([name]) => !unlisted.includes(name)));
    const { probability_yes, confidence } = prediction as Record<string, unknown>;
    return { ...listed, probability_yes, confidence, receipt_path: `/api/receipt/${id}.json` };
  });

/** Tiles, and proofs that each sealed day is the beginning of the log. */
const putTree = (log: WrittenLog, put: Put): void => {
  const size = log.records.length;
  if (size >= 256) throw new Error('the tiles of this log are not written here');
  const leaves = Buffer.from(log.records.map(recordLeaf).join(''), 'hex');
  put(`/api/registry/tile/0/000.p/${size}`, leaves);
  put(`/api/registry/tile/entries/000.p/${size}`, entryBundle(log.records.map(recordText)));
  for (const day of log.days) {
    const { tree_size: first } = JSON.parse(day) as { tree_size: number };
    put(
      `/api/registry/consistency/${first}/${size}.json`,
      canonical({ first, second: size, root1: log.root(first), root2: log.root(), path: log.consistency(first) }),
    );
  }
};

const putDataset = async (log: WrittenLog | null, history: History, now: number, put: Put): Promise<void> => {
  const rows = rowsOf(history).map(({ record }) => record);
  const made = async (of: readonly EvaluationRecord[], format: DatasetFormat, path: string) => {
    const bytes = await bytesOf(encode(onePage(of), format));
    put(path, bytes);
    return { sha256: sha256Hex(bytes), bytes: bytes.length, file: bytes };
  };
  const settled = settledBundles(history);
  const answers = answersDue(settled).map(({ record }) => record);
  for (const format of log === null ? (['jsonl'] as const) : DATASET_FORMATS)
    put(`/api/dataset/0.2.0/records.${format}`, await bytesOf(encode(onePage(answers), format, columnsOf('0.2.0'))));
  const groups = groupsDue(settled).map(({ record }) => record);
  put(GROUPS_PATH, await bytesOf(encode(onePage(groups), 'jsonl')));
  put(
    '/api/leaderboard.json',
    JSON.stringify({
      schema_version: '1.0.0',
      generated_at: formatMicros(now * 1000),
      synthetic: isSynthetic(history),
      ...leaderboard(answers.flatMap((row) => comparedAnswer(row) ?? [])),
    }),
  );
  put('/api/dataset/records.jsonl', rows.map((row) => `${recordLine(row)}\n`).join(''));
  if (log === null) return;
  const file = async (format: DatasetFormat) => {
    const { file: bytes, ...stated } = await made(rows, format, `/api/dataset/records.${format}`);
    put(filePath(stated.sha256, format), bytes);
    return stated;
  };
  const days = [];
  const before = new Set<string>();
  for (const { date } of log.days.map((day) => JSON.parse(day) as { date: string })) {
    const sealed = `${nextDate(date)}T00:05:00.000000Z`;
    if (sealed > formatMicros(now * 1000)) continue;
    const then = historyOf(log, sealed);
    const whole = rowsOf(then).map(({ record }) => record);
    const added = whole.filter((record) => !before.has(recordLine(record)));
    for (const record of added) before.add(recordLine(record));
    const of = async (format: DatasetFormat) => {
      const path = `/api/dataset/days/${date}/records.${format}?population=own`;
      const { sha256, bytes } = await made(added, format, path);
      return { sha256, bytes, url: `${BASE}${path}` };
    };
    days.push({
      date,
      sealed_at: sealed,
      population: 'own',
      n_records: added.length,
      n_total: whole.length,
      files: { jsonl: await of('jsonl'), csv: await of('csv'), parquet: await of('parquet') },
    });
  }
  put('/api/dataset/days.json', JSON.stringify(days));
  const counts = countsOf(history);
  const parts = {
    base: BASE,
    publisher: 'Test',
    population: 'own',
    counts: { population: 'own', graded_at_ms: null, ...counts },
    unanchored: rows.length,
    files: { jsonl: await file('jsonl'), csv: await file('csv'), parquet: await file('parquet') },
    populations: ['own'],
    synthetic: false,
    newest: rows.at(-1)?.prediction.made_at ?? null,
  };
  put('/api/dataset/manifest.json', JSON.stringify(croissant(parts)));
  put('/api/dataset/README.md', hubCard(parts));
  put('/api/dataset/schema.json', JSON.stringify(recordSchema(`${BASE}/api/dataset/schema.json`)));
};

const putFigures = (log: WrittenLog, history: History, now: number, put: Put): void => {
  const policy = history.policy?.members.at('rules');
  const [days, least] = [policy?.number('track_record_days') ?? 90, policy?.number('trade_min_confidence') ?? 0.74];
  const synthetic = isSynthetic(history);
  const since = formatMicros(now * 1000 - days * MICROS_PER_DAY);
  const facts = tradeFactsOf(history, since, least);
  const rules = { lookbackDays: days, minConfidence: least, population: 'own', synthetic };
  const summary = summarise(facts, rules);
  const counts = countsOf(history);
  const [first, last] = [log.index[0], log.index.at(-1)];
  const sealed = (entry: Record<string, unknown> | undefined): string =>
    String(entry?.['anchored_at']).replace(/Z$/, '+00:00');
  const generated = formatMicros(now * 1000);
  put(
    '/api/track-record.json',
    JSON.stringify({
      schema_version: '1.0.0',
      publisher: 'Test',
      generated_at: generated,
      track_record: summary.figures,
      registry: {
        available: true,
        chain_head_hash: String(last?.['combined_hash']),
        anchored_at: sealed(last),
        first_anchored_at: sealed(first),
        n_days: log.index.length,
        head_date: String(last?.['date']),
        verify_url: `${BASE}/api/registry/index.json`,
        verify_method: VERIFY_METHOD,
      },
      methodology_url: `${BASE}/about`,
      track_record_url: `${BASE}/receipts`,
      receipts_api_url: `${BASE}/api/receipts`,
      per_call_receipt_url_template: `${BASE}/api/receipt/{trade_id}.json`,
      badge_url: `${BASE}/api/badge/track-record.svg`,
      honesty: {
        claims_demonstrated_edge: summary.claims,
        statement: honestyStatement({
          summary,
          rules,
          counts,
          impairments: ['Degraded: settlements are not polled here (POLLING is off).'],
        }),
      },
      degraded: true,
    } satisfies TrackRecordResponse),
  );
  const row = {
    name: 'news',
    moves: 2,
    share: 0.5,
    control_share: 0.25,
    median_first_lead_seconds: 600,
    median_last_lead_seconds: 60,
  };
  put(
    '/api/track-record/analysis.json',
    JSON.stringify({
      schema_version: '1.0.0',
      generated_at: generated,
      population: 'own',
      populations: [{ population: 'own', graded_at_ms: null, ...counts }],
      lookback_days: days,
      min_confidence: least,
      synthetic,
      ...analyse(facts, gradedRowsOf(history, since)),
      lead_time: { days: 90, moves: 4, controls: 4, by_source_type: [row], by_source: [row] },
    }),
  );
  put(
    '/api/badge/track-record.svg',
    makeBadge({ ...badgeWords(summary.figures, summary.claims, false), style: 'flat' }),
  );
};

/** A market as it is listed where nothing is known of its outcome and no model was asked. */
const listedMarket = (exchange: string, ticker: string) => ({
  exchange,
  ticker,
  question: '',
  group_title: 'By June',
  url:
    exchange === 'kalshi'
      ? `https://kalshi.com/markets/${ticker.toLowerCase()}`
      : `https://polymarket.com/market/${ticker.toLowerCase()}`,
  status: 'open',
  theater: 'iran',
  region: null,
  tracked_because: 'names Tehran',
  event_type: 'strike',
  yes_price: 0.5,
  yes_bid: 0.48,
  yes_ask: 0.52,
  quoted_at: '2026-11-22T11:59:00.000000Z',
  resolves_at: '2027-06-01T00:00:00.000000Z',
  deadline: '2027-06-01T00:00:00.000000Z',
  past_deadline: false,
  edited_at: null,
  volume: 1200,
  volume_24h: 100,
  event: { id: 'EV', title: 'When?', mutually_exclusive: true, series: 'SE', order: 1 },
  resolved_at: null,
  outcome: null,
  settlement_yes_price: null,
  entities: ['iran'],
  confluence: {
    score: 0.4,
    source_type_count: 2,
    source_types: ['news', 'telegram'],
    weighted_score: 0.3,
    computed_at: '2026-11-22T11:59:00.000000Z',
  },
  forecast: { urgency: 0.5, waiting_since: '2026-11-21T11:59:00.000000Z', note: 'due' },
  latest_prediction: null,
  gap: null,
  change_since_prediction: null,
  change_24h: 0.1,
  spread: 0.04,
  spark: [null, 0.4, 0.5],
});

const putMarkets = (history: History, put: Put): void => {
  const newest = new Map([...history.bundles.values()].map((bundle) => [marketOfBundle(bundle), bundle]));
  const rows: object[] = [...newest].map(([market, bundle]) => {
    const question = bundle.members.at('input').at('question').object;
    const decided = history.settlementOf(market)?.object;
    const { probability_yes, confidence, direction, side, model } = bundle.members.at('prediction').object;
    const price = bundle.members.at('input').at('market').object['yes_price'] ?? null;
    return {
      ...listedMarket(String(question['exchange']), String(question['ticker'])),
      question: question['text'],
      resolves_at: question['resolves_at'],
      status: decided?.['status'] ?? 'open',
      outcome: decided?.['outcome'] ?? null,
      settlement_yes_price: decided?.['settlement_yes_price'] ?? null,
      resolved_at: decided?.['resolved_at'] ?? null,
      gap: round4(Number(probability_yes) - Number(price)),
      change_since_prediction: round4(0.5 - Number(price)),
      latest_prediction: {
        id: bundle.record.id,
        made_at: bundle.record.made_at,
        model,
        probability_yes,
        confidence,
        direction,
        side,
        market_yes_price: price,
        replay_bundle_id: bundle.record.id,
      },
    };
  });
  rows.push({ ...listedMarket('polymarket', 'KX-9'), question: 'Will nobody ask a model?' });
  const nameOf = (row: object): string =>
    `${(row as { exchange: string }).exchange}/${(row as { ticker: string }).ticker}`;
  rows.sort((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
  put('/v1/markets?limit=500', JSON.stringify(rows));
};
