import { Inject, Injectable } from '@nestjs/common';
import { ProblemException } from '../common/problem';
import { publicUrl } from '../common/public-url';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { RegistryReader } from '../registry/registry-reader.service';
import { dayFilePath } from '../registry/registry-path';
import { receiptBody, receiptText, type LogPlace, type TradeRow } from './receipt';
import { ReceiptsRepository } from './receipts.repository';

interface InclusionProof {
  readonly leaf_index: number;
  readonly tree_size: number;
  readonly root_hash: string;
  readonly inclusion_path: readonly string[];
  readonly checkpoint: string;
}

/** Receipts with their proofs, against the log as it stands now. */
@Injectable()
export class ReceiptsService {
  constructor(
    private readonly repository: ReceiptsRepository,
    private readonly registry: RegistryReader,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /**
   * Canonical text of one receipt. A trade that was imported follows no record of this log: its
   * `registry` and `proof` are null.
   *
   * @throws ProblemException not-found
   */
  async receipt(tradeId: string): Promise<string> {
    const row = await this.repository.get(tradeId);
    if (row === null) throw new ProblemException('not-found', { detail: 'No trade has this id.' });
    return receiptText(receiptBody(row, await this.placeOf(row)));
  }

  private async placeOf({ trade, prediction }: TradeRow): Promise<LogPlace | null> {
    const { bundle_sha256: sha256 } = trade;
    if (sha256 === null || sha256 === undefined || prediction === null) return null;
    const { text } = await this.registry.inclusionProof(sha256);
    const proof = JSON.parse(text) as InclusionProof;
    const date = prediction.made_at.slice(0, 10);
    return {
      date,
      url: `${publicUrl(this.environment)}${dayFilePath(date)}`,
      leafIndex: proof.leaf_index,
      treeSize: proof.tree_size,
      inclusionPath: proof.inclusion_path,
      rootHash: proof.root_hash,
      checkpoint: proof.checkpoint,
    };
  }
}
