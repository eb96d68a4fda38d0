import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '../platform/http/problem';
import { publicUrl } from '../platform/config/public-url';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { RegistryReader } from '../registry/registry-reader.service';
import { containedRecords } from '../registry/proofs/proven-documents';
import { dayFilePath } from '../registry/registry-path';
import { documentIds, receiptText, type LogPlace, type TradeRow } from './receipt';
import { ReceiptsRepository } from './receipts.repository';

const NOT_LOGGED: LogPlace = { registry: null, records: [], proof: null };

@Injectable()
export class ReceiptsService {
  constructor(
    private readonly repository: ReceiptsRepository,
    private readonly registry: RegistryReader,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /**
   * Canonical text of one receipt. An imported trade has no record in this log: its `registry` and `proof` are null,
   * and `records` is empty.
   *
   * @throws ProblemException not-found
   */
  async receipt(tradeId: string): Promise<string> {
    const row = await this.repository.get(tradeId);
    if (row === null) throw notFound('No trade has this id.');
    return receiptText(row, await this.placeOf(row));
  }

  private async placeOf(row: TradeRow): Promise<LogPlace> {
    const ids = documentIds(row);
    if (ids.length === 0) return NOT_LOGGED;
    const proven = await this.registry.proven(ids);
    const bundle = proven.documents.find(({ record }) => record.kind === 'bundle');
    if (bundle === undefined) return NOT_LOGGED;
    const date = bundle.record.made_at.slice(0, 10);
    return {
      registry: { date, url: `${publicUrl(this.environment)}${dayFilePath(date)}`, leaf_index: bundle.leafIndex },
      records: containedRecords(proven),
      proof: {
        tree_size: proven.treeSize,
        inclusion_path: bundle.inclusionPath,
        root_hash: proven.rootHash,
        checkpoint: proven.checkpoint,
      },
    };
  }
}
