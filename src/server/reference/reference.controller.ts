import { Controller, Get, Header, Inject, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ProblemException } from '../../http/problem';
import { publicUrl } from '../../config/public-url';
import { ENVIRONMENT, type Environment } from '../../config/environment';
import { pagePolicy } from '../../pages/page-route.decorator';
import { standingSite } from '../../pages/site';
import { OpenApiDocument } from '../openapi-document.service';
import { operationsOf, type Operation } from './operations';
import { referenceIndexPage, referencePage } from './reference-page';

const HOUR = 'public, max-age=3600';
const HTML = 'text/html; charset=utf-8';

/** `/docs`: the OpenAPI document as pages, whose calls can be sent from the page. */
@ApiExcludeController()
@Controller('docs')
export class ReferenceController {
  private readonly base: string;
  private listed: readonly Operation[] | null = null;

  constructor(
    private readonly openApi: OpenApiDocument,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    this.base = publicUrl(environment);
  }

  @Get()
  @Header('Content-Type', HTML)
  @Header('Cache-Control', HOUR)
  @Header('Content-Security-Policy', pagePolicy())
  index(): string {
    const { base, environment } = this;
    return referenceIndexPage({
      operations: this.operations(),
      base,
      site: standingSite(environment),
    });
  }

  @Get(':slug')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', HOUR)
  @Header('Content-Security-Policy', pagePolicy({ asks: true }))
  operation(@Param('slug') slug: string): string {
    const operation = this.operations().find((candidate) => candidate.slug === slug);
    if (operation === undefined)
      throw new ProblemException('not-found', { detail: 'No call of the API has this name.' });
    return referencePage(operation, { base: this.base, site: standingSite(this.environment) });
  }

  private operations(): readonly Operation[] {
    return (this.listed ??= operationsOf(this.openApi.document));
  }
}
