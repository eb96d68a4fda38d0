/**
 * Every public file of a deployment whose log was written by the test itself. Verifiers are tried on
 * them, whole and with their bytes changed.
 */
import { makeBadge } from 'badge-maker';
import { canonicalizeText } from '../../src/common/canonical-json';
import { sha256Hex } from '../../src/common/sha256';
import { formatMicros, utcDate } from '../../src/common/utc-time';
import { croissant } from '../../src/dataset/croissant';
import { encode } from '../../src/dataset/dataset.service';
import { recordLine, type EvaluationRecord } from '../../src/dataset/evaluation-record';
import { recordSchema } from '../../src/dataset/record-schema';
import { comparedAnswer } from '../../src/leaderboard/graded-answers';
import { leaderboard } from '../../src/leaderboard/leaderboard';
import { recordLeaf, recordText } from '../../src/registry/log-record';
import { analyse } from '../../src/track-record/analysis';
import { badgeWords } from '../../src/track-record/badge';
import { honestyStatement, summarise } from '../../src/track-record/summary';
import { answersDue } from '../../src/verification/answer-rows';
import { countsOf, gradedRowsOf, rowsOf, tradeFactsOf } from '../../src/verification/claims';
import { readDocument } from '../../src/verification/documents';
import { History, marketOfBundle } from '../../src/verification/history';
import { predictionRow } from '../../src/verification/predictions-list';
import { receiptFigures } from '../../src/verification/receipt';
import type { TrackRecordSummary } from '../../src/track-record/track-record.service';
import { VERIFY_METHOD } from '../../src/track-record/verify-method';
import { round4 } from '../../src/common/ten-thousandths';
import { BASE, SIGNER, type WrittenLog } from './written-log';

const canonical = (value: unknown): string => canonicalizeText(JSON.stringify(value));

const bytesOf = async (chunks: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
};

async function* onePage(
  rows: readonly EvaluationRecord[],
): AsyncGenerator<readonly EvaluationRecord[]> {
  // prettier-ignore
  await Promise.resolve();
  yield rows;
}

/** Every public file by its path. @param now UTC ms */
export const publishedFiles = async (
  log: WrittenLog,
  now: number,
): Promise<Map<string, Buffer>> => {
  // prettier-ignore
  const files = new Map<string, string | Buffer>();
  const put = (path: string, body: string | Buffer): void => void files.set(path, body);
  const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');
  const of = (isBundle: boolean): string[] =>
    log.texts.filter((_, index) => (log.records[index]?.kind === 'bundle') === isBundle);
  put('/api/registry/checkpoint', log.note());
  put('/api/registry/vkey', `${SIGNER.vkey}\n`);
  put('/api/registry/log.jsonl', lines(log.records.map(recordText)));
  put('/api/registry/documents.jsonl', lines(of(false)));
  put('/api/registry/bundles.jsonl', lines(of(true)));
  put('/api/registry/days.jsonl', lines(log.days));
  put('/api/registry/index.json', canonical(log.index));
  log.days.forEach((text) => {
    put(`/api/registry/${(JSON.parse(text) as { date: string }).date}.json`, text);
  });
  put(`/api/registry/${utcDate(now * 1000)}.json`, log.dayText(utcDate(now * 1000), null));
  const history = new History();
  log.records.forEach((record, index) => {
    const text = log.texts[index] ?? '';
    const proof = { sha256: record.sha256, leaf_index: index, leaf_hash: recordLeaf(record), tree_size: log.records.length, root_hash: log.root(), inclusion_path: log.path(index), checkpoint: log.note() }; // prettier-ignore
    put(`/api/registry/proof/${record.sha256}.json`, canonical(proof));
    if (record.kind === 'bundle')
      put(`/api/replay-bundle/${record.id}`, canonical({ bundle: JSON.parse(text) as unknown, sha256: record.sha256, words: log.words.get(record.id) })); // prettier-ignore
    put(`/api/registry/document/${record.sha256}.json`, text);
    history.take(readDocument(record.id, text, record, index));
  });
  const receipts = putReceipts(log, history, put);
  await putDataset(history, put);
  putFigures(log, history, now, put);
  putMarkets(history, put);
  put('/v1/predictions?limit=500', JSON.stringify([...history.bundles.values()].reverse().map((bundle) => predictionRow(bundle, history)))); // prettier-ignore
  put('/api/receipts?population=own&limit=500', JSON.stringify(receipts));
  return new Map([...files].map(([path, body]) => [path, Buffer.from(body as string)]));
};

type Put = (path: string, body: string | Buffer) => void;

const putReceipts = (log: WrittenLog, history: History, put: Put): unknown[] =>
  [...history.trades.values()].reverse().map((trade) => {
    const settlements = history.settlements.get(marketOfBundle(trade.bundle)) ?? [];
    const figures = receiptFigures({ bundle: trade.bundle, trade, settlements });
    const intent = [...history.intents.values()].find(({ answer }) => answer?.record.id === trade.bundle.record.id); // prettier-ignore
    const documents = [
      intent?.document,
      trade.bundle,
      trade.document,
      ...trade.exits,
      ...settlements,
    ]
      .filter((one) => one !== undefined)
      .sort((left, right) => left.index - right.index);
    const date = trade.bundle.record.made_at.slice(0, 10);
    const body = {
      schema_version: '2.0.0',
      ...figures,
      registry: { date, url: `${BASE}/api/registry/${date}.json`, leaf_index: trade.bundle.index },
      records: documents.map(({ record, index, members }) => ({ record, leaf_index: index, inclusion_path: log.path(index), document: members.object })), // prettier-ignore
      proof: { tree_size: log.records.length, root_hash: log.root(), checkpoint: log.note(), inclusion_path: log.path(trade.bundle.index) }, // prettier-ignore
    };
    const { id } = trade.document.record;
    put(`/api/receipt/${id}.json`, canonical({ ...body, receipt_sha256: sha256Hex(canonical(body)) })); // prettier-ignore
    const { prediction, ...all } = figures;
    const unlisted = ['settlement', 'replay_bundle_id', 'bundle_sha256', 'fee_usd', 'exit_fee_usd', 'entry_mid']; // prettier-ignore
    const listed = Object.fromEntries(Object.entries(all).filter(([name]) => !unlisted.includes(name))); // prettier-ignore
    const { probability_yes, confidence } = prediction as Record<string, unknown>;
    return { ...listed, probability_yes, confidence, receipt_path: `/api/receipt/${id}.json` };
  });

const putDataset = async (history: History, put: Put): Promise<void> => {
  const rows = rowsOf(history).map(({ record }) => record);
  const file = async (format: 'jsonl' | 'csv' | 'parquet') => {
    const bytes = await bytesOf(encode(onePage(rows), format));
    put(`/api/dataset/records.${format}`, bytes);
    return { sha256: sha256Hex(bytes), bytes: bytes.length };
  };
  const answers = answersDue(history).map(({ record }) => record);
  put('/api/dataset/0.2.0/records.jsonl', answers.map((row) => `${recordLine(row)}\n`).join(''));
  put('/api/leaderboard.json', JSON.stringify({ schema_version: '1.0.0', generated_at: '2026-11-22T12:00:00.000000Z', synthetic: false, ...leaderboard(answers.flatMap((row) => comparedAnswer(row) ?? [])) })); // prettier-ignore
  put('/api/dataset/records.jsonl', rows.map((row) => `${recordLine(row)}\n`).join(''));
  const counts = countsOf(history);
  const manifest = croissant({
    base: BASE,
    publisher: 'Test',
    population: 'own',
    counts: { population: 'own', graded_at_ms: null, ...counts },
    unanchored: rows.length,
    files: { jsonl: await file('jsonl'), csv: await file('csv'), parquet: await file('parquet') },
    populations: ['own'],
    synthetic: false,
    newest: rows.at(-1)?.prediction.made_at ?? null,
  });
  put('/api/dataset/manifest.json', JSON.stringify(manifest));
  put('/api/dataset/schema.json', JSON.stringify(recordSchema(`${BASE}/api/dataset/schema.json`)));
};

const putFigures = (log: WrittenLog, history: History, now: number, put: Put): void => {
  const facts = tradeFactsOf(history, '1970-01-01T00:00:00.000000Z', 0.74);
  const rules = { lookbackDays: 90, minConfidence: 0.74, population: 'own', synthetic: false };
  const summary = summarise(facts, rules);
  const counts = countsOf(history);
  const [first, last] = [log.index[0], log.index.at(-1)];
  const sealed = (entry: Record<string, unknown> | undefined): string => String(entry?.['anchored_at']).replace(/Z$/, '+00:00'); // prettier-ignore
  const generated = formatMicros(now * 1000);
  put(
    '/api/track-record.json',
    JSON.stringify({
      schema_version: '1.0.0',
      publisher: 'Test',
      generated_at: generated,
      track_record: summary.figures,
      registry: { available: true, chain_head_hash: String(last?.['combined_hash']), anchored_at: sealed(last), first_anchored_at: sealed(first), n_days: log.index.length, head_date: String(last?.['date']), verify_url: `${BASE}/api/registry/index.json`, verify_method: VERIFY_METHOD }, // prettier-ignore
      methodology_url: `${BASE}/about`,
      track_record_url: `${BASE}/receipts`,
      receipts_api_url: `${BASE}/api/receipts`,
      per_call_receipt_url_template: `${BASE}/api/receipt/{trade_id}.json`,
      badge_url: `${BASE}/api/badge/track-record.svg`,
      honesty: { claims_demonstrated_edge: summary.claims, statement: honestyStatement({ summary, rules, counts, impairments: ['Degraded: settlements are not polled here (POLLING is off).'] }) }, // prettier-ignore
      degraded: true,
    } satisfies TrackRecordSummary),
  );
  const row = { name: 'news', moves: 2, share: 0.5, control_share: 0.25, median_first_lead_seconds: 600, median_last_lead_seconds: 60 }; // prettier-ignore
  put(
    '/api/track-record/analysis.json',
    JSON.stringify({
      schema_version: '1.0.0',
      generated_at: generated,
      population: 'own',
      populations: [{ population: 'own', graded_at_ms: null, ...counts }],
      lookback_days: 90,
      min_confidence: 0.74,
      synthetic: false,
      ...analyse(facts, gradedRowsOf(history, '1970-01-01T00:00:00.000000Z')),
      lead_time: { days: 90, moves: 4, controls: 4, by_source_type: [row], by_source: [row] },
    }),
  );
  put('/api/badge/track-record.svg', makeBadge({ ...badgeWords(summary.figures, summary.claims, false), style: 'flat' })); // prettier-ignore
};

const putMarkets = (history: History, put: Put): void => {
  const newest = new Map([...history.bundles.values()].map((bundle) => [marketOfBundle(bundle), bundle])); // prettier-ignore
  const rows = [...newest].map(([market, bundle]) => {
    const question = bundle.members.at('input').at('question').object;
    const decided = history.settlementOf(market)?.object;
    const { probability_yes, confidence, direction, side, model } = bundle.members.at('prediction').object; // prettier-ignore
    return {
      exchange: question['exchange'],
      ticker: question['ticker'],
      question: question['text'],
      resolves_at: question['resolves_at'],
      status: decided?.['status'] ?? 'open',
      outcome: decided?.['outcome'] ?? null,
      settlement_yes_price: decided?.['settlement_yes_price'] ?? null,
      resolved_at: decided?.['resolved_at'] ?? null,
      yes_price: 0.5,
      yes_bid: 0.48,
      yes_ask: 0.52,
      gap: round4(Number(probability_yes) - 0.5),
      spread: 0.04,
      latest_prediction: { id: bundle.record.id, made_at: bundle.record.made_at, model, probability_yes, confidence, direction, side, replay_bundle_id: bundle.record.id }, // prettier-ignore
    };
  });
  rows.sort((left, right) => (`${String(left.exchange)}/${String(left.ticker)}` < `${String(right.exchange)}/${String(right.ticker)}` ? -1 : 1)); // prettier-ignore
  put('/v1/markets?limit=500', JSON.stringify(rows));
};
