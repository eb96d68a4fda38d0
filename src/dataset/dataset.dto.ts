import type { Day, Instant, Uri } from '../platform/http/field';
import { TextParameter } from '../platform/http/query-parameter';
import { POPULATION_PATTERN } from './population';

/** @param all what is read by default */
export const PopulationParameter = (of: string, all: string): PropertyDecorator =>
  TextParameter({
    description: `Population of the ${of}: \`own\`, or \`import:<label>\`; by default ${all}.`,
    example: 'own',
    maxLength: 80,
    pattern: POPULATION_PATTERN,
    expected: 'must be own, or import: and a label',
  });

export class DatasetQuery {
  @PopulationParameter('predictions', 'own, or the first import if there are no own ones')
  population?: string;
}

/** Numbers of predictions by their result. */
export class DatasetCountsResponse {
  /** Predictions registered when they were made: n_resolved + n_open + n_void. @example 412 */
  readonly n_registered!: number;
  /** Settled YES or NO. @example 240 */
  readonly n_resolved!: number;
  /** Not settled yet. @example 170 */
  readonly n_open!: number;
  /** Settled without a decision: void or split. @example 2 */
  readonly n_void!: number;
  /** Rows of the files: settled at a price. @example 241 */
  readonly n_records!: number;
  /** Rows whose anchor is null. @example 12 */
  readonly n_unanchored!: number;
  /** Lines of imported files that were refused, later mended ones too; 0 for own. @example 0 */
  readonly n_refused!: number;
}

/** One population in numbers. */
export class PopulationCountsResponse {
  /** `own`, or `import:<label>`. @example own */
  readonly population!: string;
  /** Predictions: n_resolved + n_open + n_void. @example 412 */
  readonly n_registered!: number;
  /** Settled YES or NO. @example 240 */
  readonly n_resolved!: number;
  /** Not settled. @example 170 */
  readonly n_open!: number;
  /** Settled without a decision. @example 2 */
  readonly n_void!: number;
  /** Rows of the dataset. @example 241 */
  readonly n_records!: number;
  /** Lines of imported files that were refused, later mended ones too; 0 for own. @example 0 */
  readonly n_refused!: number;
  /** Newest grade, UTC ms. @example 1783123200000 */
  readonly graded_at_ms!: number | null;
}

/** One file of the dataset. */
export class FileObjectResponse {
  /** Always cr:FileObject. @example cr:FileObject */
  readonly '@type'!: string;
  /** Name within the manifest. @example records.jsonl */
  readonly '@id'!: string;
  /** File name. @example records.jsonl */
  readonly name!: string;
  /**
   * Its address.
   * @example https://vedette.example/api/dataset/files/e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.jsonl
   */
  readonly contentUrl!: Uri;
  /** Length in bytes. @example "482113 B" */
  readonly contentSize!: string;
  /** Media type. @example application/jsonlines */
  readonly encodingFormat!: string;
  /** SHA-256 of the file, hex. @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 */
  readonly sha256!: string;
}

/** The manifest, Croissant 1.1; only what readers look for first is listed. */
export class ManifestResponse {
  /** Always sc:Dataset. @example sc:Dataset */
  readonly '@type'!: string;
  /** The Croissant version. @example http://mlcommons.org/croissant/1.1 */
  readonly conformsTo!: string;
  /** Name of the dataset. @example vedette_evaluation_records */
  readonly name!: string;
  /** Version of the record schema. @example 0.1.0 */
  readonly version!: string;
  /** Licence of the dataset. @example https://creativecommons.org/licenses/by/4.0/ */
  readonly license!: Uri;
  /** The files with their checksums. */
  readonly distribution!: readonly FileObjectResponse[];
  /** Numbers of predictions in the files and not in them. */
  readonly counts!: DatasetCountsResponse;
  /** Population of the predictions. @example own */
  readonly population!: string;
  /** All populations; each has its own manifest. @example ["own"] */
  readonly populations!: readonly string[];
  /** True in the demo, whose data are invented. @example false */
  readonly synthetic!: boolean;
}

/** One file of a sealed day. */
export class SealedFileResponse {
  /** SHA-256 of the file, hex. @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 */
  readonly sha256!: string;
  /** Length in bytes. @example 482113 */
  readonly bytes!: number;
  /** Its address. @example https://vedette.example/api/dataset/days/2026-05-07/records.parquet?population=own */
  readonly url!: Uri;
}

/** The files of a sealed day by format. */
export class SealedFilesResponse {
  /** JSON Lines. */
  readonly jsonl!: SealedFileResponse;
  /** CSV. */
  readonly csv!: SealedFileResponse;
  /** Parquet. */
  readonly parquet!: SealedFileResponse;
}

/** The dataset of one population at the seal of a day. */
export class SealedDatasetResponse {
  /** The UTC day. @example 2026-05-07 */
  readonly date!: Day;
  /** When it was sealed, after the end of the day. @example 2026-05-08T00:04:11.000Z */
  readonly sealed_at!: Instant;
  /** Population of the predictions. @example own */
  readonly population!: string;
  /** Rows of each file: those added by the day. @example 12 */
  readonly n_records!: number;
  /** Rows of the whole dataset when the day was sealed. @example 241 */
  readonly n_total!: number;
  /** The files by format. */
  readonly files!: SealedFilesResponse;
}
