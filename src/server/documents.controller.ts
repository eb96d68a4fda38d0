import { applyDecorators, Controller, Get, Header, Inject, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags, type OpenAPIObject } from '@nestjs/swagger';
import { PROBLEM_TYPES, notFound } from '../platform/http/problem';
import { publicUrl } from '../platform/config/public-url';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { pagePolicy } from '../delivery/pages/page-route.decorator';
import { standingSite } from '../delivery/pages/site';
import { llmsText } from './llms-text';
import { OpenApiDocument } from '../platform/http/openapi-document.service';
import { problemIndexPage, problemPage } from '../delivery/pages/problem-page';

const HOUR = 'public, max-age=3600';

interface Described {
  readonly summary: string;
  readonly description: string;
  readonly answer: string;
}

/** A route whose answer changes only with the program. */
const DocumentRoute = (
  path: string,
  contentType: string,
  { summary, description, answer }: Described,
): MethodDecorator => {
  const media = contentType.split(';')[0] ?? contentType;
  return applyDecorators(
    Get(path),
    Header('Content-Type', contentType),
    Header('Cache-Control', HOUR),
    ApiOperation({ summary, description }),
    ApiOkResponse({
      description: answer,
      content: { [media]: { schema: { type: media.includes('json') ? 'object' : 'string' } } },
    }),
  );
};

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

  @DocumentRoute('openapi.json', 'application/json; charset=utf-8', {
    summary: 'Describe the API',
    description: 'This document, OpenAPI 3.1.',
    answer: 'The OpenAPI document.',
  })
  describe(): OpenAPIObject {
    return this.openApi.document;
  }

  @DocumentRoute('llms.txt', 'text/plain; charset=utf-8', {
    summary: 'Introduce the service to a language model',
    description: 'Contents, queries and verification, in plain text.',
    answer: 'The introduction, in Markdown.',
  })
  introduce(): string {
    return llmsText(this.openApi.document, this.base);
  }

  @DocumentRoute('robots.txt', 'text/plain; charset=utf-8', {
    summary: 'List the pages that robots may read',
    description: 'Everything may be read; the web archive is named, because its captures date the registry.',
    answer: 'The Robots Exclusion Protocol file (RFC 9309).',
  })
  robots(): string {
    return 'User-agent: ia_archiver\nUser-agent: archive.org_bot\nAllow: /\n\nUser-agent: *\nAllow: /\n';
  }

  @DocumentRoute(
    '.well-known/api-catalog',
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    {
      summary: 'List the APIs of this host',
      description: 'A link set (RFC 9727): addresses of the API, its description and its status.',
      answer: 'The catalogue.',
    },
  )
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

  @DocumentRoute('problems', 'text/html; charset=utf-8', {
    summary: 'List the problem types',
    description: 'Every kind of error of this service.',
    answer: 'A page.',
  })
  @Header('Content-Security-Policy', pagePolicy())
  @Header('Referrer-Policy', 'no-referrer')
  problems(): string {
    return problemIndexPage(standingSite(this.environment));
  }

  @DocumentRoute('problems/:slug', 'text/html; charset=utf-8', {
    summary: 'Explain a problem type',
    description: 'The page at the `type` address of an error.',
    answer: 'A page.',
  })
  @Header('Content-Security-Policy', pagePolicy())
  @Header('Referrer-Policy', 'no-referrer')
  problem(@Param('slug') slug: string): string {
    const type = PROBLEM_TYPES.find((candidate) => candidate === slug);
    if (type === undefined) throw notFound('No problem type has this name.');
    return problemPage(type, this.base, standingSite(this.environment));
  }
}
