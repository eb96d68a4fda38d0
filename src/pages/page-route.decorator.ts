import { applyDecorators, Get, Header } from '@nestjs/common';
import { CachedUntilTick } from '../common/caching.decorator';

const NOTHING =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** What a page may do: nothing but look; a form where it has filters, a script where it gains by one. */
export const pagePolicy = (needs: { readonly form?: boolean; readonly script?: boolean }): string =>
  [
    NOTHING,
    `form-action ${needs.form === true ? "'self'" : "'none'"}`,
    ...(needs.script === true ? ["script-src 'self'", "connect-src 'self'"] : []),
  ].join('; ');

/** A page for people at a path, made once per tick. */
export const PageRoute = (
  path: string,
  needs: { readonly form?: boolean; readonly script?: boolean } = {},
): MethodDecorator =>
  applyDecorators(
    Get(path),
    CachedUntilTick(),
    Header('Content-Type', 'text/html; charset=utf-8'),
    Header('Content-Security-Policy', pagePolicy(needs)),
    Header('Referrer-Policy', 'no-referrer'),
  );
