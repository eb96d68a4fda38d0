/** Deployments older than the streams have the same bytes at single addresses, combined here. */
import { nextDate, utcDate } from '../../../platform/common/utc-time';
import { readDayFile, type DayFile } from '../../../registry/log/day-file';
import { recordText, type LogRecord } from '../../../registry/log/log-record';
import { bundlePath, dayFilePath, documentPath, INDEX_PATH } from '../../../registry/registry-path';
import { DAYS_PATH } from '../../../verification/days';
import { BUNDLES_PATH, DOCUMENTS_PATH } from '../../../verification/documents';
import { Broken } from '../../../verification/finding';
import { LOG_PATH } from '../../../verification/log-text';
import { canonicalText, readCanonical, readList, readObject } from '../../../verification/received-json';
import type { PublicFiles } from './public-files';

export interface LogStreams {
  readonly index: string;
  readonly log: string;
  readonly days: string;
  /** False if the streams were combined from single addresses. */
  readonly streamed: boolean;
  /** Bodies of documents.jsonl and bundles.jsonl. */
  documents(records: readonly LogRecord[]): Promise<{ documents: string; bundles: string }>;
}

/** @param size records of the signed checkpoint @param now UTC ms */
export const readStreams = async (files: PublicFiles, size: number, now: number): Promise<LogStreams> => {
  let log: string;
  try {
    log = (await files.get(LOG_PATH)).text;
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return assembled(files, size, now);
  }
  return {
    index: (await files.get(INDEX_PATH)).text,
    log,
    streamed: true,
    days: (await files.get(DAYS_PATH)).text,
    documents: async () => ({
      documents: (await files.get(DOCUMENTS_PATH)).text,
      bundles: (await files.get(BUNDLES_PATH)).text,
    }),
  };
};

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');

const assembled = async (files: PublicFiles, size: number, now: number): Promise<LogStreams> => {
  const index = (await files.get(INDEX_PATH)).text;
  const dates = readList(INDEX_PATH, readCanonical(INDEX_PATH, index)).map((entry) =>
    String(readObject(INDEX_PATH, entry)['date']),
  );
  const days: string[] = [];
  const records: LogRecord[] = [];
  for (const date of dates) {
    const { text } = await files.get(dayFilePath(date));
    days.push(text);
    records.push(...dayOf(date, text).records);
  }
  const today = utcDate(now * 1000);
  let date = dates.length === 0 ? today : nextDate(dates.at(-1) ?? today);
  while (records.length < size && date <= today) {
    records.push(...dayOf(date, (await files.get(dayFilePath(date))).text).records);
    date = nextDate(date);
  }
  return {
    index,
    log: lines(records.map(recordText)),
    days: lines(days),
    streamed: false,
    documents: async (all) => documentsOf(files, all),
  };
};

const dayOf = (date: string, text: string): DayFile => {
  const read = readDayFile(text);
  if (!read.ok) throw new Broken(dayFilePath(date), read.reason);
  return read.file;
};

const documentsOf = async (
  files: PublicFiles,
  records: readonly LogRecord[],
): Promise<{ documents: string; bundles: string }> => {
  const documents: string[] = [];
  const bundles: string[] = [];
  for (const record of records) {
    if (record.kind === 'bundle') {
      const path = bundlePath(record.id);
      const served = readObject(path, readCanonical(path, (await files.get(path)).text));
      bundles.push(canonicalText(readObject(path, served['bundle'])));
    } else documents.push((await files.get(documentPath(record.sha256))).text);
  }
  return { documents: lines(documents), bundles: lines(bundles) };
};
