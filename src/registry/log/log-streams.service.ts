import { Inject, Injectable, Logger } from '@nestjs/common';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { databaseFailure } from '../../platform/common/database-failure';
import { isDiskFailure } from '../../platform/common/disk-failure';
import { sha256Hex } from '../../platform/common/sha256';
import { ProblemException, notFound } from '../../platform/http/problem';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { instanceDir } from '../../platform/config/instance-dir';
import type { ByteRange, FileState } from '../copies/byte-range';
import { CheckpointService } from './checkpoint.service';
import { CopyDamage } from '../copies/copy-damage.service';
import { DamagedFile, LineFile, type KnownBytes } from './line-file.store';
import { readRecord, recordText } from './log-record';
import { leafHash } from '../proofs/merkle-proof';
import { appendLeaf, rootOf, type Frontier } from '../proofs/merkle-tree';
import { RegistryRepository } from '../registry.repository';

const LOG_STREAMS = ['log', 'documents', 'bundles', 'days'] as const;

export type LogStream = (typeof LOG_STREAMS)[number];

interface StreamState extends FileState {
  readonly read: (range: ByteRange) => Readable;
}

const RECORDS_PER_PAGE = 500;
const DAYS_PER_PAGE = 50;
const LINKS_PER_PAGE = 500;
const RETRY_AFTER_SECONDS = 60;

/**
 * The whole log as files of lines: records, documents, bundles, sealed days. They are copies, updated from the graph on
 * request, and served as they are while it is down.
 *
 * Files found on disk are checked against the log once: the log's lines by the root of their tree, those of documents
 * and days by their hashes. Later reads are checked against the hashes of the written bytes. A damaged copy is logged
 * and written again from the graph.
 */
@Injectable()
export class LogStreams {
  private readonly logger = new Logger('Registry');
  private readonly files: Readonly<Record<LogStream, LineFile>>;
  private turn: Promise<unknown> = Promise.resolve();
  private checked = false;
  private withdrawals = 0;
  private changedTexts = 0;

  constructor(
    private readonly repository: RegistryRepository,
    private readonly checkpoints: CheckpointService,
    private readonly damage: CopyDamage,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    const folder = join(instanceDir(environment), 'registry', 'public');
    const file = (name: string): LineFile => new LineFile(join(folder, `${name}.jsonl`));
    this.files = { log: file('log'), documents: file('documents'), bundles: file('bundles'), days: file('days') };
  }

  /** @param from first line; for `log` that of a leaf index */
  async state(name: LogStream, from = 0): Promise<StreamState> {
    const file = this.files[name];
    return this.inTurn(async () => {
      await this.refresh();
      if (from > file.lines) throw notFound(`The log has ${file.lines} records.`);
      const begin = await this.offsetOf(name, from);
      const { sha256, state } = file;
      return {
        tag: begin === 0 ? `"${sha256}"` : `"${sha256}-${from}"`,
        sha256: begin === 0 ? sha256 : null,
        size: state.bytes - begin,
        read: ({ start, end }) =>
          Readable.from(this.parts(name, state, { start: begin + start, end: begin + end }), { objectMode: false }),
      };
    });
  }

  private async offsetOf(name: LogStream, line: number): Promise<number> {
    try {
      return await this.files[name].offsetOf(line);
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      await this.mend(name);
      return this.files[name].offsetOf(line);
    }
  }

  /**
   * Streams the bytes of a range. A damaged file is written again and read on from the same offset, since a line
   * depends only on its position. If that fails, the response ends early; wrong bytes are never sent.
   */
  private async *parts(name: LogStream, known: KnownBytes, { start, end }: ByteRange): AsyncGenerator<Buffer> {
    let at = start;
    for (let mended = false; ; mended = true) {
      try {
        for await (const part of this.files[name].read({ start: at, end }, known)) {
          at += part.length;
          yield part;
        }
        return;
      } catch (error) {
        if (!(error instanceof DamagedFile) || mended) throw error;
        await this.inTurn(() => this.mend(name));
      }
    }
  }

  private async mend(name: LogStream): Promise<void> {
    this.damage.tell(`${name}.jsonl`);
    await this.reset(name === 'days' ? ['days'] : RECORD_STREAMS);
    await this.copyRecords();
    await this.copyDays();
  }

  private async reset(names: readonly LogStream[]): Promise<void> {
    for (const name of names) await this.files[name].reset();
  }

  /** Serialized: the write offsets depend on the known state of the files. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  private async refresh(): Promise<void> {
    for (const name of LOG_STREAMS) {
      const look = await this.files[name].look();
      if (look === 'cut off') this.damage.tell(`${name}.jsonl`);
      if (look !== 'as known') this.checked = false;
    }
    try {
      await this.check();
      await this.copyRecords();
      await this.copyDays();
    } catch (error) {
      if (databaseFailure(error) === null && !isDiskFailure(error)) throw error;
      this.logger.warn(`The streams of the log are as they were: ${(error as Error).message}`);
      if (this.checked) return;
      throw new ProblemException('unavailable', {
        detail: 'The copies of the log must be compared with the database, which is away.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause: error,
      });
    }
  }

  /** Starts over when the files are not a prefix of the log: a partial write, damage, or another log. */
  private async check(): Promise<void> {
    const { log, documents, bundles } = this.files;
    const copied = documents.lines + bundles.lines;
    if (log.lines !== copied) {
      // A kill between two writes leaves documents without records, never the reverse.
      if (log.lines > copied) this.damage.tell('documents.jsonl or bundles.jsonl');
      await this.reset(RECORD_STREAMS);
    } else if (!this.checked) {
      const damaged = await this.damagedRecords();
      if (damaged !== null) {
        this.damage.tell(`${damaged}.jsonl`);
        await this.reset(RECORD_STREAMS);
      }
    }
    if (!this.checked && !(await this.daysHold())) {
      this.damage.tell('days.jsonl');
      await this.reset(['days']);
    }
    if (await this.isOutdated()) await this.reset(RECORD_STREAMS);
    this.checked = true;
  }

  /** Whether a withdrawal changed the text of an old bundle, and so its line. */
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

  /** The first file that differs from the log, or null: checks the root of all lines, then each document's hash. */
  private async damagedRecords(): Promise<LogStream | null> {
    const { log, documents, bundles } = this.files;
    const changed = new Map(
      (await this.repository.listWithdrawn())
        .filter(({ withdrawn }) => (withdrawn ?? []).length > 0)
        .map(({ id, text }) => [id, text]),
    );
    const texts = { documents: documents.readLines(), bundles: bundles.readLines() };
    let frontier: Frontier = [];
    let size = 0;
    let damaged: LogStream | null = null;
    for await (const line of log.readLines()) {
      frontier = appendLeaf(frontier, size, leafHash(line)).frontier;
      size += 1;
      if (damaged !== null) continue;
      const record = readRecord(parsed(line));
      if (record === null) return 'log';
      const name = record.kind === 'bundle' ? 'bundles' : 'documents';
      const text = (await texts[name].next()).value ?? '';
      if (sha256Hex(text) !== record.sha256 && text !== changed.get(record.id)) damaged = name;
    }
    const same = rootOf(frontier) === (await this.checkpoints.rootAt(size));
    return same ? damaged : 'log';
  }

  private async daysHold(): Promise<boolean> {
    const chain: { readonly day_sha256: string }[] = [];
    let at = 0;
    for await (const line of this.files.days.readLines()) {
      if (at === chain.length) chain.push(...(await this.repository.listChain(chain.length, LINKS_PER_PAGE)));
      if (chain[at]?.day_sha256 !== sha256Hex(line)) return false;
      at += 1;
    }
    return true;
  }

  /** The log is written last: the counts then show an interrupted write. */
  private async copyRecords(): Promise<void> {
    const { log, documents, bundles } = this.files;
    for (;;) {
      const page = await this.repository.listDocuments(log.lines, RECORDS_PER_PAGE);
      const of = (bundle: boolean): string[] =>
        page.flatMap(({ document: { kind, text } }) => ((kind === 'bundle') === bundle ? [text] : []));
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

const RECORD_STREAMS = ['log', 'documents', 'bundles'] as const;

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null; // Not a record.
  }
};
