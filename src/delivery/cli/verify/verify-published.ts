/** What the deployment publishes of its forecasts, against what follows from its log. */
import { croissant, type ManifestParts } from '../../../dataset/croissant';
import type { DatasetFormat } from '../../../dataset/dataset-format';
import { columnsOf, encode, type DatasetVersion, type PublishedRecord } from '../../../dataset/dataset.service';
import type { EvaluationRecord } from '../../../dataset/evaluation-record';
import { recordSchema } from '../../../dataset/record-schema';
import { sha256Hex } from '../../../platform/common/sha256';
import {
  ANSWERS_PATH,
  answersDue,
  checkAnswerRows,
  checkLeaderboard,
  LEADERBOARD_PATH,
} from '../../../verification/answer-rows';
import { countsOf, isSynthetic, rowsOf } from '../../../verification/claims';
import { insist } from '../../../verification/finding';
import { checkMarkets, checkReceiptList, MARKETS_PATH, RECEIPTS_PATH } from '../../../verification/listings';
import {
  ANALYSIS_PATH,
  BADGE_PATH,
  checkAnalysis,
  checkBadge,
  checkTrackRecord,
  TRACK_RECORD_PATH,
} from '../../../verification/published-figures';
import { checkManifest, checkRows, RECORDS_PATH, type PublishedRows } from '../../../verification/published-rows';
import { checkPredictions, PREDICTIONS_PATH } from '../../../verification/predictions-list';
import { INDEX_PATH } from '../../../registry/registry-path';
import { firstDifference, readJsonValue, readObject, sameJson } from '../../../verification/received-json';
import { listed } from './listed';
import type { PublicFiles } from './public-files';
import type { Report, Verdict } from './report';
import { step, type Step } from './single-step';
import type { ProvenLog } from './verify-log';

const MANIFEST_PATH = '/api/dataset/manifest.json';
const SCHEMA_PATH = '/api/dataset/schema.json';

/** @param now UTC ms. @throws Broken */
export const verifyPublished = async (
  files: PublicFiles,
  report: Report,
  verdict: Verdict,
  { history, days }: ProvenLog,
  now: number,
): Promise<Published> => {
  const due = rowsOf(history);
  const published = checkRows((await files.get(RECORDS_PATH)).text, due);
  const { rows } = published;
  const bytes = await formatsOf(rows);
  await verifyFormats(files, bytes);
  report.held('dataset', `${rows.length} rows follow from the log, in all three formats`);
  const answers = checkAnswerRows((await files.get(ANSWERS_PATH)).text, answersDue(history));
  const entrants = checkLeaderboard((await files.get(LEADERBOARD_PATH)).text, answers, isSynthetic(history), now);
  report.held(
    'models',
    `${answers.length} answers of all models follow from the log, and ${entrants} entrants of the leaderboard from them`,
  );
  checkReceiptList(await listed(files, RECEIPTS_PATH), history);
  report.held('receipts', `${history.trades.size} trades listed with the figures of the log`);
  const markets = checkMarkets(await listed(files, MARKETS_PATH), history, now);
  report.held('markets', `${markets} forecast markets are listed as they were asked and decided`);
  const imported = checkPredictions(await listed(files, PREDICTIONS_PATH), history);
  report.held('predictions', `${history.bundles.size} forecasts are listed as they were recorded`);
  const figures = checkTrackRecord((await files.get(TRACK_RECORD_PATH)).text, history, days, now);
  const populations = checkAnalysis((await files.get(ANALYSIS_PATH)).text, history, now);
  checkBadge((await files.get(BADGE_PATH)).text, figures);
  const parts = manifestParts(history, rows, bytes, { ...figures, populations });
  await verifyManifest(files, parts);
  insist(
    days.base === null || days.base === figures.base,
    INDEX_PATH,
    `gives the address ${days.base ?? ''}, the track record ${figures.base}`,
  );
  for (const { what, registryBase } of published.copies)
    insist(registryBase === figures.base, what, `gives the address ${registryBase}, the track record ${figures.base}`);
  report.held('figures', 'track record, analysis, manifest and badge follow from the log');
  if (imported > 0) verdict.left.push(`${imported} imported forecasts, of which no record speaks`);
  verdict.verified.push(`${rows.length} rows, ${history.trades.size} trades and every figure of the track record`);
  verdict.left.push(
    'lead times, and what is listed of markets beside their forecasts: prices of now, volumes, evidence (they are in no record)',
  );
  if (published.unproven > 0)
    verdict.left.push(`theater and event type of ${published.unproven} rows (their bundles do not hold them)`);
  return { copies: published.copies, parts, bytes, answerBytes: await formatsOf(answers, '0.2.0') };
};

type FormatBytes = Readonly<Record<DatasetFormat, Buffer>>;

/** What stands at other addresses follows from these. */
export interface Published {
  readonly copies: PublishedRows['copies'];
  readonly parts: ManifestParts;
  readonly bytes: FormatBytes;
  /** The answers of all models, schema 0.2.0. */
  readonly answerBytes: FormatBytes;
}

/** The rows in every format. */
export const formatsOf = async (
  rows: readonly PublishedRecord[],
  version: DatasetVersion = '0.1.0',
): Promise<FormatBytes> => {
  const columns = columnsOf(version);
  return {
    jsonl: await bytesOf(encode(pagesOf(rows), 'jsonl', columns)),
    csv: await bytesOf(encode(pagesOf(rows), 'csv', columns)),
    parquet: await bytesOf(encode(pagesOf(rows), 'parquet', columns)),
  };
};

const verifyFormats = async (files: PublicFiles, bytes: FormatBytes): Promise<void> => {
  for (const format of ['csv', 'parquet'] as const) await otherFormatStep(files, RECORDS_PATH, format, bytes).run();
};

/** Rows in a format beside JSON Lines, which were read and compared before. */
export const otherFormatStep = (
  files: PublicFiles,
  jsonlPath: string,
  format: 'csv' | 'parquet',
  bytes: FormatBytes,
): Step =>
  step(jsonlPath.replace(/jsonl$/, format), async (path) => {
    const given = await files.get(path);
    const due = bytes[format];
    const where =
      format === 'csv'
        ? `it differs from character ${firstDifference(given.text, due.toString())} on`
        : 'its bytes differ from those that follow';
    insist(Buffer.compare(given.bytes, due) === 0, path, `is not made from the rows: ${where}`);
  });

/** What other files of the deployment say of it. */
interface Stated {
  readonly base: string;
  readonly publisher: string;
  readonly populations: readonly string[];
}

const manifestParts = (
  history: ProvenLog['history'],
  rows: readonly EvaluationRecord[],
  bytes: FormatBytes,
  { base, publisher, populations }: Stated,
): ManifestParts => {
  const file = (format: DatasetFormat) => ({ sha256: sha256Hex(bytes[format]), bytes: bytes[format].length });
  return {
    base,
    publisher,
    population: 'own',
    counts: { population: 'own', graded_at_ms: null, ...countsOf(history) },
    unanchored: rows.filter(({ anchor }) => anchor === null).length,
    files: { jsonl: file('jsonl'), csv: file('csv'), parquet: file('parquet') },
    populations,
    synthetic: isSynthetic(history),
    newest: rows.at(-1)?.prediction.made_at ?? null,
  };
};

const verifyManifest = async (files: PublicFiles, parts: ManifestParts): Promise<void> => {
  checkManifest(MANIFEST_PATH, (await files.get(MANIFEST_PATH)).text, croissant(parts));
  const schema = readObject(SCHEMA_PATH, readJsonValue(SCHEMA_PATH, (await files.get(SCHEMA_PATH)).text));
  const due = recordSchema(`${parts.base}${SCHEMA_PATH}`);
  insist(sameJson(schema, JSON.parse(JSON.stringify(due))), SCHEMA_PATH, 'is not the schema of records 0.1.0');
};

async function* pagesOf(rows: readonly PublishedRecord[]): AsyncGenerator<readonly PublishedRecord[]> {
  await Promise.resolve();
  if (rows.length > 0) yield rows;
}

const bytesOf = async (chunks: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
};
