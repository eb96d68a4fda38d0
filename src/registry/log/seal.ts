/** The record of a sealed day: puts its day-file, chain link and coverage into the tree, which is signed. */
import { canonicalJson } from '../../platform/common/canonical-json';
import { sha256Hex } from '../../platform/common/sha256';
import type { CoverageEntry } from './day-file';
import type { AppendRequest } from './log-appender.service';
import { documentRequest } from './log-document';
import type { ChainEntry } from '../registry.repository';
import { pick } from '../../platform/common/pick';

export const sealId = (date: string): string => `seal-${date}`;

/** @param coverage as in the day-file @param abandoned ids of intents, see {@link file://./coverage.ts} */
export const sealRequest = (
  entry: ChainEntry,
  coverage: readonly CoverageEntry[],
  abandoned: readonly string[],
): AppendRequest =>
  documentRequest('seal', sealId(entry.date), () => ({
    ...pick(
      entry,
      'date',
      'prev_hash',
      'day_sha256',
      'combined_hash',
      'n_records',
      'tree_size',
      'root_hash',
      'anchored_at',
    ),
    coverage_sha256: sha256Hex(canonicalJson(coverage)),
    abandoned: [...abandoned].sort(),
  }));
