import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IntegerParameter } from '../platform/http/query-parameter';
import { COVERAGE_STATUSES } from './log/day-file';
import { RECORD_KINDS } from './log/log-record';

const HASH = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const INSTANT = '2026-05-07T12:00:00.000001Z';
const DIGEST = '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9';

/** `?size=` of a day-file. */
export class GetDayFileQuery {
  @IntegerParameter({
    description: 'Serve the state in which the file held this many records: immutable, one address per state.',
    example: 12,
    minimum: 0,
    maximum: 999_999,
  })
  size?: number;
}

/** `?from=` of the stream of records. */
export class GetLogQuery {
  @IntegerParameter({
    description: 'Leaf index of the first record to read; the size of the log for none.',
    example: 0,
    minimum: 0,
    maximum: 999_999_999,
  })
  from?: number;
}

/** One day of the hash chain. */
export class ChainEntryResponse {
  @ApiProperty({ description: 'UTC day.', example: '2026-05-07', format: 'date' })
  date!: string;

  @ApiProperty({
    ...HASH,
    description: 'combined_hash of the day before; 64 zeros on the first.',
    example: DIGEST,
  })
  prev_hash!: string;

  @ApiProperty({ ...HASH, description: "SHA-256 of the sealed day-file's bytes.", example: DIGEST })
  day_sha256!: string;

  @ApiProperty({
    ...HASH,
    description: 'SHA-256 of the 128 characters prev_hash + day_sha256.',
    example: DIGEST,
  })
  combined_hash!: string;

  @ApiProperty({ description: 'Records made on the day.', example: 12 })
  n_records!: number;

  @ApiProperty({ description: 'Records in the log at the end of the day.', example: 340 })
  tree_size!: number;

  @ApiProperty({ ...HASH, description: 'Merkle root over them (RFC 9162).', example: DIGEST })
  root_hash!: string;

  @ApiProperty({
    description: 'Address of the day-file.',
    format: 'uri',
    example: 'https://vedette.example/api/registry/2026-05-07.json',
  })
  url!: string;

  @ApiProperty({
    description: 'When the day was sealed. Not part of any hash.',
    format: 'date-time',
    example: INSTANT,
  })
  anchored_at!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Verified web-archive capture of the sealed file, or null. Not part of any hash.',
    example: null,
  })
  wayback_url!: string | null;
}

export class LogRecordResponse {
  @ApiProperty({ description: 'Id of the document.', example: 'rb_5f2c' })
  id!: string;

  @ApiProperty({ description: 'Kind of document.', enum: RECORD_KINDS, example: 'bundle' })
  kind!: string;

  @ApiProperty({
    description: 'When it was made; strictly rising along the log.',
    format: 'date-time',
    example: INSTANT,
  })
  made_at!: string;

  @ApiProperty({ ...HASH, description: 'SHA-256 of its canonical JSON.', example: DIGEST })
  sha256!: string;
}

export class CoverageResponse {
  @ApiProperty({ description: 'Exchange.', example: 'kalshi' })
  exchange!: string;

  @ApiProperty({ description: 'Market id at the exchange.', example: 'KXEXAMPLE-26' })
  ticker!: string;

  @ApiProperty({
    description: 'What became of it that day.',
    enum: COVERAGE_STATUSES,
    example: 'skipped',
  })
  status!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why, unless predicted.',
    example: 'confluence below the threshold',
  })
  reason!: string | null;
}

/** The file of one UTC day. */
export class DayFileResponse {
  @ApiProperty({ description: 'Version of this form.', example: '1.0.0' })
  schema_version!: string;

  @ApiProperty({
    description: 'Name of the log, as in its checkpoints.',
    example: 'vedette.example',
  })
  origin!: string;

  @ApiProperty({ description: 'UTC day.', format: 'date', example: '2026-05-07' })
  date!: string;

  @ApiProperty({
    ...HASH,
    type: String,
    nullable: true,
    description: 'combined_hash of the day before; null while that day is not sealed.',
    example: DIGEST,
  })
  prev_hash!: string | null;

  @ApiProperty({ description: 'Whether the day is over and its bytes are final.', example: true })
  sealed!: boolean;

  @ApiProperty({ description: 'Position in the log of its first record, from 0.', example: 328 })
  first_leaf_index!: number;

  @ApiProperty({ description: 'Records in this file.', example: 12 })
  n_records!: number;

  @ApiProperty({ type: [LogRecordResponse], description: 'In log order.' })
  records!: LogRecordResponse[];

  @ApiProperty({ description: 'Records in the log up to the end of this file.', example: 340 })
  tree_size!: number;

  @ApiProperty({ ...HASH, description: 'Merkle root over them.', example: DIGEST })
  root_hash!: string;

  @ApiProperty({
    description: 'C2SP signed note over tree_size and root_hash.',
    example: 'vedette.example\n340\n…\n',
  })
  checkpoint!: string;

  @ApiProperty({
    type: [CoverageResponse],
    required: false,
    description: 'Only once sealed: every market tracked that day.',
  })
  coverage?: CoverageResponse[];
}

/** RFC 9162 inclusion proof. */
export class InclusionProofResponse {
  @ApiProperty({ ...HASH, description: 'Hash of the document.', example: DIGEST })
  sha256!: string;

  @ApiProperty({ description: 'Position of its record in the log, from 0.', example: 12 })
  leaf_index!: number;

  @ApiProperty({
    ...HASH,
    description: 'SHA-256 of a zero byte and the canonical record.',
    example: DIGEST,
  })
  leaf_hash!: string;

  @ApiProperty({ description: 'Records in the proven tree.', example: 340 })
  tree_size!: number;

  @ApiProperty({ ...HASH, description: 'Its root.', example: DIGEST })
  root_hash!: string;

  @ApiProperty({
    type: [String],
    description: "Sibling hashes, the leaf's side first.",
    example: [DIGEST],
  })
  inclusion_path!: string[];

  @ApiProperty({
    description: 'Signed note over tree_size and root_hash.',
    example: 'vedette.example\n340\n…\n',
  })
  checkpoint!: string;
}

/** RFC 9162 consistency proof. */
export class ConsistencyProofResponse {
  @ApiProperty({ description: 'Records in the earlier tree.', example: 12 })
  first!: number;

  @ApiProperty({ description: 'Records in the later tree.', example: 340 })
  second!: number;

  @ApiProperty({ ...HASH, description: 'Root of the earlier tree.', example: DIGEST })
  root1!: string;

  @ApiProperty({ ...HASH, description: 'Root of the later tree.', example: DIGEST })
  root2!: string;

  @ApiProperty({ type: [String], description: 'The proof.', example: [DIGEST] })
  path!: string[];
}

/** A replay bundle with the hash that the log commits to. */
export class ReplayBundleResponse {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Everything that the model was given, and its prediction; canonical JSON.',
    example: { bundle_id: 'rb_5f2c' },
  })
  bundle!: object;

  @ApiProperty({
    ...HASH,
    description: 'SHA-256 of the canonical JSON of `bundle`, as the log commits to it.',
    example: DIGEST,
  })
  sha256!: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description:
      'What third parties wrote in the items of the bundle, by key: `{title, extract, url}`, whose canonical JSON has the SHA-256 that the item states; null where it was withdrawn. Absent for bundles of schema 1.0.0.',
    example: { 'n-5f2c0a1b9d3e4f5061728394': { title: 'A headline', extract: null, url: null } },
  })
  words?: object;

  @ApiPropertyOptional({
    type: [String],
    description:
      'Bundles of schema 1.0.0 only: items whose words their publisher withdrew: they are missing from `bundle`, whose hash was taken with them.',
    example: ['n-5f2c0a1b9d3e4f5061728394'],
  })
  withdrawn?: string[];
}

/** What an authority stated of one head of the log. */
export class TimestampResponse {
  @ApiProperty({ description: 'Names its token.', example: 'ts-0f3c9a1b2c3d4e5f60718293' })
  id!: string;

  @ApiProperty({ description: 'Address that was asked.', format: 'uri', example: 'https://tsa.example/tsr' })
  authority!: string;

  @ApiProperty({ description: 'Records in the head.', example: 340 })
  tree_size!: number;

  @ApiProperty({ ...HASH, description: 'Merkle root over them.', example: DIGEST })
  root_hash!: string;

  @ApiProperty({
    description: 'The bytes that are stamped: the checkpoint with the signature of the log alone.',
    example: 'vedette.example\n340\n…',
  })
  checkpoint!: string;

  @ApiProperty({ description: "By the authority's clock.", format: 'date-time', example: INSTANT })
  time!: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'How far the true time may be from it, microseconds; null where it does not say.',
    example: 1_000_000,
  })
  accuracy_us!: number | null;

  @ApiProperty({ description: 'Name in the certificate that signed.', example: 'TSA 2026' })
  signer!: string;

  @ApiProperty({ description: 'Policy of the authority.', example: '1.2.3.4.1' })
  policy!: string;

  @ApiProperty({ description: 'Serial number of the token, hex.', example: '4f2a' })
  serial!: string;

  @ApiProperty({
    description: 'Whether the deployment followed its certificate to a root that it trusts.',
    enum: ['checked', 'not checked'],
    example: 'checked',
  })
  chain!: string;
}
