import { applyDecorators, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import { ATOM } from './media-types';

/** An Atom feed. @param what subject of the feed @param holds its entries, such as "The newest 50 alerts" */
export const AtomFeed = (what: string, holds: string): MethodDecorator =>
  applyDecorators(
    Header('content-type', ATOM),
    ApiOperation({
      summary: `Follow ${what} in a feed reader`,
      description: `${holds} as an Atom feed.`,
    }),
    ApiProduces('application/atom+xml'),
    ApiOkResponse({ description: 'Atom feed.', schema: { type: 'string' } }),
  );

/** The same as JSON Feed; its handler sets the media type. */
export const JsonFeed = (what: string, holds: string): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      summary: `Follow ${what} in a feed reader that takes JSON`,
      description: `${holds} as JSON Feed 1.1.`,
    }),
    ApiProduces('application/feed+json'),
    ApiOkResponse({ description: 'JSON Feed.', schema: { type: 'object' } }),
  );
