import { Inject, Injectable } from '@nestjs/common';
import { ProblemException } from '../platform/http/problem';
import { publicUrl } from '../platform/config/public-url';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { RegistryReader } from '../registry/registry-reader.service';
import { dayFilePath } from '../registry/registry-path';
import { documentIds, receiptBody, receiptText, type LogPlace, type TradeRow } from './receipt';
import { ReceiptsRepository } from './receipts.repository';

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
    if (row === null) throw new ProblemException('not-found', { detail: 'No trade has this id.' });
    return receiptText(receiptBody(row, await this.placeOf(row)));
  }

  private async placeOf(row: TradeRow): Promise<LogPlace | null> {
    const ids = documentIds(row);
    if (ids.length === 0) return null;
    const proven = await this.registry.proven(ids);
    const bundle = proven.documents.find(({ record }) => record.kind === 'bundle');
    if (bundle === undefined) return null;
    const date = bundle.record.made_at.slice(0, 10);
    return {
      date,
      url: `${publicUrl(this.environment)}${dayFilePath(date)}`,
      proven,
      leafIndex: bundle.leafIndex,
      inclusionPath: bundle.inclusionPath,
    };
  }
}
