import { applyDecorators, Get, Header } from '@nestjs/common';
import { CachedUntilTick } from '../../platform/http/caching.decorator';

const OURS =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

interface PageNeeds {
  /** Whether a script of the page asks this service for more. */
  readonly asks?: boolean;
}

/** What a page may do: look, send a form to this service, run scripts of ours; ask for more where it says so. */
export const pagePolicy = (needs: PageNeeds = {}): string =>
  [OURS, ...(needs.asks === true ? ["connect-src 'self'"] : [])].join('; ');

/** The headers of every page. */
export const pageHeaders = (needs: PageNeeds = {}): Record<string, string> => ({
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
