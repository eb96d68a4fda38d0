import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { GraphService, type GraphTransaction } from '../graph/graph.service';
import { LogService } from '../../registry/log/log.service';
import { PublicCopyService } from '../../registry/copies/public-copy.service';
import { RegistryRepository } from '../../registry/registry.repository';
import { withdrawalRequest } from '../../registry/log/withdrawal';
import { withdrawnKeys, withoutWordsOf, wordsWithout } from '../../registry/log/withdrawn-text';

const WITHDRAWN_TITLE = '(withdrawn)';

interface FoundItem {
  readonly id: string;
  /** Bundles whose withdrawal is not in the log yet. */
  readonly bundles: readonly { readonly id: string; readonly text: string; readonly words: string | null }[];
  readonly recorded: number;
}

interface Withdrawal {
  readonly item: string;
  readonly bundles: readonly string[];
  /** Why the log has no record of it, or null; if set, it must be repeated later. */
  readonly unrecorded: string | null;
}

/** Records, day files and chain still verify; a record documents the withdrawal. Repeating it covers newer bundles. */
@Injectable()
export class WithdrawService {
  constructor(
    private readonly graph: GraphService,
    private readonly registry: RegistryRepository,
    private readonly log: LogService,
    private readonly copies: PublicCopyService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param reason for the operator's own records @returns null for an unknown item */
  async withdraw(item: string, reason: string): Promise<Withdrawal | null> {
    const withdrawal =
      (await this.registry.getHead()) === null
        ? await this.graph.writeTransaction((tx) => this.withdrawIn(tx, item, reason, null))
        : await this.withdrawFromLog(item, reason);
    await this.copies.copyPending();
    return withdrawal;
  }

  /** Holds the head, so that no bundle with the text is appended in between. */
  private async withdrawFromLog(item: string, reason: string): Promise<Withdrawal | null> {
    const written = await this.log.write(async (tx) => {
      const [found] = await tx.run<FoundItem>('operations/find-item-to-withdraw', { item });
      const bundles = found?.bundles.map(({ id }) => id) ?? [];
      const nth = (found?.recorded ?? 0) + 1;
      const documents = bundles.length === 0 ? [] : [withdrawalRequest(item, nth, bundles)];
      const value = await this.withdrawIn(tx, item, reason, documents[0]?.id ?? null);
      return { documents, value };
    });
    if (written.kind === 'done') return written.value;
    // The text is removed even if the log cannot record it: a withdrawal must not wait for the log.
    const withdrawal = await this.registry.withHead((tx) => this.withdrawIn(tx, item, reason, null));
    return withdrawal === null ? null : { ...withdrawal, unrecorded: written.reason };
  }

  private async withdrawIn(
    transaction: GraphTransaction,
    item: string,
    reason: string,
    record: string | null,
  ): Promise<Withdrawal | null> {
    const at = nowMillis(this.clock);
    const [found] = await transaction.run<FoundItem>('operations/find-item-to-withdraw', { item });
    if (found === undefined) return null;
    const rows = found.bundles.map((bundle) => rowWithout(bundle, item));
    if (rows.length > 0) await transaction.run('registry/withdraw-words', { rows, item, at, record });
    await transaction.run('operations/withdraw-item', { item, title: WITHDRAWN_TITLE, at, reason });
    return { item, bundles: rows.map(({ id }) => id), unrecorded: null };
  }
}

const rowWithout = ({ id, text, words }: FoundItem['bundles'][number], item: string) => {
  if (words !== null) return { id, text, words: wordsWithout(words, item) ?? words, withdrawn: null };
  const left = withoutWordsOf(text, item);
  return { id, text: left, words, withdrawn: withdrawnKeys(JSON.parse(left)) };
};
