import { Inject, Injectable } from '@nestjs/common';
import { publicUrl } from '../../platform/config/public-url';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { captureIsAfter, captureIsBefore, inventedArchive, isArchiveAddress, type Anchor } from './anchor';
import { CaptureRepository } from './capture.repository';
import { dayFilePath } from '../registry-path';

/** The first day whose predictions can have an anchor. */
const FIRST_ANCHORED_DATE = '2026-05-07';

interface AnchorRequest {
  /** Null outside the log, as for imports. */
  readonly bundleSha256: string | null;
  readonly resolvedAt: string;
}

/** Finds for each record the earliest capture that proves it was public before its market resolved. */
@Injectable()
export class AnchorService {
  private readonly base: string;
  private readonly invented: string | null;

  constructor(
    private readonly captures: CaptureRepository,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    this.base = publicUrl(environment);
    this.invented = inventedArchive(environment);
  }

  /** Returns one anchor per request, in order; null without proof. */
  async anchorsFor(requests: readonly AnchorRequest[]): Promise<(Anchor | null)[]> {
    const rows = await this.captures.capturesOf(requests.flatMap(({ bundleSha256 }) => bundleSha256 ?? []));
    const byHash = new Map(rows.map((row) => [row.sha256, row]));
    return requests.map(({ bundleSha256, resolvedAt }) => {
      const row = byHash.get(bundleSha256 ?? '');
      const capture = row?.captures.find(
        ({ timestamp, wayback_url }) =>
          isArchiveAddress(wayback_url, this.invented) &&
          captureIsAfter(timestamp, row.made_at) &&
          captureIsBefore(timestamp, resolvedAt),
      );
      if (row === undefined || capture === undefined || row.date < FIRST_ANCHORED_DATE) return null;
      return {
        registry_date: row.date,
        registry_url: `${this.base}${dayFilePath(row.date)}`,
        bundle_sha256: row.sha256,
        wayback_url: capture.wayback_url,
      };
    });
  }
}
