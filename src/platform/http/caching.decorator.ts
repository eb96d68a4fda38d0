/**
 * How long an answer holds, said on its handler:
 *
 * - {@link CachedUntilTick}: it can only change with a tick; it is made once and its bytes are given
 *   to everybody who asks for the same address until the next tick.
 * - {@link CachedUntilWrite}: it must be of one state with what is read beside it, also while a tick is
 *   at work; its bytes are given again while nothing at all has been written to the graph (by another
 *   process: as far as was known a quarter of a second ago).
 * - {@link Immutable}: its address names its content (a hash, a sealed day) and it never changes.
 *
 * Without either an answer is revalidated by its ETag each time (`Cache-Control: no-cache`).
 */
import { RouteConfig } from '@nestjs/platform-fastify';

export type Holding = 'until-tick' | 'until-write' | 'for-ever';

export interface HoldingConfig {
  readonly holding?: Holding;
}

export const CachedUntilTick = (): MethodDecorator => RouteConfig({ holding: 'until-tick' } satisfies HoldingConfig);

export const CachedUntilWrite = (): MethodDecorator => RouteConfig({ holding: 'until-write' } satisfies HoldingConfig);

export const Immutable = (): MethodDecorator => RouteConfig({ holding: 'for-ever' } satisfies HoldingConfig);

/** The `Cache-Control` of an answer that is not an error. */
export const cacheControl = (holding: Holding | undefined): string => {
  if (holding === 'for-ever') return 'public, max-age=31536000, immutable';
  return holding === 'until-tick' ? 'public, max-age=60' : 'public, no-cache';
};
