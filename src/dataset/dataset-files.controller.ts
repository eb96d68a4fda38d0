import { Controller, Get, Inject, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Http, type RequestReply } from '../platform/http/request-reply.decorator';
import { cacheControl } from '../platform/http/caching.decorator';
import { ProblemException, notFound } from '../platform/http/problem';
import { isUtcDate } from '../platform/common/utc-time';
import { publicUrl } from '../platform/config/public-url';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { RangedFile } from '../registry/copies/ranged-file.decorator';
import { answerFromFile } from '../registry/copies/ranged-file.writer';
import { DatasetFiles } from './dataset-files.service';
import { DatasetQuery, SealedDatasetResponse } from './dataset.dto';
import { DATASET_FORMATS, type DatasetFormat } from './dataset-format';
import { DatasetService, type DatasetVersion, type ExportedFile } from './dataset.service';

const TYPES: Readonly<Record<DatasetFormat, string>> = {
  jsonl: 'application/jsonlines',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
};
/** Parameters of the media types. */
const TYPE_WORDS: Readonly<Record<DatasetFormat, string>> = {
  jsonl: '; charset=utf-8',
  csv: '; charset=utf-8; header=present',
  parquet: '',
};
const FILE_NAME = /^([0-9a-f]{64})\.(jsonl|csv|parquet)$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Records as downloadable files: current, by day, by hash. */
@ApiTags('Dataset')
@Controller('api/dataset')
export class DatasetFilesController {
  constructor(
    private readonly files: DatasetFiles,
    private readonly dataset: DatasetService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @Get('records.jsonl')
  @RangedFile(
    'Read the evaluation records as JSON Lines',
    'Canonical JSON, one record a line, oldest first. The same rows give the same bytes.',
    TYPES.jsonl,
  )
  async jsonLines(@Query() query: DatasetQuery, @Http() http: RequestReply): Promise<StreamableFile> {
    return this.current(query, 'jsonl', http);
  }

  @Get('records.csv')
  @RangedFile(
    'Read the evaluation records as CSV',
    'RFC 4180, one column for each field of the record, oldest first. Null is empty.',
    TYPES.csv,
  )
  async csv(@Query() query: DatasetQuery, @Http() http: RequestReply): Promise<StreamableFile> {
    return this.current(query, 'csv', http);
  }

  @Get('records.parquet')
  @RangedFile(
    'Read the evaluation records as Parquet',
    'The columns of the CSV with their types, oldest first.',
    TYPES.parquet,
  )
  async parquet(@Query() query: DatasetQuery, @Http() http: RequestReply): Promise<StreamableFile> {
    return this.current(query, 'parquet', http);
  }

  @Get('files/:name')
  @ApiParam({
    name: 'name',
    description: 'SHA-256 of the file, a dot, and its format: jsonl, csv or parquet.',
    example: `${'a'.repeat(64)}.parquet`,
  })
  @RangedFile(
    'Read a file of the dataset by its hash',
    'The address that the manifest names; its bytes never change. Files of sealed days are kept as long as the day, others for two days.',
    ...Object.values(TYPES),
  )
  async byHash(@Param('name') name: string, @Http() http: RequestReply): Promise<StreamableFile> {
    const [, sha256, format] = FILE_NAME.exec(name) ?? [];
    if (sha256 === undefined) throw noFile();
    return this.send(sha256, format as DatasetFormat, 'for-ever', http);
  }

  @Get('days.json')
  @ApiOperation({
    summary: 'List the sealed days of the dataset',
    description:
      'Oldest first, one entry for each day and population: what that day added. All days up to one, read in order, a later ' +
      'row of the same sample_id in place of an earlier one, are the dataset as it stood when that day was sealed.',
  })
  @ApiOkResponse({ type: [SealedDatasetResponse] })
  async days(): Promise<SealedDatasetResponse[]> {
    const base = publicUrl(this.environment);
    return (await this.files.days()).flatMap(({ date, sealed_at, datasets }) =>
      datasets.map(({ files, ...dataset }) => {
        const withUrl = (format: DatasetFormat): ExportedFile & { url: string } => ({
          ...files[format],
          url: `${base}/api/dataset/days/${date}/records.${format}?population=${encodeURIComponent(dataset.population)}`,
        });
        return {
          date,
          sealed_at,
          ...dataset,
          files: { jsonl: withUrl('jsonl'), csv: withUrl('csv'), parquet: withUrl('parquet') },
        };
      }),
    );
  }

  @Get('days/:date/:name')
  @ApiParam({ name: 'name', description: 'records.jsonl, records.csv or records.parquet.', example: 'records.parquet' })
  @RangedFile(
    'Read the additions of a sealed day to the dataset',
    'The records that no earlier day was sealed with in these words; its bytes never change.',
    ...Object.values(TYPES),
  )
  async ofDay(
    @Param('date') date: string,
    @Param('name') name: string,
    @Query() query: DatasetQuery,
    @Http() http: RequestReply,
  ): Promise<StreamableFile> {
    const format = formatNamed(name);
    const population = query.population ?? (await this.dataset.primary());
    const day = DATE.test(date) ? await this.files.store.day(date) : null;
    const sealed = day?.datasets.find((each) => each.population === population);
    if (sealed === undefined)
      throw notFound('No dataset of that day is kept; /api/dataset/days.json lists those that are.');
    return this.send(sealed.files[format].sha256, format, 'for-ever', http);
  }

  @Get('since/:date/:name')
  @ApiParam({ name: 'date', description: 'UTC day, YYYY-MM-DD.', example: '2026-05-07' })
  @ApiParam({ name: 'name', description: 'records.jsonl, records.csv or records.parquet.', example: 'records.jsonl' })
  @RangedFile(
    'Read the changes of the dataset since a day',
    'The records that were added or say something else since that UTC day was sealed, oldest first.',
    ...Object.values(TYPES),
  )
  async newSince(
    @Param('date') date: string,
    @Param('name') name: string,
    @Query() query: DatasetQuery,
    @Http() http: RequestReply,
  ): Promise<StreamableFile> {
    const format = formatNamed(name);
    if (!isUtcDate(date)) throw noFile();
    const population = query.population ?? (await this.dataset.primary());
    const { sha256 } = await this.files.newSince(population, date, format);
    return this.send(sha256, format, undefined, http);
  }

  @Get('0.2.0/:name')
  @ApiParam({
    name: 'name',
    description: 'records or groups, a dot, and the format: jsonl, csv or parquet.',
    example: 'records.jsonl',
  })
  @RangedFile(
    'Read the evaluation records 0.2.0',
    'In records one for every model that answered and every arm, in the order of the log; 0.1.0 stays as it is beside it. In groups one for every answer about the markets of an event that form a categorical or numeric question.',
    ...Object.values(TYPES),
  )
  async answers(
    @Param('name') name: string,
    @Query() query: DatasetQuery,
    @Http() http: RequestReply,
  ): Promise<StreamableFile> {
    const isGroups = name.startsWith('groups.');
    const format = formatNamed(name, isGroups ? 'groups' : 'records');
    return this.current(query, format, http, isGroups ? '0.2.0 groups' : '0.2.0');
  }

  private async current(
    query: DatasetQuery,
    format: DatasetFormat,
    http: RequestReply,
    version: DatasetVersion = '0.1.0',
  ): Promise<StreamableFile> {
    const population = query.population ?? (await this.dataset.primary());
    const { files } = await this.files.current(population, undefined, version);
    return this.send(files[format].sha256, format, undefined, http);
  }

  private async send(
    sha256: string,
    format: DatasetFormat,
    holding: 'for-ever' | undefined,
    http: RequestReply,
  ): Promise<StreamableFile> {
    const { store } = this.files;
    const size = await store.sizeOf(sha256, format);
    if (size === null) throw noFile();
    return answerFromFile(http, {
      tag: `"${sha256}"`,
      sha256,
      size,
      type: `${TYPES[format]}${TYPE_WORDS[format]}`,
      cacheControl: cacheControl(holding),
      read: (range) => store.read(sha256, format, range),
    });
  }
}

/** The format of `<of>.<format>`. @throws ProblemException for another name */
const formatNamed = (name: string, of = 'records'): DatasetFormat => {
  const format = DATASET_FORMATS.find((known) => name === `${of}.${known}`);
  if (format === undefined) throw noFile();
  return format;
};

const noFile = (): ProblemException => notFound('No file has this name, or it is no longer kept.');
