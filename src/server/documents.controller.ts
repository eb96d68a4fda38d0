import { Controller, Get, Header, Inject, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags, type OpenAPIObject } from '@nestjs/swagger';
import { ProblemException, PROBLEM_TYPES } from '../platform/http/problem';
import { publicUrl } from '../platform/config/public-url';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { pagePolicy } from '../delivery/pages/page-route.decorator';
import { standingSite } from '../delivery/pages/site';
import { llmsText } from './llms-text';
import { OpenApiDocument } from '../platform/http/openapi-document.service';
import { problemIndexPage, problemPage } from '../delivery/pages/problem-page';

const HOUR = 'public, max-age=3600';

@ApiTags('Documents')
@Controller()
export class DocumentsController {
  private readonly base: string;

  constructor(
    private readonly openApi: OpenApiDocument,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    this.base = publicUrl(environment);
  }

  @Get('openapi.json')
  @Header('Cache-Control', HOUR)
  @ApiOperation({ summary: 'Describe the API', description: 'This document, OpenAPI 3.1.' })
  @ApiOkResponse({
    description: 'The OpenAPI document.',
    content: { 'application/json': { schema: { type: 'object' } } },
  })
  describe(): OpenAPIObject {
    return this.openApi.document;
  }

  @Get('llms.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', HOUR)
  @ApiOperation({
    summary: 'Introduce the service to a language model',
    description: 'What is here, how to ask and how to verify, in plain text.',
  })
  @ApiOkResponse({
    description: 'The introduction, in Markdown.',
    content: { 'text/plain': { schema: { type: 'string' } } },
  })
  introduce(): string {
    return llmsText(this.openApi.document, this.base);
  }

  @Get('robots.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', HOUR)
  @ApiOperation({
    summary: 'Tell robots what they may read',
    description: 'Everything, the web archive by name, because its captures date the registry.',
  })
  @ApiOkResponse({
    description: 'The Robots Exclusion Protocol file (RFC 9309).',
    content: { 'text/plain': { schema: { type: 'string' } } },
  })
  robots(): string {
    return 'User-agent: ia_archiver\nUser-agent: archive.org_bot\nAllow: /\n\nUser-agent: *\nAllow: /\n';
  }

  @Get('.well-known/api-catalog')
  @Header('Content-Type', 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"')
  @Header('Cache-Control', HOUR)
  @ApiOperation({
    summary: 'List the APIs of this host',
    description: 'A link set as RFC 9727 has it: where the API is, its description and its status.',
  })
  @ApiOkResponse({
    description: 'The catalogue.',
    content: { 'application/linkset+json': { schema: { type: 'object' } } },
  })
  catalogue(): string {
    const at = (path: string, type: string): { href: string; type: string }[] => [
      { href: `${this.base}${path}`, type },
    ];
    return JSON.stringify({
      linkset: [
        {
          anchor: `${this.base}/v1/`,
          'service-desc': at('/openapi.json', 'application/json'),
          'service-doc': at('/docs', 'text/html'),
          'service-meta': at('/llms.txt', 'text/plain'),
          status: at('/health/ready', 'application/json'),
        },
      ],
    });
  }

  @Get('problems')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', pagePolicy())
  @Header('Referrer-Policy', 'no-referrer')
  @Header('Cache-Control', HOUR)
  @ApiProduces('text/html')
  @ApiOperation({
    summary: 'List the problem types',
    description: 'Every kind of error that the service answers with.',
  })
  @ApiOkResponse({ description: 'A page.', schema: { type: 'string' } })
  problems(): string {
    return problemIndexPage(standingSite(this.environment));
  }

  @Get('problems/:slug')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', pagePolicy())
  @Header('Referrer-Policy', 'no-referrer')
  @Header('Cache-Control', HOUR)
  @ApiProduces('text/html')
  @ApiOperation({
    summary: 'Explain a problem type',
    description: 'The page at the `type` address of an error.',
  })
  @ApiOkResponse({ description: 'A page.', schema: { type: 'string' } })
  problem(@Param('slug') slug: string): string {
    const type = PROBLEM_TYPES.find((candidate) => candidate === slug);
    if (type === undefined) throw new ProblemException('not-found', { detail: 'No problem type has this name.' });
    return problemPage(type, this.base, standingSite(this.environment));
  }
}
