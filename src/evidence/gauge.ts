import type { GaugeSeed } from './evidence-seed';
import type { MarketScope, Party } from './market-scope';

/** Whether a gauge applies to the event that a market asks about. */
export const isGaugeOf = ({ covers, with: other, asks }: GaugeSeed, scope: MarketScope): boolean =>
  asks.includes(scope.asks ?? '') &&
  covers.some((entity) => turnsOn(scope, entity)) &&
  (other === undefined || turnsOn(scope, other));

/** Whether a question is about an entity: a party, or its whole. */
export const turnsOn = ({ parties }: MarketScope, entity: string): boolean =>
  parties.some((party) => party.entity === entity || isPartOf(party, entity));

const isPartOf = ({ cover }: Party, entity: string): boolean =>
  (cover.get(entity)?.[0]?.steps.length ?? 0) > 0 && (cover.get(entity)?.[0]?.factor ?? 0) <= 0.5;
