import { Injectable } from '@nestjs/common';
import { sha256Hex } from '../../platform/common/sha256';
import { nextDate } from '../../platform/common/utc-time';
import { readDayFile } from './day-file';
import { combinedHash, GENESIS_HASH } from '../proofs/hash-chain';
import { recordLeaf, recordText } from './log-record';
import { appendLeaf, rootOf, type Frontier } from '../proofs/merkle-tree';
import { RegistryRepository, type ChainEntry, type LogHead, type StoredRecord } from '../registry.repository';

interface ChainCheckResult {
  /** The first error, or null. */
  readonly problem: string | null;
  readonly days: number;
  readonly records: number;
  /** Documents with withdrawn texts: their hash cannot be recomputed. */
  readonly withdrawn: number;
}

interface ChainCheckOptions {
  readonly documents?: boolean;
  readonly onProgress?: (recordsDone: number, recordsTotal: number) => void;
}

const DAYS_PER_PAGE = 20;
const RECORDS_PER_PAGE = 5_000;
const DOCUMENTS_PER_PAGE = 100;

class ChainProblem extends Error {}

const insist = (holds: boolean, problem: string): void => {
  if (!holds) throw new ChainProblem(problem);
};

/** Recomputes the stored log from genesis: every leaf, root, day hash and link. */
@Injectable()
export class StoredChainCheck {
  constructor(private readonly repository: RegistryRepository) {}

  async run(options: ChainCheckOptions = {}): Promise<ChainCheckResult> {
    const walk = new Walk(this.repository, options);
    try {
      await walk.all();
      return found(walk, null);
    } catch (error) {
      if (!(error instanceof ChainProblem)) throw error;
      return found(walk, error.message);
    }
  }
}

const found = ({ days, size, withdrawn }: Walk, problem: string | null): ChainCheckResult => ({
  problem,
  days,
  records: size,
  withdrawn,
});

class Walk {
  days = 0;
  size = 0;
  withdrawn = 0;
  private frontier: Frontier = [];
  private chainHead = GENESIS_HASH;
  private lastMadeAt = '';
  private page: StoredRecord[] = [];
  private total = 0;

  constructor(
    private readonly repository: RegistryRepository,
    private readonly options: ChainCheckOptions,
  ) {}

  async all(): Promise<void> {
    const head = await this.repository.getHead();
    if (head === null) return;
    this.total = head.tree_size;
    let expected = head.genesis_date;
    for (;;) {
      const page = await this.repository.listDays(this.days, DAYS_PER_PAGE);
      for (const { entry, text } of page) {
        insist(entry.date === expected, `The chain lacks ${expected}.`);
        await this.day(entry, text);
        expected = nextDate(entry.date);
      }
      if (page.length < DAYS_PER_PAGE) break;
    }
    // A day sealed after the head was read is already included, beyond the head.
    insist(this.days >= head.chain_length, 'The chain is shorter than its head says.');
    if (this.days === head.chain_length) {
      insist(this.chainHead === head.chain_head, 'The head of the chain is not its last entry.');
    }
    if (this.size <= head.tree_size) await this.openDays(head);
    if (this.options.documents === true) await this.documents();
  }

  private async day(entry: ChainEntry, text: string | null): Promise<void> {
    const { date } = entry;
    insist(entry.seq === this.days, `The chain entry of ${date} is out of place.`);
    if (text === null) throw new ChainProblem(`The day-file of ${date} is missing.`);
    insist(sha256Hex(text) === entry.day_sha256, `The day-file of ${date} was changed.`);
    insist(entry.prev_hash === this.chainHead, `The chain is broken before ${date}.`);
    insist(
      entry.combined_hash === combinedHash(this.chainHead, entry.day_sha256),
      `The combined hash of ${date} is wrong.`,
    );
    const read = readDayFile(text);
    if (!read.ok) throw new ChainProblem(`The day-file of ${date} is malformed: ${read.reason}.`);
    const { file } = read;
    insist(
      file.date === date && file.first_leaf_index === this.size && file.prev_hash === this.chainHead,
      `The day-file of ${date} does not continue the log.`,
    );
    for (const record of file.records) {
      const stored = await this.next();
      const same = stored !== null && recordText(stored) === recordText(record);
      insist(same, `Record ${this.size} is not the one in the day-file of ${date}.`);
      this.grow(stored as StoredRecord);
    }
    const root = rootOf(this.frontier);
    insist(
      root === file.root_hash && root === entry.root_hash && entry.tree_size === this.size,
      `The Merkle root of ${date} is wrong.`,
    );
    this.chainHead = entry.combined_hash;
    this.days++;
  }

  private async openDays(head: LogHead): Promise<void> {
    while (this.size < head.tree_size) {
      const record = await this.next();
      if (record === null) throw new ChainProblem(`Record ${this.size} is missing.`);
      this.grow(record);
    }
    insist(
      this.frontier.join() === head.frontier.join() && this.lastMadeAt === (head.last_made_at ?? ''),
      'The head of the log is not the tree of its records.',
    );
  }

  private grow(record: StoredRecord): void {
    const leaf = recordLeaf(record);
    insist(record.leaf_index === this.size, `Record ${this.size} is missing.`);
    insist(record.leaf_hash === leaf, `Record ${this.size} was changed.`);
    insist(record.made_at > this.lastMadeAt, `Record ${this.size} is not later than the one before.`);
    this.frontier = appendLeaf(this.frontier, this.size, leaf).frontier;
    this.lastMadeAt = record.made_at;
    this.size++;
    this.options.onProgress?.(this.size, this.total);
  }

  private async next(): Promise<StoredRecord | null> {
    if (this.page.length === 0) {
      this.page = (await this.repository.listRecords(this.size, RECORDS_PER_PAGE)).reverse();
    }
    return this.page.pop() ?? null;
  }

  private async documents(): Promise<void> {
    for (let from = 0; ;) {
      const page = await this.repository.listDocuments(from, DOCUMENTS_PER_PAGE);
      for (const { leaf_index, document } of page) {
        insist(leaf_index === from, `The document of record ${from} is missing.`);
        // An old text after a withdrawal has another hash; the record still proves the original one.
        const inside = typeof document.words !== 'string';
        const whole = !inside || (document.withdrawn ?? []).length === 0;
        insist(!whole || sha256Hex(document.text) === document.sha256, `The document ${document.id} was changed.`);
        if (!whole) this.withdrawn++;
        from++;
      }
      if (page.length < DOCUMENTS_PER_PAGE) break;
    }
  }
}
