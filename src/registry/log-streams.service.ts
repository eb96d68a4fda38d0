import { Inject, Injectable, Logger } from '@nestjs/common';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { databaseFailure } from '../common/database-failure';
import { isDiskFailure } from '../common/disk-failure';
import { ProblemException } from '../http/problem';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { instanceDir } from '../config/instance-dir';
import type { ByteRange, FileState } from './byte-range';
import { LineFile } from './line-file.store';
import { recordText } from './log-record';
import { RegistryRepository } from './registry.repository';

export const LOG_STREAMS = ['log', 'documents', 'bundles', 'days'] as const;

export type LogStream = (typeof LOG_STREAMS)[number];

/** A stream as it stands now, or its end from a line on. */
export interface StreamState extends FileState {
  readonly read: (range: ByteRange) => Readable;
}

const RECORDS_PER_PAGE = 500;
const DAYS_PER_PAGE = 50;

/**
 * The whole log as files of lines: records, documents, bundles, sealed days. They are copies, brought up
 * to the graph when they are asked for, and served as they stand while it is away.
 */
@Injectable()
export class LogStreams {
  private readonly logger = new Logger('Registry');
  private readonly files: Readonly<Record<LogStream, LineFile>>;
  private turn: Promise<unknown> = Promise.resolve();
  private checked = false;
  /** Withdrawals that the lines know of, and the old bundles whose text they have changed. */
  private withdrawals = 0;
  private changedTexts = 0;

  constructor(
    private readonly repository: RegistryRepository,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    const folder = join(instanceDir(environment), 'registry', 'public');
    const file = (name: string): LineFile => new LineFile(join(folder, `${name}.jsonl`));
    this.files = {
      log: file('log'),
      documents: file('documents'),
      bundles: file('bundles'),
      days: file('days'),
    };
  }

  /** @param from first line; for the log that of a leaf index */
  async state(name: LogStream, from = 0): Promise<StreamState> {
    const file = this.files[name];
    return this.inTurn(async () => {
      await this.refresh();
      if (from > file.lines)
        throw new ProblemException('not-found', { detail: `The log has ${file.lines} records.` });
      const begin = await file.offsetOf(from);
      const { sha256 } = file;
      return {
        tag: begin === 0 ? `"${sha256}"` : `"${sha256}-${from}"`,
        sha256: begin === 0 ? sha256 : null,
        size: file.bytes - begin,
        read: ({ start, end }) => file.read({ start: begin + start, end: begin + end }),
      };
    });
  }

  /** One after the other: the files are written at places that depend on what is known of them. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  private async refresh(): Promise<void> {
    for (const name of LOG_STREAMS) await this.files[name].look();
    try {
      await this.check();
      await this.copyRecords();
      await this.copyDays();
    } catch (error) {
      if (databaseFailure(error) === null && !isDiskFailure(error)) throw error;
      this.logger.warn(`The streams of the log are as they were: ${(error as Error).message}`);
    }
  }

  /** Begins anew where the files are not the beginning of the log: half a write, or another log. */
  private async check(): Promise<void> {
    const { log, documents, bundles, days } = this.files;
    const whole = log.lines === documents.lines + bundles.lines;
    const ours = whole && (this.checked || (await this.isOurs()));
    if (!ours) await days.reset();
    if (!ours || (await this.isOutdated()))
      for (const file of [log, documents, bundles]) await file.reset();
    this.checked = true;
  }

  /** Whether words were taken out of the text of an old bundle, which has another line since then. */
  private async isOutdated(): Promise<boolean> {
    const withdrawals = await this.repository.countWithdrawals();
    if (withdrawals === this.withdrawals) return false;
    const documents = await this.repository.listWithdrawn();
    const changed = documents.filter(({ withdrawn }) => (withdrawn ?? []).length > 0).length;
    const outdated = changed !== this.changedTexts;
    this.withdrawals = withdrawals;
    this.changedTexts = changed;
    return outdated;
  }

  /** Whether the last line of the log and that of the days are what the graph has at their places. */
  private async isOurs(): Promise<boolean> {
    const { log, days } = this.files;
    if (log.lines > 0) {
      const [record] = await this.repository.listRecords(log.lines - 1, 1);
      if (record === undefined || (await lastLine(log)) !== recordText(record)) return false;
    }
    if (days.lines === 0) return true;
    const [day] = await this.repository.listDays(days.lines - 1, 1);
    return day?.text !== undefined && (await lastLine(days)) === day.text;
  }

  /** The log comes last: what a kill leaves half done shows by its count. */
  private async copyRecords(): Promise<void> {
    const { log, documents, bundles } = this.files;
    for (;;) {
      const page = await this.repository.listDocuments(log.lines, RECORDS_PER_PAGE);
      const of = (bundle: boolean): string[] =>
        page.flatMap(({ document: { kind, text } }) =>
          (kind === 'bundle') === bundle ? [text] : [],
        );
      await documents.append(of(false));
      await bundles.append(of(true));
      await log.append(page.map(({ document }) => recordText(document)));
      if (page.length < RECORDS_PER_PAGE) return;
    }
  }

  private async copyDays(): Promise<void> {
    const { days } = this.files;
    for (;;) {
      const page = await this.repository.listDays(days.lines, DAYS_PER_PAGE);
      await days.append(page.flatMap(({ text }) => text ?? []));
      if (page.length < DAYS_PER_PAGE) return;
    }
  }
}

const lastLine = async (file: LineFile): Promise<string> => {
  const start = await file.offsetOf(file.lines - 1);
  const parts: Buffer[] = [];
  for await (const part of file.read({ start, end: file.bytes })) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8').trimEnd();
};
