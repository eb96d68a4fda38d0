import { applyDecorators, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import { CachedUntilTick } from '../../platform/http/caching.decorator';

export const SvgBadge = (summary: string, description: string): MethodDecorator =>
  applyDecorators(
    CachedUntilTick(),
    Header('Content-Type', 'image/svg+xml; charset=utf-8'),
    Header('Cache-Control', 'public, max-age=300'),
    Header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
    Header('Cross-Origin-Resource-Policy', 'cross-origin'),
    ApiOperation({ summary, description: `SVG to embed: ${description}` }),
    ApiProduces('image/svg+xml'),
    ApiOkResponse({ description: 'The badge.', content: { 'image/svg+xml': { schema: { type: 'string' } } } }),
  );
