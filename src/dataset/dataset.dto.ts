import { ApiProperty } from '@nestjs/swagger';
import { TextParameter } from '../platform/http/query-parameter';
import { POPULATION_PATTERN } from './population';

export class DatasetQuery {
  @TextParameter({
    description:
      'Whose predictions: `own` for those of this deployment, `import:<label>` for an import; by default the own ones, or, where there are none, the first import.',
    example: 'own',
    maxLength: 80,
    pattern: POPULATION_PATTERN,
    expected: 'must be own, or import: and a label',
  })
  population?: string;
}

/** How many predictions there are and what became of them. */
export class DatasetCountsResponse {
  @ApiProperty({
    description: 'Predictions registered when they were made: n_resolved + n_open + n_void.',
    example: 412,
  })
  readonly n_registered!: number;

  @ApiProperty({ description: 'Settled YES or NO.', example: 240 })
  readonly n_resolved!: number;

  @ApiProperty({ description: 'Not settled yet.', example: 170 })
  readonly n_open!: number;

  @ApiProperty({ description: 'Settled without a decision: void or split.', example: 2 })
  readonly n_void!: number;

  @ApiProperty({ description: 'Rows of the files: settled at a price.', example: 241 })
  readonly n_records!: number;

  @ApiProperty({ description: 'Rows whose anchor is null.', example: 12 })
  readonly n_unanchored!: number;
}

/** One file of the dataset. */
export class FileObjectResponse {
  @ApiProperty({ description: 'Always cr:FileObject.', example: 'cr:FileObject' })
  readonly '@type'!: string;

  @ApiProperty({ description: 'Name within the manifest.', example: 'records.jsonl' })
  readonly '@id'!: string;

  @ApiProperty({ description: 'File name.', example: 'records.jsonl' })
  readonly name!: string;

  @ApiProperty({
    format: 'uri',
    description: 'Where to fetch it.',
    example:
      'https://vedette.example/api/dataset/files/e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.jsonl',
  })
  readonly contentUrl!: string;

  @ApiProperty({ description: 'Length in bytes.', example: '482113 B' })
  readonly contentSize!: string;

  @ApiProperty({ description: 'Media type.', example: 'application/jsonlines' })
  readonly encodingFormat!: string;

  @ApiProperty({
    description: 'SHA-256 of the file, hex.',
    example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  })
  readonly sha256!: string;
}

/** The manifest, Croissant 1.1; only what readers look for first is listed. */
export class ManifestResponse {
  @ApiProperty({ description: 'Always sc:Dataset.', example: 'sc:Dataset' })
  readonly '@type'!: string;

  @ApiProperty({
    description: 'The Croissant version.',
    example: 'http://mlcommons.org/croissant/1.1',
  })
  readonly conformsTo!: string;

  @ApiProperty({ description: 'Name of the dataset.', example: 'vedette_evaluation_records' })
  readonly name!: string;

  @ApiProperty({ description: 'Version of the record schema.', example: '0.1.0' })
  readonly version!: string;

  @ApiProperty({
    format: 'uri',
    description: 'Licence of the dataset.',
    example: 'https://creativecommons.org/licenses/by/4.0/',
  })
  readonly license!: string;

  @ApiProperty({ type: [FileObjectResponse], description: 'The files with their checksums.' })
  readonly distribution!: readonly FileObjectResponse[];

  @ApiProperty({ type: DatasetCountsResponse, description: 'What is in it and what is not yet.' })
  readonly counts!: DatasetCountsResponse;

  @ApiProperty({ description: 'Whose predictions these are.', example: 'own' })
  readonly population!: string;

  @ApiProperty({
    type: [String],
    description: 'All populations; each has a manifest of its own.',
    example: ['own'],
  })
  readonly populations!: readonly string[];

  @ApiProperty({ description: 'True in the demo, where all is invented.', example: false })
  readonly synthetic!: boolean;
}

/** One file of a sealed day. */
export class SealedFileResponse {
  @ApiProperty({
    description: 'SHA-256 of the file, hex.',
    example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  })
  readonly sha256!: string;

  @ApiProperty({ description: 'Length in bytes.', example: 482113 })
  readonly bytes!: number;

  @ApiProperty({
    format: 'uri',
    description: 'Where to fetch it.',
    example: 'https://vedette.example/api/dataset/days/2026-05-07/records.parquet?population=own',
  })
  readonly url!: string;
}

/** The files of a sealed day by format. */
export class SealedFilesResponse {
  @ApiProperty({ type: SealedFileResponse, description: 'JSON Lines.' })
  readonly jsonl!: SealedFileResponse;

  @ApiProperty({ type: SealedFileResponse, description: 'CSV.' })
  readonly csv!: SealedFileResponse;

  @ApiProperty({ type: SealedFileResponse, description: 'Parquet.' })
  readonly parquet!: SealedFileResponse;
}

/** The dataset of one population as it stood when a day was sealed. */
export class SealedDatasetResponse {
  @ApiProperty({ format: 'date', description: 'The UTC day.', example: '2026-05-07' })
  readonly date!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When it was sealed, after the end of the day.',
    example: '2026-05-08T00:04:11.000Z',
  })
  readonly sealed_at!: string;

  @ApiProperty({ description: 'Whose predictions these are.', example: 'own' })
  readonly population!: string;

  @ApiProperty({ description: 'Rows of each file.', example: 241 })
  readonly n_records!: number;

  @ApiProperty({ type: SealedFilesResponse, description: 'The files by format.' })
  readonly files!: SealedFilesResponse;
}
