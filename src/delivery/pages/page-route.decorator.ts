import { applyDecorators, Get, Header } from '@nestjs/common';
import { CachedUntilTick } from '../../platform/http/caching.decorator';

const OURS =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

interface PageNeeds {
  /** Whether a script of the page sends requests to this service. */
  readonly asks?: boolean;
}

/** Content security policy of pages: forms to this service and own scripts; own requests if `asks`. */
export const pagePolicy = (needs: PageNeeds = {}): string =>
  [OURS, ...(needs.asks === true ? ["connect-src 'self'"] : [])].join('; ');

export const pageHeaders = (needs: PageNeeds = {}): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': pagePolicy(needs),
  'referrer-policy': 'no-referrer',
});

export const PageRoute = (path: string, needs: PageNeeds = {}): MethodDecorator =>
  applyDecorators(
    Get(path),
    CachedUntilTick(),
    ...Object.entries(pageHeaders(needs)).map(([name, value]) => Header(name, value)),
  );
