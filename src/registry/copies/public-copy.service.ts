import { Inject, Injectable } from '@nestjs/common';
import { canonicalJson } from '../../platform/common/canonical-json';
import { isDiskFailure } from '../../platform/common/disk-failure';
import { publicUrl } from '../../platform/config/public-url';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { isArchiveAddress } from '../captures/anchor';
import { CopyDamage } from './copy-damage.service';
import { DayFileStore, type CopiedFile } from '../log/day-file.store';
import { dayFilePath } from '../registry-path';
import { RegistryRepository, type CapturedEntry } from '../registry.repository';
import { servedCopy } from './served-document';
import { pick } from '../../platform/common/pick';

const DOCUMENTS_PER_PAGE = 100;
const DAYS_PER_PAGE = 500;

@Injectable()
export class PublicCopyService {
  private readonly base: string;
  private running: Promise<void> | null = null;
  /** Number of requested runs; compared with those served, so that a late request is not lost. */
  private asked = 0;
  /** Whether to copy also days, the index and withdrawn documents, which an append does not change. */
  private restAsked = false;
  private readonly copiedDays = new Set<string>();

  constructor(
    private readonly repository: RegistryRepository,
    private readonly store: DayFileStore,
    private readonly damage: CopyDamage,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    this.base = publicUrl(environment);
  }

  /** Copies everything missing on disk. Overlapping calls share one run, and one more after it. */
  async copyPending(): Promise<void> {
    this.restAsked = true;
    return this.copyDocumentsPending();
  }

  async copyDocumentsPending(): Promise<void> {
    this.asked++;
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  async idle(): Promise<void> {
    await this.running?.catch(() => undefined);
  }

  /** Writes a copy again that has not this text. */
  async mend(name: string, file: CopiedFile, text: string): Promise<void> {
    const found = await file.read();
    if (found === text) return;
    if (found !== null) this.damage.tell(name);
    await file.write(text).catch((error: unknown) => {
      // The response does not need its copy.
      if (!isDiskFailure(error)) throw error;
    });
  }

  /** The served index: canonical JSON, oldest day first. */
  async indexText(): Promise<string> {
    return indexText(await this.chain(), this.base);
  }

  private async run(): Promise<void> {
    for (let served = 0; served !== this.asked;) {
      served = this.asked;
      const rest = this.restAsked;
      this.restAsked = false;
      await this.copyDocuments();
      if (!rest) continue;
      await this.copyWithdrawn();
      await this.copyDays();
    }
  }

  private async copyDocuments(): Promise<void> {
    for (let from = await this.store.getCount('copied'); ;) {
      const page = await this.repository.listDocuments(from, DOCUMENTS_PER_PAGE);
      for (const { document } of page)
        if (document.kind === 'bundle') await this.store.document(document.id).write(servedCopy(document));
      from += page.length;
      if (page.length > 0) await this.store.putCount('copied', from);
      if (page.length < DOCUMENTS_PER_PAGE) return;
    }
  }

  /** Copies changed documents again after withdrawals, which another process may have made. */
  private async copyWithdrawn(): Promise<void> {
    const withdrawals = await this.repository.countWithdrawals();
    if (withdrawals === (await this.store.getCount('withdrawals'))) return;
    for (const document of await this.repository.listWithdrawn())
      await this.store.document(document.id).write(servedCopy(document));
    await this.store.putCount('withdrawals', withdrawals);
  }

  private async copyDays(): Promise<void> {
    const chain = await this.chain();
    for (const { date } of chain) {
      if (this.copiedDays.has(date)) continue;
      const day = await this.repository.getDay(date);
      if (day === null) continue;
      const copy = this.store.day(date);
      if ((await copy.read()) !== day.text) await copy.write(day.text);
      this.copiedDays.add(date);
    }
    const index = indexText(chain, this.base);
    if ((await this.store.index.read()) !== index) await this.store.index.write(index);
  }

  private async chain(): Promise<CapturedEntry[]> {
    const chain: CapturedEntry[] = [];
    for (;;) {
      const page = await this.repository.listChain(chain.length, DAYS_PER_PAGE);
      chain.push(...page);
      if (page.length < DAYS_PER_PAGE) return chain;
    }
  }
}

const indexText = (chain: readonly CapturedEntry[], base: string): string =>
  canonicalJson(
    chain.map((entry) => ({
      ...pick(entry, 'date', 'prev_hash', 'day_sha256', 'combined_hash', 'n_records', 'tree_size', 'root_hash'),
      url: `${base}${dayFilePath(entry.date)}`,
      anchored_at: entry.anchored_at,
      wayback_url: entry.wayback_url !== null && isArchiveAddress(entry.wayback_url) ? entry.wayback_url : null,
    })),
  );
