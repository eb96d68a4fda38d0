import { applyDecorators, Controller, Get, Header, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { publicUrl } from '../platform/config/public-url';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { DatasetQuery, ManifestResponse } from './dataset.dto';
import { ManifestService } from './manifest.service';
import { groupSchema } from './group-schema';
import { recordSchema } from './record-schema';
import { recordSchema2 } from './record-schema-2';

/** A file of a media type, in UTF-8. */
const TextFile = (type: string, what: string, operation: { summary: string; description: string }): MethodDecorator =>
  applyDecorators(
    Header('Content-Type', `${type}; charset=utf-8`),
    ApiOperation(operation),
    ApiProduces(type),
    ApiOkResponse({
      description: `The ${what}.`,
      content: { [type]: { schema: { type: type.endsWith('json') ? 'object' : 'string' } } },
    }),
  );

/** Description of the evaluation dataset: schema, manifest, card. */
@ApiTags('Dataset')
@Controller('api/dataset')
export class DatasetController {
  constructor(
    private readonly manifests: ManifestService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @Get('schema.json')
  @TextFile('application/schema+json', 'schema', {
    summary: 'Get the schema of the evaluation record',
    description: 'JSON Schema, draft 2020-12; no property beyond those listed is allowed anywhere.',
  })
  schema(): Record<string, unknown> {
    return recordSchema(`${publicUrl(this.environment)}/api/dataset/schema.json`);
  }

  @Get('0.2.0/schema.json')
  @TextFile('application/schema+json', 'schema', {
    summary: 'Get the schema of the evaluation record 0.2.0',
    description:
      'JSON Schema, draft 2020-12: the record of 0.1.0 for every model and arm, with population, arm, evidence_sha256, question.event and prediction.model_version.',
  })
  schema2(): Record<string, unknown> {
    return recordSchema2(`${publicUrl(this.environment)}/api/dataset/0.2.0/schema.json`);
  }

  @Get('0.2.0/groups.schema.json')
  @TextFile('application/schema+json', 'schema', {
    summary: 'Get the schema of the group record 0.2.0',
    description:
      'JSON Schema, draft 2020-12: the answers of one model about the markets of an event that form a categorical or numeric question.',
  })
  groupSchema(): Record<string, unknown> {
    return groupSchema(`${publicUrl(this.environment)}/api/dataset/0.2.0/groups.schema.json`);
  }

  @Get('manifest.json')
  @ApiOperation({
    summary: 'Get the manifest of the dataset',
    description:
      'Croissant 1.1 (JSON-LD): files with checksums, fields, licence, changelog, and counts which show that nothing was left out.',
  })
  @ApiOkResponse({ type: ManifestResponse })
  async manifest(@Query() query: DatasetQuery): Promise<Record<string, unknown>> {
    return this.manifests.manifest(query.population ?? null);
  }

  @Get('README.md')
  @TextFile('text/markdown', 'card', {
    summary: 'Get the card of the dataset',
    description:
      'A dataset card of the Hugging Face Hub: `datasets` opens a folder with this file and records.parquet.',
  })
  async card(@Query() query: DatasetQuery): Promise<string> {
    return this.manifests.card(query.population ?? null);
  }
}
