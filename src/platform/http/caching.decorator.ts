/**
 * Cache policies of handlers:
 *
 * - {@link CachedUntilTick}: changes only with a tick; computed once per address and tick.
 * - {@link CachedUntilWrite}: must be consistent with related reads even during a tick; reused while nothing has been
 * written to the graph (by other processes: as known a quarter of a second ago).
 * - {@link Immutable}: the address identifies the content (a hash, a sealed day).
 *
 * Otherwise responses are revalidated by ETag each time (`Cache-Control: no-cache`).
 */
import { applyDecorators, Get, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

type Holding = 'until-tick' | 'until-write' | 'for-ever';

export interface HoldingConfig {
  readonly holding?: Holding;
}

export const CachedUntilTick = (): MethodDecorator => RouteConfig({ holding: 'until-tick' } satisfies HoldingConfig);

/** A route of an answer, or of a list of it, that changes only with a tick. */
export const CachedGet = (
  path: string,
  type: Type | [Type],
  said: { readonly summary: string; readonly description: string },
): MethodDecorator => applyDecorators(Get(path), CachedUntilTick(), ApiOperation(said), ApiOkResponse({ type }));

export const CachedUntilWrite = (): MethodDecorator => RouteConfig({ holding: 'until-write' } satisfies HoldingConfig);

export const Immutable = (): MethodDecorator => RouteConfig({ holding: 'for-ever' } satisfies HoldingConfig);

export const cacheControl = (holding: Holding | undefined): string => {
  if (holding === 'for-ever') return 'public, max-age=31536000, immutable';
  return holding === 'until-tick' ? 'public, max-age=60' : 'public, no-cache';
};
