import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { GraphService, type GraphTransaction } from '../graph/graph.service';
import { PublicCopyService } from '../registry/public-copy.service';
import { RegistryRepository } from '../registry/registry.repository';
import { withdrawnKeys, withoutWordsOf, wordsWithout } from '../registry/withdrawn-text';

/** What stands where a title was. */
const WITHDRAWN_TITLE = '(withdrawn)';

interface HoldingBundle {
  readonly id: string;
  readonly text: string;
  /** Words beside it as JSON; none for a bundle that holds them itself. */
  readonly words?: string | null;
}

interface FoundItem {
  readonly id: string;
  /** Those that hold its words still. */
  readonly bundles: readonly HoldingBundle[];
}

/** What a withdrawal came to. */
export interface Withdrawal {
  readonly item: string;
  /** Ids of the bundles that its words were taken out of. */
  readonly bundles: readonly string[];
}

/**
 * Takes the words of an item out of everything that is served: the event log and the bundles. Records,
 * day-files and chain stay as they are, and verify. Doing it again takes them out of bundles that were
 * built meanwhile.
 */
@Injectable()
export class WithdrawService {
  constructor(
    private readonly graph: GraphService,
    private readonly registry: RegistryRepository,
    private readonly copies: PublicCopyService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param reason why, in words for the operator's own records
   * @returns null when no item has the id
   */
  async withdraw(item: string, reason: string): Promise<Withdrawal | null> {
    const work = (transaction: GraphTransaction): Promise<Withdrawal | null> =>
      this.withdrawIn(transaction, item, reason);
    // Holding the head, so that no bundle with the words is appended in between.
    const withdrawal =
      (await this.registry.getHead()) === null
        ? await this.graph.writeTransaction(work)
        : await this.registry.withHead(work);
    await this.copies.copyPending();
    return withdrawal;
  }

  private async withdrawIn(
    transaction: GraphTransaction,
    item: string,
    reason: string,
  ): Promise<Withdrawal | null> {
    const at = nowMillis(this.clock);
    const [found] = await transaction.run<FoundItem>('operations/find-item-to-withdraw', { item });
    if (found === undefined) return null;
    const rows = found.bundles.flatMap((bundle) => emptied(bundle, item));
    if (rows.length > 0) await transaction.run('registry/withdraw-words', { rows, item, at });
    await transaction.run('operations/withdraw-item', {
      item,
      title: WITHDRAWN_TITLE,
      at,
      reason,
    });
    return { item, bundles: rows.map(({ id }) => id) };
  }
}

/** A bundle without the words of an item; nothing where it has none of them any more. */
const emptied = (
  { id, text, words }: HoldingBundle,
  item: string,
): { id: string; text: string; withdrawn: string[] | null; words: string | null }[] => {
  if (words === null || words === undefined) {
    const left = withoutWordsOf(text, item);
    return [{ id, text: left, withdrawn: withdrawnKeys(JSON.parse(left)), words: null }];
  }
  const left = wordsWithout(words, item);
  return left === null ? [] : [{ id, text, withdrawn: null, words: left }];
};
