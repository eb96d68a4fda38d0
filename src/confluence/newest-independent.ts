/**
 * Which evidence a market did not cause itself. Its own large trades and the question of a forecasting
 * site that asks the same count toward the specified score, and are left out of the weighted one: they
 * repeat the price, they do not corroborate it.
 */
import type { SourceType } from '../common/source-type';
import type { NewestEvidence } from './confluence';

/** Source types in which a market can speak of itself. */
export const CIRCULAR_TYPES = ['whale', 'forecaster'] as const satisfies readonly SourceType[];

/** The newest item of an entity and type among those that belong to the same markets. */
export interface OwnEvidence {
  readonly entity: string;
  readonly type: SourceType;
  /** `<exchange>/<ticker>`; empty for items of no market. */
  readonly markets: readonly string[];
  readonly newest: number;
}

/**
 * For one market the newest evidence per type, its own left out.
 *
 * @param evidence newest of every type, circular included
 * @param ownByEntity evidence of the circular types, by entity
 */
export const newestIndependent = (
  market: string,
  scope: readonly string[],
  evidence: readonly NewestEvidence[],
  ownByEntity: ReadonlyMap<string, readonly OwnEvidence[]>,
): NewestEvidence[] =>
  evidence.flatMap((one) => {
    if (!isCircularType(one.type)) return [one];
    const newest = scope
      .flatMap((entity) => ownByEntity.get(entity) ?? [])
      .filter(({ type, markets }) => type === one.type && !markets.includes(market))
      .reduce<number | null>((max, own) => Math.max(max ?? own.newest, own.newest), null);
    return newest === null ? [] : [{ type: one.type, newest }];
  });

const isCircularType = (type: SourceType): boolean =>
  (CIRCULAR_TYPES as readonly SourceType[]).includes(type);
