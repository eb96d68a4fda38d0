import { ApiProperty } from '@nestjs/swagger';
import { type Day, type Instant, OneOf, type Sha256, type Uri } from '../platform/http/field';
import { IntegerParameter } from '../platform/http/query-parameter';
import { COVERAGE_STATUSES, RECORD_KINDS } from './log/kinds';

/** `?size=` of a day-file. */
export class GetDayFileQuery {
  @IntegerParameter({
    description: 'State of the file with this many records; immutable.',
    example: 12,
    minimum: 0,
    maximum: 999_999,
  })
  size?: number;
}

/** `?from=` of the stream of records. */
export class GetLogQuery {
  @IntegerParameter({
    description: 'Leaf index of the first record to read; with the size of the log the answer is empty.',
    example: 0,
    minimum: 0,
    maximum: 999_999_999,
  })
  from?: number;
}

/** One day of the hash chain. */
export class ChainEntryResponse {
  /** UTC day. @example 2026-05-07 */
  date!: Day;
  /**
   * combined_hash of the day before; 64 zeros on the first.
   * @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9
   */
  prev_hash!: Sha256;
  /**
   * SHA-256 of the sealed day-file's bytes.
   * @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9
   */
  day_sha256!: Sha256;
  /**
   * SHA-256 of the 128 characters prev_hash + day_sha256.
   * @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9
   */
  combined_hash!: Sha256;
  /** Records made on the day. @example 12 */
  n_records!: number;
  /** Records in the log at the end of the day. @example 340 */
  tree_size!: number;
  /** Merkle root over them (RFC 9162). @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9 */
  root_hash!: Sha256;
  /** Address of the day-file. @example https://vedette.example/api/registry/2026-05-07.json */
  url!: Uri;
  /** When the day was sealed. Not part of any hash. @example 2026-05-07T12:00:00.000001Z */
  anchored_at!: Instant;
  /** Verified web-archive capture of the sealed file, or null. Not part of any hash. */
  wayback_url!: string | null;
}

export class LogRecordResponse {
  /** Id of the document. @example rb_5f2c */
  id!: string;
  /** Kind of document. @example bundle */
  @OneOf(RECORD_KINDS)
  kind!: string;
  /** When it was made; strictly rising along the log. @example 2026-05-07T12:00:00.000001Z */
  made_at!: Instant;
  /** SHA-256 of its canonical JSON. @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9 */
  sha256!: Sha256;
}

export class CoverageResponse {
  /** Exchange. @example kalshi */
  exchange!: string;
  /** Market id at the exchange. @example KXEXAMPLE-26 */
  ticker!: string;
  /** Its status on that day. @example skipped */
  @OneOf(COVERAGE_STATUSES)
  status!: string;
  /** Reason, unless predicted. @example confluence below the threshold */
  reason!: string | null;
}

/** The file of one UTC day. */
export class DayFileResponse {
  /** Version of this format. @example 1.0.0 */
  schema_version!: string;
  /** Name of the log, as in its checkpoints. @example vedette.example */
  origin!: string;
  /** UTC day. @example 2026-05-07 */
  date!: Day;
  /**
   * combined_hash of the day before; null while that day is not sealed.
   * @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9
   */
  prev_hash!: Sha256 | null;
  /** Whether the day is over and its bytes are final. @example true */
  sealed!: boolean;
  /** Position in the log of its first record, from 0. @example 328 */
  first_leaf_index!: number;
  /** Records in this file. @example 12 */
  n_records!: number;
  /** In log order. */
  records!: LogRecordResponse[];
  /** Records in the log up to the end of this file. @example 340 */
  tree_size!: number;
  /** Merkle root over them. @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9 */
  root_hash!: Sha256;
  /** C2SP signed note over tree_size and root_hash. */
  @ApiProperty({ example: 'vedette.example\n340\n…\n' })
  checkpoint!: string;
  /** Only once sealed: every market tracked that day. */
  coverage?: CoverageResponse[];
}

/** RFC 9162 inclusion proof. */
export class InclusionProofResponse {
  /** Hash of the document. @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9 */
  sha256!: Sha256;
  /** Position of its record in the log, from 0. @example 12 */
  leaf_index!: number;
  /**
   * SHA-256 of a zero byte and the canonical record.
   * @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9
   */
  leaf_hash!: Sha256;
  /** Records in the proven tree. @example 340 */
  tree_size!: number;
  /** Its root. @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9 */
  root_hash!: Sha256;
  /**
   * Sibling hashes, the leaf's side first.
   * @example ["5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"]
   */
  inclusion_path!: string[];
  /** Signed note over tree_size and root_hash. */
  @ApiProperty({ example: 'vedette.example\n340\n…\n' })
  checkpoint!: string;
}

/** RFC 9162 consistency proof. */
export class ConsistencyProofResponse {
  /** Records in the earlier tree. @example 12 */
  first!: number;
  /** Records in the later tree. @example 340 */
  second!: number;
  /** Root of the earlier tree. @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9 */
  root1!: Sha256;
  /** Root of the later tree. @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9 */
  root2!: Sha256;
  /** The proof. @example ["5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"] */
  path!: string[];
}

/** A replay bundle with the hash that the log commits to. */
export class ReplayBundleResponse {
  /** The model's input and its prediction; canonical JSON. @example {"bundle_id":"rb_5f2c"} */
  @ApiProperty({ type: 'object', additionalProperties: true })
  bundle!: object;
  /**
   * SHA-256 of the canonical JSON of `bundle`, as the log commits to it.
   * @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9
   */
  sha256!: Sha256;
  /**
   * Texts of third parties in the items of the bundle, by key: `{title, extract, url}`, whose canonical JSON has the
   * SHA-256 that the item states; null if it was withdrawn. Absent for bundles of schema 1.0.0.
   * @example {"n-5f2c0a1b9d3e4f5061728394":{"title":"A headline","extract":null,"url":null}}
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  words?: object;
  /**
   * Bundles of schema 1.0.0 only: items whose texts were withdrawn. They are missing from `bundle`, whose
   * hash includes them.
   * @example ["n-5f2c0a1b9d3e4f5061728394"]
   */
  withdrawn?: string[];
}

/** A time stamp of one head of the log by an authority. */
export class TimestampResponse {
  /** Id of the token. @example ts-0f3c9a1b2c3d4e5f60718293 */
  id!: string;
  /** Address that was asked. @example https://tsa.example/tsr */
  authority!: Uri;
  /** Records in the head. @example 340 */
  tree_size!: number;
  /** Merkle root over them. @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9 */
  root_hash!: Sha256;
  /** The bytes that are stamped: the checkpoint with the signature of the log alone. */
  @ApiProperty({ example: 'vedette.example\n340\n…' })
  checkpoint!: string;
  /** Time by the authority's clock. @example 2026-05-07T12:00:00.000001Z */
  time!: Instant;
  /** Maximum error of that time, microseconds; null if it is not stated. @example 1000000 */
  accuracy_us!: number | null;
  /** Name in the certificate that signed. @example "TSA 2026" */
  signer!: string;
  /** Policy of the authority. @example 1.2.3.4.1 */
  policy!: string;
  /** Serial number of the token, hex. @example 4f2a */
  serial!: string;
  /** Whether the deployment followed its certificate to a root that it trusts. @example checked */
  @OneOf(['checked', 'not checked'])
  chain!: string;
}
