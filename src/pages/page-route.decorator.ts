import { applyDecorators, Get, Header } from '@nestjs/common';
import { CachedUntilTick } from '../http/caching.decorator';

const NOTHING =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'";

export interface PageNeeds {
  readonly form?: boolean;
  readonly script?: boolean;
}

/** What a page may do: nothing but look; a form where it has filters, a script where it gains by one. */
export const pagePolicy = (needs: PageNeeds): string =>
  [
    NOTHING,
    `form-action ${needs.form === true ? "'self'" : "'none'"}`,
    ...(needs.script === true ? ["script-src 'self'", "connect-src 'self'"] : []),
  ].join('; ');

/** The headers of every page. */
export const pageHeaders = (needs: PageNeeds): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': pagePolicy(needs),
  'referrer-policy': 'no-referrer',
});

/** A page for people at a path, made once per tick. */
export const PageRoute = (path: string, needs: PageNeeds = {}): MethodDecorator =>
  applyDecorators(
    Get(path),
    CachedUntilTick(),
    ...Object.entries(pageHeaders(needs)).map(([name, value]) => Header(name, value)),
  );
