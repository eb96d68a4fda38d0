import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { GraphService, type GraphTransaction } from '../graph/graph.service';
import { LogService } from '../../registry/log/log.service';
import { PublicCopyService } from '../../registry/copies/public-copy.service';
import { RegistryRepository } from '../../registry/registry.repository';
import { withdrawalRequest } from '../../registry/log/withdrawal';
import { withdrawnKeys, withoutWordsOf, wordsWithout } from '../../registry/log/withdrawn-text';

/** What stands where a title was. */
const WITHDRAWN_TITLE = '(withdrawn)';

interface FoundItem {
  readonly id: string;
  /** Those whose withdrawal is not in the log yet. */
  readonly bundles: readonly { readonly id: string; readonly text: string; readonly words: string | null }[];
  /** Withdrawals of this item that are in the log. */
  readonly recorded: number;
}

/** What a withdrawal came to. */
interface Withdrawal {
  readonly item: string;
  /** Ids of the bundles that its words were taken out of. */
  readonly bundles: readonly string[];
  /** Why the log took no record of it, or null: then the same has to be done again later. */
  readonly unrecorded: string | null;
}

/**
 * Takes the words of an item out of everything that is served: the event log and what stands beside
 * bundles. Records, day-files and chain stay as they are, and verify; a record says whose words are gone.
 * Doing it again takes them from bundles that were built meanwhile.
 */
@Injectable()
export class WithdrawService {
  constructor(
    private readonly graph: GraphService,
    private readonly registry: RegistryRepository,
    private readonly log: LogService,
    private readonly copies: PublicCopyService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param reason why, in words for the operator's own records
   * @returns null when no item has the id
   */
  async withdraw(item: string, reason: string): Promise<Withdrawal | null> {
    const withdrawal =
      (await this.registry.getHead()) === null
        ? await this.graph.writeTransaction((tx) => this.withdrawIn(tx, item, reason, null))
        : await this.withdrawFromLog(item, reason);
    await this.copies.copyPending();
    return withdrawal;
  }

  /** Holding the head, so that no bundle with the words is appended in between. */
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
    // Words go even where the log takes no record: who withdraws them has a right to it now.
    const withdrawal = await this.registry.withHead((tx) => this.withdrawIn(tx, item, reason, null));
    return withdrawal === null ? null : { ...withdrawal, unrecorded: written.reason };
  }

  /** @param record id of the record that says so, or null */
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
