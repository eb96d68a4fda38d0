/**
 * Which markets an item can bear on at all: those whose question turns on something that the item names. An item is
 * compared with these and no others, so that the cost of an item grows with the markets about the same things.
 */
import { addTo } from '../platform/common/group-by';
import type { ItemReading } from './item-reading';
import type { MarketScope } from './market-scope';

export interface ScopedMarket {
  readonly exchange: string;
  readonly ticker: string;
  /** Tells whether anything that its evidence is judged by has changed. */
  readonly digest: string;
  readonly scope: MarketScope;
}

export class MarketReach {
  private readonly byEntity = new Map<string, ScopedMarket[]>();
  private readonly byPart = new Map<number, ScopedMarket[]>();
  /** Markets that turn on a name which no entity has: every item may write it. */
  private readonly byName: ScopedMarket[] = [];
  private readonly byInstrument: ScopedMarket[] = [];
  private readonly byId = new Map<string, ScopedMarket>();

  /** @param withKin whether an item that names only who is tied to a party is to be compared too: a judge is asked of it */
  constructor(
    markets: readonly ScopedMarket[],
    private readonly withKin: boolean,
  ) {
    for (const market of markets) this.add(market);
  }

  get isEmpty(): boolean {
    return this.byId.size === 0;
  }

  of({ touches, parts, home, item }: ItemReading): ReadonlySet<ScopedMarket> {
    const found = new Set<ScopedMarket>(this.byName);
    for (const entity of home === null ? touches.keys() : [...touches.keys(), home])
      for (const market of this.byEntity.get(entity) ?? []) found.add(market);
    for (const part of parts.keys()) for (const market of this.byPart.get(part) ?? []) found.add(market);
    // A gauge is stated for events, and its item names nothing but itself.
    if (item.sourceType === 'financial') for (const market of this.byInstrument) found.add(market);
    const own = item.market === null ? undefined : this.byId.get(item.market);
    if (own !== undefined) found.add(own);
    return found;
  }

  private add(market: ScopedMarket): void {
    const { scope } = market;
    this.byId.set(scope.market.id, market);
    this.byInstrument.push(market);
    const entities = new Set<string>(this.withKin ? [...scope.instruments, ...scope.kin] : scope.instruments);
    // Where another party is named, a hub alone proves nothing, and need not lead here.
    const rare = scope.parties.filter(({ isHub }) => !isHub);
    for (const { cover, part, skeleton } of rare.length > 0 ? rare : scope.parties) {
      if (skeleton !== null) this.byName.push(market);
      if (part !== null) addTo(this.byPart, part, market);
      for (const entity of cover.keys()) entities.add(entity);
    }
    for (const entity of entities) addTo(this.byEntity, entity, market);
  }
}
