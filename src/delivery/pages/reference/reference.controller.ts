import { Controller, Get, Header, Inject, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CLOCK, nowMillis, type Clock } from '../../../platform/common/clock';
import { notFound } from '../../../platform/http/problem';
import { publicUrl } from '../../../platform/config/public-url';
import { ENVIRONMENT, type Environment } from '../../../platform/config/environment';
import { SourceCatalogue } from '../../../ingestion/source-catalogue.service';
import type { Examples } from '../browser-guide';
import { pagePolicy } from '../page-route.decorator';
import { GraphPagesRepository } from '../graph-pages.repository';
import { standingSite } from '../site';
import { OpenApiDocument } from '../../../platform/http/openapi-document.service';
import { withExamples } from './examples';
import { operationsOf, type Operation } from './operations';
import { referenceIndexPage, referencePage } from './reference-page';

const HOUR = 'public, max-age=3600';
const HTML = 'text/html; charset=utf-8';

@ApiExcludeController()
@Controller('docs')
export class ReferenceController {
  private readonly base: string;
  private listed: readonly Operation[] | null = null;

  constructor(
    private readonly openApi: OpenApiDocument,
    private readonly pages: GraphPagesRepository,
    private readonly sources: SourceCatalogue,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.base = publicUrl(environment);
  }

  @Get()
  @Header('Content-Type', HTML)
  @Header('Cache-Control', HOUR)
  @Header('Content-Security-Policy', pagePolicy())
  index(): string {
    const { base, environment } = this;
    return referenceIndexPage({ operations: this.operations(), base, site: standingSite(environment) });
  }

  @Get(':slug')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', HOUR)
  @Header('Content-Security-Policy', pagePolicy({ asks: true }))
  async operation(@Param('slug') slug: string): Promise<string> {
    const operation = this.operations().find((candidate) => candidate.slug === slug);
    if (operation === undefined) throw notFound('No call of the API has this name.');
    // Without the database, the description's own examples are used.
    const examples = await this.pages.examples(nowMillis(this.clock)).catch((): Examples => ({}));
    const { base, environment } = this;
    const source = this.sources.sources[0]?.id ?? null;
    return referencePage(withExamples(operation, { ...examples, source }), { base, site: standingSite(environment) });
  }

  private operations(): readonly Operation[] {
    return (this.listed ??= operationsOf(this.openApi.document));
  }
}
