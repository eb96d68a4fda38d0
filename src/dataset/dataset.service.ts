import { Injectable } from '@nestjs/common';
import { pick } from '../platform/common/pick';
import { AnchorService } from '../registry/captures/anchor.service';
import { answerRecord, answersOf, type AnswerRecord, type SettledAnswers } from './answer-record';
import { csvHeader, csvLine } from './csv';
import { DatasetRepository, FIRST_ROW, type RowPosition } from './dataset.repository';
import { evaluationRecord, recordLine, type EvaluationRecord, type SettledPrediction } from './evaluation-record';
import type { DatasetFormat } from './dataset-format';
import { groupAnswers, groupRecord, type GroupRecord } from './group-record';
import { GROUP_NODE } from './group-schema';
import { parquetOf, ROW_GROUP_ROWS } from './parquet.writer';
import { primaryPopulation } from './population';
import { recordColumns, type RecordField } from './record-fields';
import { RECORD_NODE, type SchemaNode } from './record-schema';
import { RECORD_NODE_2 } from './record-schema-2';

/** Schemas of the dataset, served in parallel: single answers in two versions, and groups of markets. */
export const DATASET_VERSIONS = ['0.1.0', '0.2.0', '0.2.0 groups'] as const;

export type DatasetVersion = (typeof DATASET_VERSIONS)[number];

export type PublishedRecord = EvaluationRecord | AnswerRecord | GroupRecord;

const NODES: Readonly<Record<DatasetVersion, SchemaNode>> = {
  '0.1.0': RECORD_NODE,
  '0.2.0': RECORD_NODE_2,
  '0.2.0 groups': GROUP_NODE,
};

/** Columns of CSV and Parquet by version. */
export const columnsOf = (version: DatasetVersion): RecordField[] => recordColumns(NODES[version]);

export interface ExportedFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** Rows per query, few enough to let other work run in between; {@link ROW_GROUP_ROWS} is a multiple. */
const PAGE_ROWS = 250;

/** The dataset as byte streams: pages of rows in, one format out, never entirely in memory. */
@Injectable()
export class DatasetService {
  constructor(
    private readonly repository: DatasetRepository,
    private readonly anchors: AnchorService,
  ) {}

  async primary(): Promise<string> {
    const populations = await this.repository.countPopulations();
    return primaryPopulation(populations.map(({ population }) => population));
  }

  /** The dataset of a population in one format; deterministic. */
  stream(population: string, format: DatasetFormat): AsyncGenerator<Buffer> {
    return encode(this.pages(population), format);
  }

  /** Records of one population by version of their schema, oldest first, in pages. */
  pagesOf(population: string, version: DatasetVersion): AsyncGenerator<readonly PublishedRecord[]> {
    if (version === '0.2.0 groups') return this.groupPages(population);
    return version === '0.1.0' ? this.pages(population) : this.answerPages(population);
  }

  /** The oldest record of a population, as an example, or null. */
  async example(population: string): Promise<EvaluationRecord | null> {
    const [record] = await this.assemble(await this.repository.listSettled(population, FIRST_ROW, 1));
    return record ?? null;
  }

  async *pages(population: string): AsyncGenerator<readonly EvaluationRecord[]> {
    const list = (after: RowPosition): Promise<SettledPrediction[]> =>
      this.repository.listSettled(population, after, PAGE_ROWS);
    for await (const rows of pagesOfRows(list, (row) => row)) yield this.assemble(rows);
  }

  /** Records 0.2.0 of a population, all models, in log order, in pages. */
  async *answerPages(population: string): AsyncGenerator<readonly AnswerRecord[]> {
    const list = (after: RowPosition): Promise<SettledAnswers[]> =>
      this.repository.listSettledAnswers(population, after, PAGE_ROWS);
    for await (const rows of pagesOfRows(list, ({ prediction }) => prediction)) {
      const answers = rows.flatMap(answersOf);
      const anchors = await this.anchors.anchorsFor(
        answers.map((one) => ({ bundleSha256: one.record_sha256, resolvedAt: one.resolved_at })),
      );
      yield answers.map((one, index) => answerRecord(one, anchors[index] ?? null));
    }
  }

  /** Group records 0.2.0 of a population, in log order, in pages. */
  async *groupPages(population: string): AsyncGenerator<readonly GroupRecord[]> {
    const list = (after: RowPosition) => this.repository.listSettledGroups(population, after, PAGE_ROWS);
    for await (const calls of pagesOfRows(list, (call) => call)) {
      const groups = calls.flatMap(groupAnswers);
      const anchors = await this.anchors.anchorsFor(
        groups.flatMap(({ answers, firstResolvedAt }) =>
          answers.map((one) => ({ bundleSha256: one.record_sha256, resolvedAt: firstResolvedAt })),
        ),
      );
      let at = 0;
      yield groups.map((group) => groupRecord(group, anchors.slice(at, (at += group.answers.length))));
    }
  }

  private async assemble(rows: readonly SettledPrediction[]): Promise<EvaluationRecord[]> {
    const anchors = await this.anchors.anchorsFor(
      rows.map((row) => ({ bundleSha256: row.bundle_sha256 ?? null, resolvedAt: row.resolved_at })),
    );
    return rows.map((row, index) => evaluationRecord(row, anchors[index] ?? null));
  }
}

/**
 * All rows, in non-empty pages.
 * @param list rows after a position, at most {@link PAGE_ROWS}
 */
async function* pagesOfRows<T>(
  list: (after: RowPosition) => Promise<readonly T[]>,
  placeOf: (row: T) => RowPosition,
): AsyncGenerator<readonly T[]> {
  let after: RowPosition = FIRST_ROW;
  for (;;) {
    const rows = await list(after);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = pick(placeOf(last), 'made_at', 'id');
  }
}

/** Encodes pages of records. @param columns those of the records' schema */
export const encode = (
  pages: AsyncIterable<readonly PublishedRecord[]>,
  format: DatasetFormat,
  columns: readonly RecordField[] = recordColumns(),
): AsyncGenerator<Buffer> => {
  switch (format) {
    case 'jsonl':
      return jsonLines(pages);
    case 'csv':
      return csv(pages, columns);
    case 'parquet':
      return parquetOf(regroup(pages, ROW_GROUP_ROWS), columns);
  }
};

async function* jsonLines(pages: AsyncIterable<readonly PublishedRecord[]>): AsyncGenerator<Buffer> {
  for await (const records of pages) yield Buffer.from(records.map((record) => `${recordLine(record)}\n`).join(''));
}

async function* csv(
  pages: AsyncIterable<readonly PublishedRecord[]>,
  columns: readonly RecordField[],
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHeader(columns));
  for await (const records of pages) yield Buffer.from(records.map((record) => csvLine(record, columns)).join(''));
}

/** Regroups records to exactly `size`, so that files do not depend on the page size. */
async function* regroup<T>(pages: AsyncIterable<readonly T[]>, size: number): AsyncGenerator<readonly T[]> {
  let group: T[] = [];
  for await (const page of pages)
    for (const item of page) {
      group.push(item);
      if (group.length === size) {
        yield group;
        group = [];
      }
    }
  if (group.length > 0) yield group;
}
