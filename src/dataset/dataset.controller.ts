import { Readable } from 'node:stream';
import { Controller, Get, Header, Inject, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { publicUrl } from '../config/public-url';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { DatasetQuery, ManifestResponse } from './dataset.dto';
import { DatasetService, type DatasetFormat } from './dataset.service';
import { ManifestService } from './manifest.service';
import { recordSchema } from './record-schema';

/** The evaluation dataset over HTTP: schema, records in three formats, manifest. */
@ApiTags('Dataset')
@Controller('api/dataset')
export class DatasetController {
  constructor(
    private readonly dataset: DatasetService,
    private readonly manifests: ManifestService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @Get('schema.json')
  @Header('Content-Type', 'application/schema+json; charset=utf-8')
  @ApiOperation({
    summary: 'Get the schema of the evaluation record',
    description: 'JSON Schema, draft 2020-12; no property beyond those listed is allowed anywhere.',
  })
  @ApiProduces('application/schema+json')
  @ApiOkResponse({
    description: 'The schema.',
    content: { 'application/schema+json': { schema: { type: 'object' } } },
  })
  schema(): Record<string, unknown> {
    return recordSchema(`${publicUrl(this.environment)}/api/dataset/schema.json`);
  }

  @Get('records.jsonl')
  @ApiOperation({
    summary: 'Read the evaluation records as JSON Lines',
    description: 'Canonical JSON, one record a line, oldest first. Streamed; the same rows give the same bytes.', // prettier-ignore
  })
  @ApiProduces('application/jsonlines')
  @ApiOkResponse({
    description: 'The records.',
    content: { 'application/jsonlines': { schema: { type: 'string' } } },
  })
  async jsonLines(@Query() query: DatasetQuery): Promise<StreamableFile> {
    return this.file(query, 'jsonl', 'application/jsonlines; charset=utf-8');
  }

  @Get('records.csv')
  @ApiOperation({
    summary: 'Read the evaluation records as CSV',
    description: 'RFC 4180, one column for each field of the record, oldest first. Null is empty.',
  })
  @ApiProduces('text/csv')
  @ApiOkResponse({
    description: 'The records.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  async csv(@Query() query: DatasetQuery): Promise<StreamableFile> {
    return this.file(query, 'csv', 'text/csv; charset=utf-8; header=present');
  }

  @Get('records.parquet')
  @ApiOperation({
    summary: 'Read the evaluation records as Parquet',
    description: 'The columns of the CSV with their types, oldest first.',
  })
  @ApiProduces('application/vnd.apache.parquet')
  @ApiOkResponse({
    description: 'The records.',
    content: {
      'application/vnd.apache.parquet': { schema: { type: 'string', format: 'binary' } },
    },
  })
  async parquet(@Query() query: DatasetQuery): Promise<StreamableFile> {
    return this.file(query, 'parquet', 'application/vnd.apache.parquet');
  }

  @Get('manifest.json')
  @ApiOperation({
    summary: 'Get the manifest of the dataset',
    description:
      'Croissant 1.0 (JSON-LD): files with checksums, fields, licence, changelog, and counts from which a reader sees that nothing was left out.',
  })
  @ApiOkResponse({ type: ManifestResponse })
  async manifest(@Query() query: DatasetQuery): Promise<Record<string, unknown>> {
    return this.manifests.manifest(query.population ?? null);
  }

  private async file(
    query: DatasetQuery,
    format: DatasetFormat,
    type: string,
  ): Promise<StreamableFile> {
    const population = query.population ?? (await this.dataset.primary());
    const bytes = Readable.from(this.dataset.stream(population, format), { objectMode: false });
    return new StreamableFile(bytes, { type });
  }
}
